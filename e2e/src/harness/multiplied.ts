// A library of one small comic that becomes a large one by rows alone: a server scans it, ends, has its database changed
// and starts again.
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import type { Program } from './program.ts';
import { makeFolder, serve, signIn, waitForTasks } from './server.ts';
import { changeDatabase } from './sqlite.ts';
import { password } from './web.ts';

interface Multiplied {
  /** The statements that make the one book or its series many. */
  sql: string;
  environment?: Record<string, string>;
  /** More to be done in the data folder before the server starts again. */
  prepare?(dataDir: string): void;
}

/** The server that has the large library; gone with the test. */
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
