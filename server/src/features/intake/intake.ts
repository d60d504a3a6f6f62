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

export function createIntake({ listing, known, pipeline, isGone, compare }: Parts): Intake {
  /** Files in their order, each with its place among them. */
  async function list(settings: ListSettings, { folder }: Placed, signal: AbortSignal) {
    const { files } = await listing.listFolder(settings, folder, signal);
    const sorted = files.toSorted((a, b) => compare(a.name, b.name));
    return { files: sorted, order: new Map(sorted.map((file, i) => [file.name, i])) };
  }

  async function* listChanged(changed: readonly ChangedFolder[], signal: AbortSignal) {
    for (const { root, path, isDeep } of changed) {
      const place = { rootId: root.id, folder: path };
      // As it is now: between the survey and its turn much may have happened.
      const { files, order } = await list(root.settings, place, signal);
      const diff = diffFolder(files, await known.listFolder(root.id, path), isDeep);
      const wait = (file: WalkedFile, knownId?: string) =>
        toWaiting(file, { ...place, knownId, order: order.get(file.name) ?? 0 });
      yield [
        ...diff.added.map((file) => wait(file)),
        ...diff.changed.map(({ file, id }) => wait(file, id)),
      ].sort((a, b) => a.order - b.order);
    }
  }

  async function* listAgain(library: ScanLibrary, folders: readonly BookFolder[], signal: AbortSignal) {
    for (const { rootId, folder, books } of folders) {
      const root = library.roots.find(({ id }) => id === rootId);
      if (!root) continue;
      const { files, order } = await list(toListSettings(library, root.path), { rootId, folder }, signal);
      yield books.flatMap(({ id, fileName }) => {
        const file = files.find(({ name }) => name === fileName);
        return file
          ? [toWaiting(file, { rootId, folder, knownId: id, order: order.get(fileName) ?? 0 })]
          : [];
      });
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

const toWaiting = (
  { name, sizeBytes, modifiedUs }: WalkedFile,
  place: Placed & { knownId: string | undefined; order: number },
): Waiting => ({ ...place, name, sizeBytes, modifiedUs });

/** How the folders of a library are listed. */
export const toListSettings = (
  { allowedFormats, excludedPatterns }: ScanLibrary,
  root: string,
): ListSettings => ({ root, allowedFormats, excludedPatterns });
