// The downloaded books of each account, and the current account. Stored in IndexedDB, because the service worker cannot
// access local storage.
import type { FileFormat } from '@lectern/contract/values';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { toDatabaseName } from './names.ts';

export interface Download {
  userId: string;
  bookId: string;
  seriesId: string;
  seriesName: string;
  title: string;
  format: FileFormat;
  /** Version of the downloaded file. Another value on the server means that the file has changed. */
  fileHash: string;
  /** Version of the cover, part of its thumbnail URL. */
  updatedAt: string;
  /** `waiting` until all parts are stored, `stopped` after a failure. */
  state: 'waiting' | 'kept' | 'stopped';
  /** Number of stored parts, of `total`. */
  done: number;
  total: number;
  sizeBytes: number;
  keptAtMs: number;
}

interface Schema extends DBSchema {
  state: { key: 'account'; value: string | null };
  books: { key: [string, string]; value: Download };
}

const databases = new Map<string, Promise<IDBPDatabase<Schema>>>();

function open(base: string): Promise<IDBPDatabase<Schema>> {
  const name = toDatabaseName(base);
  const known = databases.get(name);
  if (known) return known;
  const opened = openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('state');
      database.createObjectStore('books', { keyPath: ['userId', 'bookId'] });
    },
    terminated: () => void databases.delete(name),
  });
  databases.set(name, opened);
  return opened;
}

export interface DownloadStore {
  /** The current account. Undefined while no user is signed in. */
  findAccount(): Promise<string | undefined>;
  setAccount(userId: string | null): Promise<void>;
  /** Downloads of one account, or of all without an id. */
  list(userId?: string): Promise<Download[]>;
  put(download: Download): Promise<void>;
  remove(userId: string, bookId: string): Promise<void>;
}

/** `base` is the path of the client. */
export function createDownloadStore(base: string): DownloadStore {
  return {
    async findAccount() {
      return (await (await open(base)).get('state', 'account')) ?? undefined;
    },
    async setAccount(userId) {
      const database = await open(base);
      if (((await database.get('state', 'account')) ?? null) === userId) return;
      // Removes first, so that on a full device no account sees the downloads of another.
      await database.delete('state', 'account');
      if (userId !== null) await database.put('state', userId, 'account');
    },
    async list(userId) {
      const all = await (await open(base)).getAll('books');
      return userId === undefined ? all : all.filter((one) => one.userId === userId);
    },
    async put(download) {
      await (await open(base)).put('books', download);
    },
    async remove(userId, bookId) {
      await (await open(base)).delete('books', [userId, bookId]);
    },
  };
}
