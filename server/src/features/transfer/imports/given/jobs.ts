// Reading another server's database inside a worker process: it is a stranger's, and reading a large one takes long.
import { dirname, join } from 'node:path';
import type { RootMap } from '@lectern/contract/imports';
import type { Reason } from '#infrastructure/errors.ts';
import { confinePaths } from './strangers-paths.ts';

/** Loaded on demand: no other job needs a database. */
const load = () => import('#features/transfer/peer-databases/index.ts');

/** The file in the folder that what was read is left in. */
export const snapshotFile = 'snapshot';

export interface ImportReading {
  file: string;
  /** What people call it. */
  shown: string;
  folder: string;
  /** Where the books of Calibre-Web are, which are in a database of their own. */
  maps: readonly RootMap[];
  isUploaded: boolean;
}

type Refused = { refused: Reason };

export const importJobs = {
  /** What this file holds is left in the folder, which nothing else is in. */
  'imports.read': ({
    file,
    shown,
    folder,
    maps,
    isUploaded,
  }: ImportReading): Promise<{ program: string } | Refused> =>
    refusing(async ({ readPeer, isArchive, unpackGiven, writeSnapshot }) => {
      const isPacked = await isArchive(file);
      const given = isPacked ? await unpackGiven(file, folder, shown) : file;
      const read = await readPeer(given, folder, maps);
      const place = isPacked ? given : (read.own?.folder ?? dirname(file));
      const snapshot = confinePaths(read, { folder: place, isUploaded, isArchive: isPacked });
      await writeSnapshot(join(folder, snapshotFile), snapshot);
      return { program: snapshot.program };
    }),
  /** Unpacks an archive that was read before. Returns the folder. */
  'imports.unpack': ({
    file,
    folder,
  }: Pick<ImportReading, 'file' | 'folder'>): Promise<{ unpacked: string } | Refused> =>
    refusing(async ({ unpackGiven }) => ({ unpacked: await unpackGiven(file, folder) })),
};

/** A fault of what was given, in data. */
async function refusing<T>(
  work: (reader: Awaited<ReturnType<typeof load>>) => Promise<T>,
): Promise<T | Refused> {
  const reader = await load();
  try {
    return await work(reader);
  } catch (error) {
    if (error instanceof reader.GivenDatabaseRefused || error instanceof reader.PeerRefused)
      return { refused: error.reason };
    throw error;
  }
}
