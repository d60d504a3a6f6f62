// Reads the new and changed files of a scan folder by folder, or chosen books again.

import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { reason } from '#infrastructure/errors.ts';
import { joinNames } from '#infrastructure/files/names.ts';
import {
  type ChangedFolder,
  type Discovery,
  diffFolder,
  type KnownFiles,
  type Listing,
  type ListSettings,
  type WalkedFile,
  type WalkedFolder,
} from '../discovery/index.ts';
import type { SeriesAssignment } from '../series-assignment/index.ts';
import { remembering } from './is-gone.ts';
import type { Pipeline, Waiting } from './pipeline.ts';

interface Request {
  library: ScanLibrary;
  assignment: SeriesAssignment;
  signal: AbortSignal;
  /** So many more files are done. */
  onProgress(files: number): void;
}

interface ImportRequest extends Request {
  discovery: Discovery;
}

/** Books of one folder to read again. */
export interface BookFolder {
  rootId: string;
  folder: string;
  books: readonly { id: string; fileName: string }[];
}

interface RereadRequest extends Request {
  /** Some at a time. */
  folders: AsyncIterable<readonly BookFolder[]>;
}

export interface Importer {
  /** What a survey found; resolves with the series that were touched. */
  importDiscovered(request: ImportRequest): Promise<Set<string>>;
  /** Known books, whether or not their files changed. */
  reread(request: RereadRequest): Promise<Set<string>>;
}

interface Dependencies {
  listing: Listing;
  known: KnownFiles;
  pipeline: Pipeline;
  /** Whether the file of a row is gone from its place, for rows that this scan does not cover. */
  isGone(row: { id: string; rootId: string; folder: string; fileName: string }): Promise<boolean>;
}

interface Placed {
  rootId: string;
  folder: string;
}

/** Files that are listed at a time: each time costs a message to a worker process. */
const listedFiles = 400;
/** Files of a large folder that go on together. */
const yieldedFiles = 500;

export function createImporter({ listing, known, pipeline, isGone }: Dependencies): Importer {
  /** As the folders are now: between the survey and their turn much may have happened. */
  async function* listChanged(changed: readonly ChangedFolder[], signal: AbortSignal) {
    for (const part of toParts(changed, ({ root, count }) => ({ with: root.id, count }))) {
      const [first] = part;
      if (!first) continue;
      const paths = part.map(({ path }) => path);
      const folders = await listing.listFolders(first.root.settings, paths, signal);
      for (const [i, { root, path, isDeep }] of part.entries()) {
        const folder = folders[i];
        if (folder) yield* compareFolder(folder, { rootId: root.id, folder: path }, isDeep);
      }
    }
  }

  async function* compareFolder({ files }: WalkedFolder, place: Placed, isDeep: boolean) {
    const diff = await diffFolder(files, await known.listFolder(place.rootId, place.folder), isDeep);
    const added = new Set(diff.added);
    const changed = new Map(diff.changed.map(({ file, id }) => [file, id]));
    let order = 0;
    for (const part of chunks(files, yieldedFiles)) {
      const from = order;
      order += part.length;
      yield part.flatMap((file, i) =>
        added.has(file) || changed.has(file)
          ? [toWaiting(file, { ...place, knownId: changed.get(file), order: from + i })]
          : [],
      );
    }
  }

  async function* relist(
    library: ScanLibrary,
    wanted: AsyncIterable<readonly BookFolder[]>,
    signal: AbortSignal,
  ) {
    for await (const some of wanted) yield* relistSome(library, some, signal);
  }

  async function* relistSome(library: ScanLibrary, some: readonly BookFolder[], signal: AbortSignal) {
    for (const part of toParts(some, ({ rootId, books }) => ({ with: rootId, count: books.length }))) {
      const root = library.roots.find(({ id }) => id === part[0]?.rootId);
      if (!root) continue;
      const paths = part.map(({ folder }) => folder);
      const folders = await listing.listFolders(toListSettings(library, root.path), paths, signal);
      for (const [i, { rootId, folder, books }] of part.entries()) {
        const places = new Map(folders[i]?.files.map((file, order) => [file.name, { file, order }]));
        yield books.flatMap(({ id, fileName }) => {
          const found = places.get(fileName);
          return found ? [toWaiting(found.file, { rootId, folder, knownId: id, order: found.order })] : [];
        });
      }
    }
  }

  return {
    importDiscovered: ({ library, assignment, discovery, signal, onProgress }) => {
      const isGoneNow = remembering(isGone);
      return pipeline(listChanged(discovery.changed, signal), {
        library,
        assignment,
        signal,
        onProgress,
        // Renamed since the survey, or of a root that it did not cover: then the file system itself is asked.
        isMissing: async (row) => discovery.missing.has(row.id) || (await isGoneNow(row)),
        onBackup({ rootId, folder, name, knownId }) {
          if (knownId !== undefined) discovery.missing.set(knownId, { rootId, folder });
          discovery.notes.push(reason('book_is_backup', { path: joinNames(folder, name) }));
        },
        onReturned(ids) {
          for (const id of ids) discovery.missing.delete(id);
        },
      });
    },
    reread: ({ library, assignment, folders, signal, onProgress }) =>
      pipeline(relist(library, folders, signal), {
        library,
        assignment,
        signal,
        onProgress,
        isMissing: async () => false,
        onBackup() {},
        onReturned() {},
      }),
  };
}

/** Neighbours of one root, together some hundred files. */
function toParts<T>(folders: readonly T[], sizeOf: (folder: T) => { with: string; count: number }): T[][] {
  const parts: T[][] = [];
  let count = 0;
  let root: string | undefined;
  for (const folder of folders) {
    const size = sizeOf(folder);
    if (count >= listedFiles || size.with !== root) {
      parts.push([]);
      count = 0;
      root = size.with;
    }
    parts.at(-1)?.push(folder);
    count += size.count;
  }
  return parts;
}

const toWaiting = (
  { name, sizeBytes, modifiedUs, sidecars }: WalkedFile,
  place: Placed & { knownId: string | undefined; order: number },
): Waiting => ({ ...place, name, sizeBytes, modifiedUs, ...(sidecars && { sidecars }) });

/** How the folders of a library are listed. */
export const toListSettings = (
  { allowedFormats, excludedPatterns, seriesStrategy }: ScanLibrary,
  root: string,
): ListSettings => ({
  root,
  allowedFormats,
  excludedPatterns,
  sharesFolders: seriesStrategy === 'calibre',
});
