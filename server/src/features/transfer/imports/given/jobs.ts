// Reading another server's database inside a worker process: it is a stranger's, and reading a large one takes long.
import { join } from 'node:path';
import type { RootMap } from '@lectern/contract/imports';
import type { Reason } from '#infrastructure/errors.ts';
import { confinePaths } from './strangers-paths.ts';

/** Loaded on demand: no other job needs a database. */
const load = () => import('#features/transfer/peer-databases/index.ts');

/** The file in the folder that what was read is left in. */
export const snapshotFile = 'snapshot';

export interface ImportReading {
  file: string;
  folder: string;
  /** Where the books of Calibre-Web are, which are in a database of their own. */
  maps: readonly RootMap[];
  isUploaded: boolean;
}

export const importJobs = {
  /** What the database of this file holds is left in the folder, which nothing else is in. */
  'imports.read': async ({
    file,
    folder,
    maps,
    isUploaded,
  }: ImportReading): Promise<{ program: string } | { refused: Reason }> => {
    const { readPeer, GivenDatabaseRefused, PeerRefused } = await load();
    try {
      const snapshot = confinePaths(await readPeer(file, folder, maps), { file, isUploaded });
      const { writeSnapshot } = await import('./snapshot-file.ts');
      await writeSnapshot(join(folder, snapshotFile), snapshot);
      return { program: snapshot.program };
    } catch (error) {
      if (error instanceof GivenDatabaseRefused || error instanceof PeerRefused)
        return { refused: error.reason };
      throw error;
    }
  },
};
