// Creates a large library from one small comic: a server scans it and stops, its database rows are multiplied, and the
// server starts again.
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { password } from '../browser/web.ts';
import type { Program } from '../program.ts';
import { makeFolder, serve, signIn, waitForTasks } from '../server.ts';
import { changeDatabase } from '../sqlite.ts';

interface Multiplied {
  /** Statements that multiply the book or its series. */
  sql: string;
  environment?: Record<string, string>;
  /** Further changes to the data folder before the server starts again. */
  prepare?(dataDir: string): void;
}

/** Starts a server with the large library. It is stopped after the test. */
export async function serveMultiplied({ sql, environment = {}, prepare }: Multiplied): Promise<Program> {
  const folder = makeFolder();
  const library = join(folder, 'Books');
  const dataDir = join(folder, 'data');
  writeFiles(library, { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', pages: 1 }) });
  const options = { dataDir, environment: { LECTERN_ADMIN_PASSWORD: password, ...environment } };
  const first = serve({ ...options, libraries: [library] });
  await waitForTasks(await signIn(first, password));
  first.signal('SIGINT');
  await first.ended;
  changeDatabase(join(dataDir, 'lectern.db'), sql);
  prepare?.(dataDir);
  return serve(options);
}
