// Once for the whole test run: one PostgreSQL for all test files, each of which makes databases of its own, a database
// of either kind with today's schema, which those are copies of, and what worker processes compile when they begin.
import { mkdtempSync, rmSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from '../../../scripts/build-server.mjs';
import { startPostgres } from './postgres-server.ts';
import { makePostgresTemplate, makeSqliteTemplate } from './templates.ts';
import { compileForWorkers } from './worker-start.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** A file. */
    sqliteTemplate: string;
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  // However the tests were started: an editor starts them, too.
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
