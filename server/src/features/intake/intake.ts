// Reads the new and changed files of a scan folder by folder, or chosen books again.
import type { ScanLibrary } from '../libraries/index.ts';
import type { Placement } from '../placement/index.ts';
import {
  type ChangedFolder,
  diffFolder,
  type KnownFiles,
  type Listing,
  type ListSettings,
  type Survey,
  type WalkedFile,
  type WalkedFolder,
} from '../survey/index.ts';
import type { Pipeline, Waiting } from './pipeline.ts';

interface Request {
  library: ScanLibrary;
  placement: Placement;
  signal: AbortSignal;
  /** So many more files are done. */
  onProgress(files: number): void;
}

export interface IntakeRequest extends Request {
  survey: Survey;
}

/** Books of one folder to read again. */
export interface BookFolder {
  rootId: string;
  folder: string;
  books: readonly { id: string; fileName: string }[];
}

export interface AgainRequest extends Request {
  folders: readonly BookFolder[];
}

export interface Intake {
  /** What a survey found; resolves with the series that were touched. */
  takeIn(request: IntakeRequest): Promise<Set<string>>;
  /** Known books, whether or not their files changed. */
  readAgain(request: AgainRequest): Promise<Set<string>>;
}

interface Parts {
  listing: Listing;
  known: KnownFiles;
  pipeline: Pipeline;
  /** Whether the file of a row is gone from its place, for rows that this scan does not cover. */
  isGone(row: { rootId: string; folder: string; fileName: string }): Promise<boolean>;
  compare(a: string, b: string): number;
}

interface Placed {
  rootId: string;
  folder: string;
}

/** Files that are listed at a time: each time costs a message to a worker process. */
const listedFiles = 400;

export function createIntake({ listing, known, pipeline, isGone, compare }: Parts): Intake {
  /** Files in their order, each with its place among them. */
  const sort = ({ files }: WalkedFolder) => {
    const sorted = files.toSorted((a, b) => compare(a.name, b.name));
    return { files: sorted, order: new Map(sorted.map((file, i) => [file.name, i])) };
  };

  /** As the folders are now: between the survey and their turn much may have happened. */
  async function* listChanged(changed: readonly ChangedFolder[], signal: AbortSignal) {
    for (const part of toParts(changed, ({ root, count }) => ({ with: root.id, count }))) {
      const [first] = part;
      if (!first) continue;
      const paths = part.map(({ path }) => path);
      const folders = await listing.listFolders(first.root.settings, paths, signal);
      for (const [i, { root, path, isDeep }] of part.entries()) {
        const folder = folders[i];
        if (folder) yield await compareFolder(folder, { rootId: root.id, folder: path }, isDeep);
      }
    }
  }

  async function compareFolder(folder: WalkedFolder, place: Placed, isDeep: boolean): Promise<Waiting[]> {
    const { files, order } = sort(folder);
    const diff = diffFolder(files, await known.listFolder(place.rootId, place.folder), isDeep);
    const wait = (file: WalkedFile, knownId?: string) =>
      toWaiting(file, { ...place, knownId, order: order.get(file.name) ?? 0 });
    return [
      ...diff.added.map((file) => wait(file)),
      ...diff.changed.map(({ file, id }) => wait(file, id)),
    ].sort((a, b) => a.order - b.order);
  }

  async function* listAgain(library: ScanLibrary, wanted: readonly BookFolder[], signal: AbortSignal) {
    for (const part of toParts(wanted, ({ rootId, books }) => ({ with: rootId, count: books.length }))) {
      const root = library.roots.find(({ id }) => id === part[0]?.rootId);
      if (!root) continue;
      const paths = part.map(({ folder }) => folder);
      const folders = await listing.listFolders(toListSettings(library, root.path), paths, signal);
      for (const [i, { rootId, folder: path, books }] of part.entries()) {
        const { files, order } = sort(folders[i] ?? { path, files: [], skipped: 0 });
        yield books.flatMap(({ id, fileName }) => {
          const file = files.find(({ name }) => name === fileName);
          const place = { rootId, folder: path, knownId: id, order: order.get(fileName) ?? 0 };
          return file ? [toWaiting(file, place)] : [];
        });
      }
    }
  }

  return {
    takeIn: ({ library, placement, survey, signal, onProgress }) =>
      pipeline(listChanged(survey.changed, signal), {
        library,
        placement,
        signal,
        onProgress,
        isAway: async (row) =>
          survey.missing.has(row.id) ||
          (!library.roots.some((root) => root.id === row.rootId) && (await isGone(row))),
        onReturned(ids) {
          for (const id of ids) survey.missing.delete(id);
        },
      }),
    readAgain: ({ library, placement, folders, signal, onProgress }) =>
      pipeline(listAgain(library, folders, signal), {
        library,
        placement,
        signal,
        onProgress,
        isAway: async () => false,
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
