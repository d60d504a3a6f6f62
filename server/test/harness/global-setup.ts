// Once for the whole test run: one PostgreSQL for all test files, each of which makes databases of its own, and a
// database of either kind with today's schema, which those are copies of.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.ts';
import { makePostgresTemplate, makeSqliteTemplate } from './templates.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** A file. */
    sqliteTemplate: string;
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-tests-'));
  const server = await startPostgres(folder);
  await makePostgresTemplate(server.url);
  provide('postgresUrl', server.url);
  provide('sqliteTemplate', await makeSqliteTemplate(folder));
  return async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
