// Reads files in worker processes while previously read files are saved.
import { EventEmitter, once } from 'node:events';
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
/** Files that are sent together to be read. */
const readSize = 64;
/** Files that are being read, or were read and are not saved yet. */
const readAhead = 600;

/** Returns the affected series. After an error, files that were already read are saved. */
export function createPipeline({ readBooks, saveBatch }: Dependencies): Pipeline {
  return async (folders, round) => {
    const { library, signal } = round;
    const settings: ReadSettings = { hashing: library.hashing };
    const seriesIds = new Set<string>();
    const ready: ReadFile[] = [];
    const postponed: ReadFile[] = [];
    const swapped: ReadFile[] = [];
    const changes = new EventEmitter();
    let unread = 0;
    let isRead = false;
    let failure: { error: unknown } | undefined;

    const fail = (error: unknown): void => {
      failure ??= { error };
      changes.emit('change');
    };

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
          unread--;
          if (file && wasRead(result) && !isBackup(result)) ready.push({ ...file, reading: result });
          else {
            if (file && wasRead(result)) round.onBackup(file);
            round.onProgress(1);
          }
          changes.emit('change');
        },
      });

    async function readAll(): Promise<void> {
      const reads: Promise<void>[] = [];
      for await (const part of toParts(folders)) {
        while (!failure && unread + ready.length + part.length > readAhead) await once(changes, 'change');
        if (failure) break;
        unread += part.length;
        reads.push(read(part).catch(fail));
      }
      await Promise.all(reads);
    }

    async function saveOne(batch: readonly ReadFile[], isLast: boolean): Promise<void> {
      const saved = await saveBatch(batch, { ...round, isLast });
      round.onReturned(saved.returnedIds);
      for (const id of saved.seriesIds) seriesIds.add(id);
      postponed.push(...saved.later);
      swapped.push(...saved.waiting);
      round.onProgress(batch.length - saved.later.length - saved.waiting.length);
    }

    async function saveRead(): Promise<void> {
      for (;;) {
        while (ready.length < saveSize && !isRead) await once(changes, 'change');
        if (ready.length === 0) return;
        await saveOne(ready.splice(0, saveSize), false);
        changes.emit('change');
      }
    }

    const reading = readAll()
      .catch(fail)
      .then(() => {
        isRead = true;
        changes.emit('change');
      });
    await Promise.all([reading, saveRead().catch(fail)]);
    if (failure) throw failure.error;
    if (swapped.length > 0) await saveOne(swapped.splice(0), true);
    for (const batch of chunks(postponed.splice(0), saveSize)) await saveOne(batch, true);
    return seriesIds;
  };
}

/** The files in order, in parts of `readSize`. */
async function* toParts(folders: AsyncIterable<readonly Waiting[]>): AsyncGenerator<Waiting[]> {
  let part: Waiting[] = [];
  for await (const files of folders)
    for (const file of files) {
      part.push(file);
      if (part.length < readSize) continue;
      yield part;
      part = [];
    }
  if (part.length > 0) yield part;
}
