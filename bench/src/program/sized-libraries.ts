// Measures a program with libraries of several sizes. `LECTERN_BENCH_SIZES=10000,100000` sets the numbers of books.
// `LECTERN_BENCH_POSTGRES=postgres://…` selects a server on which a new database is used instead of SQLite.

import { multiplyBooks } from '../books/multiply.ts';
import { withPostgres } from '../books/rows.ts';
import { fillLibrary } from './library.ts';
import { aFolder, type Program, removeFolder, startProgram } from './program.ts';
import { postgresServer, sizes } from './sizes.ts';

/** Calls `measure` with a started program for each size, in ascending order. `isRich`: see `multiplyBooks`. */
export async function forEachSize(
  measure: (program: Program, size: number) => Promise<void>,
  { isRich = false } = {},
): Promise<void> {
  const dataDir = aFolder();
  try {
    await withPostgres(postgresServer, async (postgres) => {
      const location = { dataDir, postgres };
      await fillLibrary(location, { books: 200, pages: 2, pageBytes: 500 });
      for (const size of sizes) {
        await multiplyBooks(location, size, isRich);
        const program = await startProgram(location);
        await measure(program, size);
        await program.stop();
      }
    });
  } finally {
    removeFolder(dataDir);
  }
}

/** Returns the id of the first item of a list. */
export const getFirstId = async (program: Program, path: string): Promise<string> =>
  (await program.get<{ data: { id: string }[] }>(path)).data[0]?.id ?? '';

/** Returns the milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
