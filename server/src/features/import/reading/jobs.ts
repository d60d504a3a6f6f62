// Worker jobs that read another server's database. It is untrusted, and reading a large one takes long.
import { dirname, join } from 'node:path';
import type { RootMap } from '@lectern/contract/import/imports';
import { mapEntries } from '@lectern/formats/archive/entry';
import { readArchiveIndex } from '@lectern/formats/archive/open';
import { readEntryNow } from '@lectern/formats/archive/read';
import { type ElementPath, findElementShare } from '@lectern/formats/epub/element-share';
import { FormatError } from '@lectern/formats/error';
import { defaultLimits } from '@lectern/formats/limits';
import { openFileSource } from '@lectern/formats/source';
import type { Reason } from '#infrastructure/errors.ts';
import { toNativePath } from '#infrastructure/files/names.ts';
import { confinePaths } from './confined-paths.ts';

/** Loaded on demand, because other jobs do not need a database. */
const load = () => import('#features/import/sources/index.ts');

/** Name of the snapshot file in the job's folder. */
export const snapshotFile = 'snapshot';

export interface ImportReading {
  file: string;
  /** File name for messages. */
  shown: string;
  folder: string;
  /** Folder mappings, to find the calibre library of a Calibre-Web database. */
  maps: readonly RootMap[];
  isUploaded: boolean;
}

interface ShareRequest {
  /** The EPUB: the folder of its library, and the path in it. */
  root: string;
  relativePath: string;
  /** Name of the document in it. */
  name: string;
  element: ElementPath;
}

type Refused = { refused: Reason };

export const importJobs = {
  /** Writes the snapshot of the file to the folder, which must be empty. */
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
  /** Fraction of the text of a document of an EPUB that is before an element. Null if it is unknown. */
  'imports.findShare': ({ root, relativePath, name, element }: ShareRequest): number | null => {
    const source = openFileSource(toNativePath(root, relativePath));
    try {
      const index = readArchiveIndex(source, defaultLimits, 'zip');
      const entry = mapEntries(index).get(name);
      if (!entry || entry.sizeBytes > defaultLimits.maxDocumentBytes) return null;
      const bytes = readEntryNow({ source, limits: defaultLimits, index }, entry);
      return findElementShare(bytes, element, defaultLimits) ?? null;
    } catch (error) {
      if (error instanceof FormatError) return null;
      throw error;
    } finally {
      source.close();
    }
  },
};

/** Converts a rejected input to an error with data. */
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
