// Runs once per test run: starts a PostgreSQL server on which each test file creates its databases, creates an empty
// template database of each kind with the current schema, and fills the compile cache of worker processes.
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../../../scripts/build-server.mjs';
import { startPostgres } from '../database-server/postgres-server.ts';
import { makePostgresTemplate, makeSqliteTemplate } from '../database-server/templates.ts';
import { compileForWorkers } from '../load/worker-start.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** Path of the SQLite file. */
    sqliteTemplate: string;
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // Also required when an editor starts the tests.
  await buildServer();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tests-'));
  const server = await startPostgres(folder);
  await makePostgresTemplate(server.url);
  provide('postgresUrl', server.url);
  provide('sqliteTemplate', await makeSqliteTemplate(folder));
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await compileForWorkers();
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
