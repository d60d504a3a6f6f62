// Which books are kept in this browser and for whom, and whose account is in use: read by the page and by the service
// worker, which has no other way to know.
import type { FileFormat } from '@lectern/contract/values';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { toDatabaseName } from './names.ts';

export interface Kept {
  userId: string;
  bookId: string;
  seriesId: string;
  seriesName: string;
  title: string;
  format: FileFormat;
  /** Of the file that was kept: another one is on the server when it differs there. */
  fileHash: string;
  /** When the covers were made, for their addresses. */
  updatedAt: string;
  /** `waiting` until everything is here; `stopped` when it did not work. */
  state: 'waiting' | 'kept' | 'stopped';
  /** Parts that are here, of how many. */
  done: number;
  total: number;
  sizeBytes: number;
  keptAtMs: number;
}

interface Schema extends DBSchema {
  state: { key: 'account'; value: string | null };
  books: { key: [string, string]; value: Kept };
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
  /** Of everybody, or of one account. */
  list(userId?: string): Promise<Kept[]>;
  put(kept: Kept): Promise<void>;
  remove(userId: string, bookId: string): Promise<void>;
}

/** `base` is the path of the client. */
export function createDownloadStore(base: string): DownloadStore {
  return {
    async findAccount() {
      return (await (await open(base)).get('state', 'account')) ?? undefined;
    },
    async setAccount(userId) {
      await (await open(base)).put('state', userId, 'account');
    },
    async list(userId) {
      const all = await (await open(base)).getAll('books');
      return userId === undefined ? all : all.filter((one) => one.userId === userId);
    },
    async put(kept) {
      await (await open(base)).put('books', kept);
    },
    async remove(userId, bookId) {
      await (await open(base)).delete('books', [userId, bookId]);
    },
  };
}
