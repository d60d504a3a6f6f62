// Files on their way to being books: read by worker processes while what was read before is saved.
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

/** A file to be read, with what the database and the file system say of it. */
export type Waiting = Omit<ReadFile, 'reading'>;

export interface Round extends SaveScope {
  signal: AbortSignal;
  /** So many more files are done. */
  onProgress(files: number): void;
  /** Files that are backups of the server, and so no books. */
  onBackup(file: Waiting): void;
  /** Rows that were missing have their files again. */
  onReturned(ids: readonly string[]): void;
}

export type Pipeline = (folders: AsyncIterable<readonly Waiting[]>, round: Round) => Promise<Set<string>>;

interface Dependencies {
  readBooks(files: readonly FileToRead[], options: ReadOptions): Promise<void>;
  saveBatch(files: readonly ReadFile[], scope: SaveScope): Promise<SaveResult>;
}

/** Books of one transaction: small enough that readers do not wait for it. */
const saveSize = 100;
/** Files read ahead of what is saved. */
const readAhead = 600;

/** Resolves with the series that were touched. */
export function createPipeline({ readBooks, saveBatch }: Dependencies): Pipeline {
  return async (folders, round) => {
    const { library, signal } = round;
    const settings: ReadSettings = { hashing: library.hashing };
    const seriesIds = new Set<string>();
    const ready: ReadFile[] = [];

    async function save(atLeast: number): Promise<void> {
      while (ready.length >= Math.max(1, atLeast)) {
        const batch = ready.splice(0, saveSize);
        const { returnedIds, seriesIds: touched } = await saveBatch(batch, round);
        round.onReturned(returnedIds);
        for (const id of touched) seriesIds.add(id);
        round.onProgress(batch.length);
      }
    }

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

    // One part is read while the one before is saved.
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
      // One folder may hold more than a call takes arguments, and more than should be read ahead.
      for (const some of chunks(files, readAhead)) {
        part.push(...some);
        if (part.length >= readAhead) await next();
      }
    }
    await next();
    await reading;
    await save(1);
    return seriesIds;
  };
}
