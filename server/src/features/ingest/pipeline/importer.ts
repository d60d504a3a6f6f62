// Imports the new and changed files of a scan folder by folder, or reads selected books again.

import type { BookFiles } from '#features/libraries/books/index.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import { chunks } from '#infrastructure/chunks.ts';
import { reason } from '#infrastructure/errors.ts';
import { joinNames, type NativePath } from '#infrastructure/files/names.ts';
import {
  type ChangedFolder,
  type Discovery,
  type DiscoveryRoot,
  diffFolder,
  type KnownFiles,
  type Listing,
  type ListSettings,
  type WalkedFile,
  type WalkedFolder,
} from '../discovery/index.ts';
import type { FileLocation } from '../file-matches/index.ts';
import type { SeriesAssignment } from '../series-assignment/index.ts';
import { Displaced } from './displaced.ts';
import { cacheByRow } from './file-missing.ts';
import type { Pipeline, Waiting } from './pipeline.ts';
import { Vanished } from './vanished.ts';

interface Request {
  library: ScanLibrary;
  assignment: SeriesAssignment;
  signal: AbortSignal;
  /** Reports this number of additional processed files. */
  onProgress(files: number): void;
}

interface ImportRequest extends Request {
  discovery: Discovery;
  /** Deletes books whose paths contain other books and whose content is in no file. */
  removeDisplaced(ids: readonly string[]): Promise<unknown>;
}

/** Books of one folder to read again. */
export interface BookFolder {
  rootId: string;
  folder: string;
  books: readonly { id: string; fileName: string }[];
}

interface RereadRequest extends Request {
  /** Yields a few folders at a time. */
  folders: AsyncIterable<readonly BookFolder[]>;
}

interface Dependencies {
  listing: Listing;
  known: KnownFiles;
  pipeline: Pipeline;
  books: BookFiles;
  /** Whether the file of a row is missing, for rows outside this scan. */
  isFileMissing(row: FileLocation & { id: string }): Promise<boolean>;
  /** Path of the file of a row. Undefined if its root is not part of a library. */
  findPath(row: FileLocation): Promise<NativePath | undefined>;
}

interface Location {
  rootId: string;
  folder: string;
}

/** Files per listing, because each listing costs a message to a worker process. */
const listedFiles = 400;
/** Deleted books that new files may continue: a scan often runs between the removal of a file and its replacement. */
const formerlyMissing = 200;
/** Files per batch of a large folder. */
const yieldedFiles = 500;

export class Importer {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Imports the files found by a discovery. Returns the affected series. */
  importDiscovered({ discovery, removeDisplaced, ...round }: ImportRequest): Promise<Set<string>> {
    const isFileMissing = cacheByRow(this.#deps.isFileMissing);
    return this.#deps.pipeline(this.#listChanged(discovery.changed, round.signal), {
      ...round,
      isForced: false,
      vanished: new Vanished(this.#deps.books, async () => [
        ...discovery.missing.keys(),
        ...(await this.#deps.books.listLastDeleted(round.library.id, formerlyMissing)),
      ]),
      displaced: new Displaced({
        books: this.#deps.books,
        findPath: (row) => this.#deps.findPath(row),
        remove: removeDisplaced,
      }),
      // A file renamed after the discovery, or of a root outside this scan, is checked in the file system.
      isMissing: async (row) => discovery.missing.has(row.id) || (await isFileMissing(row)),
      onBackup({ rootId, folder, name, knownId }) {
        if (knownId !== undefined) discovery.missing.set(knownId, { rootId, folder, fileName: name });
        discovery.notes.push(reason('book_is_backup', { path: joinNames(folder, name) }));
      },
      onReturned(ids) {
        for (const id of ids) discovery.missing.delete(id);
      },
    });
  }

  /** Imports the new and changed files of one folder, without its subfolders. Returns the affected series. */
  importFolder({
    root,
    path,
    ...round
  }: Request & { root: DiscoveryRoot; path: string }): Promise<Set<string>> {
    const changed = [{ root, path, count: 1, isDeep: false }];
    return this.#deps.pipeline(this.#listChanged(changed, round.signal), {
      ...round,
      isForced: false,
      isMissing: cacheByRow(this.#deps.isFileMissing),
      onBackup() {},
      onReturned() {},
    });
  }

  /** Reads existing books again, even if their files are unchanged. */
  reread(request: RereadRequest): Promise<Set<string>> {
    return this.#readAgain(request, false);
  }

  /** Imports files that were moved, and updates their books. The old locations are empty. */
  importMoved(request: RereadRequest): Promise<Set<string>> {
    return this.#readAgain(request, true);
  }

  #readAgain(request: RereadRequest, isMoved: boolean): Promise<Set<string>> {
    const { folders, ...round } = request;
    const moved = new Set<string>();
    const keepIds = async function* () {
      for await (const some of folders) {
        for (const { books } of some) for (const { id } of books) moved.add(id);
        yield some;
      }
    };
    return this.#deps.pipeline(relist(this.#deps.listing, { ...round, folders: keepIds() }, isMoved), {
      ...round,
      isForced: true,
      isMissing: async (row) => isMoved && (moved.has(row.id) || (await this.#deps.isFileMissing(row))),
      onBackup() {},
      onReturned() {},
    });
  }

  /** Lists the folders again, because they may have changed since the discovery. */
  async *#listChanged(changed: readonly ChangedFolder[], signal: AbortSignal) {
    for (const part of toParts(changed, ({ root, count }) => ({ with: root.id, count }))) {
      const [first] = part;
      if (!first) continue;
      const paths = part.map(({ path }) => path);
      const folders = await this.#deps.listing.listFolders(first.root.settings, paths, signal);
      for (const [i, { root, path, isDeep }] of part.entries()) {
        const folder = folders[i];
        if (folder) yield* compareFolder(this.#deps.known, folder, { rootId: root.id, folder: path, isDeep });
      }
    }
  }
}

async function* compareFolder(
  known: KnownFiles,
  { files }: WalkedFolder,
  { isDeep, ...location }: Location & { isDeep: boolean },
) {
  const rows = await known.listFolder(location.rootId, location.folder);
  const diff = await diffFolder(files, rows, isDeep);
  const added = new Set(diff.added);
  const changed = new Map(diff.changed.map(({ file, id }) => [file, id]));
  for (const part of chunks(files, yieldedFiles)) {
    yield part.flatMap((file) =>
      added.has(file) || changed.has(file)
        ? [toWaiting(file, { ...location, knownId: changed.get(file) })]
        : [],
    );
  }
}

async function* relist(listing: Listing, { library, folders, signal }: RereadRequest, isMoved: boolean) {
  for await (const some of folders) yield* relistSome(listing, some, { library, signal, isMoved });
}

async function* relistSome(
  listing: Listing,
  some: readonly BookFolder[],
  { library, signal, isMoved }: Pick<Request, 'library' | 'signal'> & { isMoved: boolean },
) {
  for (const part of toParts(some, ({ rootId, books }) => ({ with: rootId, count: books.length }))) {
    const root = library.roots.find(({ id }) => id === part[0]?.rootId);
    if (!root) continue;
    const paths = part.map(({ folder }) => folder);
    const listed = await listing.listFolders(toListSettings(library, root.path), paths, signal);
    for (const [i, { rootId, folder, books }] of part.entries()) {
      const byName = new Map(listed[i]?.files.map((file) => [file.name, file]));
      yield books.flatMap(({ id, fileName }) => {
        const file = byName.get(fileName);
        const row = isMoved ? { knownId: undefined, movedId: id } : { knownId: id };
        return file ? [toWaiting(file, { rootId, folder, ...row })] : [];
      });
    }
  }
}

/** Groups consecutive folders of one root with several hundred files in total. */
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
  { name, sizeBytes, modifiedUs, sidecars, stamp, volumeStamp }: WalkedFile,
  location: Location & { knownId: string | undefined; movedId?: string },
): Waiting => ({
  ...location,
  name,
  sizeBytes,
  modifiedUs,
  ...(sidecars && { sidecars }),
  ...(stamp !== undefined && { stamp }),
  ...(volumeStamp !== undefined && { volumeStamp }),
});

/** Settings for listing the folders of a library. */
export const toListSettings = (
  { allowedFormats, excludedPatterns, seriesStrategy }: ScanLibrary,
  root: string,
): ListSettings => ({
  root,
  allowedFormats,
  excludedPatterns,
  sharesFolders: seriesStrategy === 'calibre',
});
