// Which books are downloaded for whom, and which account is in use, in IndexedDB: the service worker reads it, too, as
// it has no access to local storage.
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
  /** Of the downloaded file; another value on the server means that the file has changed. */
  fileHash: string;
  /** Of the book; part of the address of its thumbnail. */
  updatedAt: string;
  /** `waiting` until all parts are there; `stopped` after a failure. */
  state: 'waiting' | 'kept' | 'stopped';
  /** Parts that are there, of `total`. */
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
  /** The account in use; undefined when nobody is signed in. */
  findAccount(): Promise<string | undefined>;
  setAccount(userId: string | null): Promise<void>;
  /** Of one account; of all without an id. */
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
      // First removed: on a device that is full, nobody gets the downloads of somebody else.
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
