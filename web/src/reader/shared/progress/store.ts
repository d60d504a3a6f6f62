// Unsent positions in this browser. They are written to local storage synchronously, because a closing page cannot wait, and
// then to IndexedDB. If storage is blocked, they are kept in memory.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { noteStorageFull } from '../../../api/device-storage.ts';
import type { UnsentPosition } from './outbox.ts';

interface Schema extends DBSchema {
  places: { key: [userId: string, bookId: string]; value: UnsentPosition };
}

let opening: Promise<IDBPDatabase<Schema> | undefined> | undefined;

function open(): Promise<IDBPDatabase<Schema> | undefined> {
  opening ??= connect().catch(() => undefined);
  return opening;
}

/** Asynchronous, because a browser that blocks storage throws immediately. */
async function connect(): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>('lectern-reading', 1, {
    upgrade(database) {
      database.createObjectStore('places', { keyPath: ['userId', 'bookId'] });
    },
    terminated() {
      opening = undefined;
    },
  });
}

type UnsentKey = Pick<UnsentPosition, 'userId' | 'bookId'>;

const inMemoryPositions = new Map<string, UnsentPosition>();
const ofUser = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);
const prefixOf = (userId: string) => `lectern.place ${userId} `;
const toKey = ({ userId, bookId }: UnsentKey) => prefixOf(userId) + bookId;

/** Keeps the newest. If it cannot be written, removes an older one. */
function writeLocal(unsent: UnsentPosition): void {
  const key = toKey(unsent);
  try {
    localStorage.setItem(key, JSON.stringify(unsent));
  } catch {
    removeLocal(key);
  }
}

function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

function findLocal(key: string): UnsentPosition | undefined {
  try {
    const unsent = JSON.parse(localStorage.getItem(key) ?? 'null') as UnsentPosition | null;
    return unsent && toKey(unsent) === key && unsent.place ? unsent : undefined;
  } catch {
    return undefined;
  }
}

function listLocal(userId: string): UnsentPosition[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(userId)));
    return keys.flatMap((key) => findLocal(key) ?? []);
  } catch {
    return [];
  }
}

export async function findUnsent(which: UnsentKey): Promise<UnsentPosition | undefined> {
  const local = inMemoryPositions.get(toKey(which)) ?? findLocal(toKey(which));
  return local ?? (await (await open())?.get('places', [which.userId, which.bookId]).catch(() => undefined));
}

export async function listUnsent(userId: string): Promise<UnsentPosition[]> {
  const stored = (await (await open())?.getAll('places', ofUser(userId)).catch(() => [])) ?? [];
  const inMemory = [...inMemoryPositions.values()].filter((one) => one.userId === userId);
  const all = [...stored, ...listLocal(userId), ...inMemory];
  return [...new Map(all.map((one) => [one.bookId, one])).values()];
}

export async function saveUnsent(unsent: UnsentPosition): Promise<void> {
  writeLocal(unsent);
  try {
    const database = await open();
    if (database) await database.put('places', unsent);
    else inMemoryPositions.set(toKey(unsent), unsent);
  } catch {
    noteStorageFull();
    inMemoryPositions.set(toKey(unsent), unsent);
  }
}

/** Removes the position and older ones, unless a newer one was stored meanwhile. */
export async function removeUnsent(unsent: UnsentPosition): Promise<void> {
  const key = toKey(unsent);
  if (inMemoryPositions.get(key)?.readAt === unsent.readAt) inMemoryPositions.delete(key);
  const local = findLocal(key);
  if (local && local.readAt !== unsent.readAt) return;
  const transaction = (await open())?.transaction('places', 'readwrite');
  const cursor = await transaction?.store.openCursor([unsent.userId, unsent.bookId]);
  // The database may have an older position than local storage.
  const isLocal = findLocal(key)?.readAt === unsent.readAt;
  if (cursor && (isLocal || cursor.value.readAt === unsent.readAt)) await cursor.delete();
  if (isLocal) removeLocal(key);
}
