// Reads the new and changed files of a scan, folder by folder, and saves them in batches while reading goes on.
import { joinNames } from '#kernel/files/names.ts';
import { type FileToRead, type ReadResult, type ReadSettings, wasRead } from '../analysis/index.ts';
import type { ScanLibrary } from '../libraries/index.ts';
import type { Placement } from '../placement/index.ts';
import {
  type ChangedFolder,
  diffFolder,
  type KnownFiles,
  type Listing,
  type Survey,
} from '../survey/index.ts';
import type { ReadFile } from './read-file.ts';
import type { SaveResult, SaveScope } from './save.ts';

export interface IntakeRequest {
  library: ScanLibrary;
  placement: Placement;
  survey: Survey;
  signal: AbortSignal;
  /** So many more files are done. */
  onProgress(files: number): void;
}

export type Intake = (request: IntakeRequest) => Promise<{ seriesIds: Set<string> }>;

interface Parts {
  listing: Listing;
  known: KnownFiles;
  readBooks(
    files: readonly FileToRead[],
    options: {
      settings: ReadSettings;
      signal: AbortSignal;
      onResult(index: number, result: ReadResult): void;
    },
  ): Promise<void>;
  saveBatch(files: readonly ReadFile[], scope: SaveScope): Promise<SaveResult>;
  /** Whether the file of a row is gone from its place, for rows that this scan does not cover. */
  isGone(row: { rootId: string; folder: string; fileName: string }): Promise<boolean>;
  compare(a: string, b: string): number;
}

/** Books of one transaction: small enough that readers do not wait for it. */
const saveSize = 100;
/** Files read ahead of what is saved. */
const readAhead = 400;

type Waiting = Omit<ReadFile, 'reading'>;

export function createIntake({ listing, known, readBooks, saveBatch, isGone, compare }: Parts): Intake {
  return async ({ library, placement, survey, signal, onProgress }) => {
    const seriesIds = new Set<string>();
    const ready: ReadFile[] = [];
    const scope: SaveScope = {
      library,
      placement,
      isAway: async (row) =>
        survey.missing.has(row.id) ||
        (!library.roots.some((root) => root.id === row.rootId) && (await isGone(row))),
    };
    const settings: ReadSettings = {
      hashing: library.hashing,
      readsSidecar: library.seriesStrategy === 'calibre',
    };

    async function save(atLeast: number): Promise<void> {
      while (ready.length >= Math.max(1, atLeast)) {
        const batch = ready.splice(0, saveSize);
        const { returnedIds, seriesIds: touched } = await saveBatch(batch, scope);
        for (const id of returnedIds) survey.missing.delete(id);
        for (const id of touched) seriesIds.add(id);
        onProgress(batch.length);
      }
    }

    async function read(files: readonly Waiting[]): Promise<void> {
      const paths = files.map(
        (file): FileToRead => ({
          root: library.roots.find((root) => root.id === file.rootId)?.path ?? '',
          relativePath: joinNames(file.folder, file.name),
        }),
      );
      await readBooks(paths, {
        settings,
        signal,
        onResult(index, result) {
          const file = files[index];
          if (!file) return;
          if (wasRead(result)) ready.push({ ...file, reading: result });
          else onProgress(1);
        },
      });
    }

    // One round is read while the one before is saved.
    let reading = Promise.resolve();
    let round: Waiting[] = [];
    const next = async () => {
      const files = round;
      round = [];
      await reading;
      signal.throwIfAborted();
      reading = read(files);
      reading.catch(() => {});
      await save(saveSize);
    };
    for (const folder of survey.changed) {
      round.push(...(await listChanged(folder, signal)));
      if (round.length >= readAhead) await next();
    }
    await next();
    await reading;
    await save(1);
    return { seriesIds };
  };

  /** The folder as it is now: between the survey and its turn much may have happened. */
  async function listChanged({ root, path, isDeep }: ChangedFolder, signal: AbortSignal): Promise<Waiting[]> {
    const folder = await listing.listFolder(root.settings, path, signal);
    const files = folder.files.toSorted((a, b) => compare(a.name, b.name));
    const order = new Map(files.map((file, i) => [file.name, i]));
    const diff = diffFolder(files, await known.listFolder(root.id, path), isDeep);
    const toWaiting = (file: (typeof files)[number], knownId: string | undefined): Waiting => ({
      rootId: root.id,
      folder: path,
      name: file.name,
      order: order.get(file.name) ?? 0,
      knownId,
      sizeBytes: file.sizeBytes,
      modifiedUs: file.modifiedUs,
    });
    return [
      ...diff.added.map((file) => toWaiting(file, undefined)),
      ...diff.changed.map(({ file, id }) => toWaiting(file, id)),
    ].sort((a, b) => a.order - b.order);
  }
}
