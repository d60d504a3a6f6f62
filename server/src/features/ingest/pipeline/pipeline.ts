// Reads files in worker processes while previously read files are saved.
import { chunks } from '#infrastructure/chunks.ts';
import { joinNames } from '#infrastructure/files/names.ts';
import {
  type FileToRead,
  isBackup,
  type ReadOptions,
  type ReadSettings,
  wasRead,
} from '../book-parsing/index.ts';
import type { ReadFile } from './read-file.ts';
import type { SaveResult, SaveScope } from './save.ts';

/** A file to be read, with its stats and row. */
export type Waiting = Omit<ReadFile, 'reading'>;

export interface Round extends SaveScope {
  signal: AbortSignal;
  /** Reports this number of additional processed files. */
  onProgress(files: number): void;
  /** Called for backups of the server, which are not books. */
  onBackup(file: Waiting): void;
  /** Called for missing rows whose files were found. */
  onReturned(ids: readonly string[]): void;
}

export type Pipeline = (folders: AsyncIterable<readonly Waiting[]>, round: Round) => Promise<Set<string>>;

interface Dependencies {
  readBooks(files: readonly FileToRead[], options: ReadOptions): Promise<void>;
  /** With `isLast`, no file is postponed. */
  saveBatch(files: readonly ReadFile[], scope: SaveScope & { isLast: boolean }): Promise<SaveResult>;
}

/** Books per transaction: small enough that other writers do not wait long. */
export const saveSize = 100;
/** Files read ahead of those being saved. */
const readAhead = 600;

/** Returns the affected series. */
export function createPipeline({ readBooks, saveBatch }: Dependencies): Pipeline {
  return async (folders, round) => {
    const { library, signal } = round;
    const settings: ReadSettings = { hashing: library.hashing };
    const seriesIds = new Set<string>();
    const ready: ReadFile[] = [];
    const postponed: ReadFile[] = [];
    const swapped: ReadFile[] = [];

    async function saveFrom(files: ReadFile[], { atLeast, isLast }: { atLeast: number; isLast: boolean }) {
      while (files.length >= Math.max(1, atLeast)) await saveOne(files.splice(0, saveSize), isLast);
    }
    async function saveOne(batch: readonly ReadFile[], isLast: boolean) {
      const saved = await saveBatch(batch, { ...round, isLast });
      round.onReturned(saved.returnedIds);
      for (const id of saved.seriesIds) seriesIds.add(id);
      postponed.push(...saved.later);
      swapped.push(...saved.waiting);
      round.onProgress(batch.length - saved.later.length - saved.waiting.length);
    }
    const save = (atLeast: number): Promise<void> => saveFrom(ready, { atLeast, isLast: false });

    const toPath = (file: Waiting): FileToRead => ({
      root: library.roots.find((root) => root.id === file.rootId)?.path ?? '',
      relativePath: joinNames(file.folder, file.name),
      ...(file.sidecars && { sidecars: file.sidecars.map(({ name }) => name) }),
    });

    const read = (files: readonly Waiting[]): Promise<void> =>
      readBooks(files.map(toPath), {
        settings,
        signal,
        onResult(index, result) {
          const file = files[index];
          if (!file) return;
          if (wasRead(result) && !isBackup(result)) {
            ready.push({ ...file, reading: result });
            return;
          }
          if (wasRead(result)) round.onBackup(file);
          round.onProgress(1);
        },
      });

    // Reads one part while the previous one is saved.
    let reading = Promise.resolve();
    let part: Waiting[] = [];
    const next = async () => {
      const files = part;
      part = [];
      await reading;
      signal.throwIfAborted();
      reading = read(files);
      reading.catch(() => {});
      await save(saveSize);
    };
    for await (const files of folders) {
      // A folder may contain more files than a call accepts arguments, and more than are read ahead.
      for (const some of chunks(files, readAhead)) {
        part.push(...some);
        if (part.length >= readAhead) await next();
      }
    }
    await next();
    await reading;
    await save(1);
    if (swapped.length > 0) await saveOne(swapped.splice(0), true);
    await saveFrom(postponed, { atLeast: 1, isLast: true });
    return seriesIds;
  };
}
