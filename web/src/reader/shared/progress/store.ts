// Unsent positions in this browser: in IndexedDB, and before that in local storage, which is written synchronously, as
// a closing page waits for no database. In memory where storage is blocked.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Unsent } from './outbox.ts';

interface Schema extends DBSchema {
  places: { key: [userId: string, bookId: string]; value: Unsent };
}

let opening: Promise<IDBPDatabase<Schema> | undefined> | undefined;

function open(): Promise<IDBPDatabase<Schema> | undefined> {
  opening ??= openDB<Schema>('lectern-reading', 1, {
    upgrade(database) {
      database.createObjectStore('places', { keyPath: ['userId', 'bookId'] });
    },
    terminated() {
      opening = undefined;
    },
  }).catch(() => undefined);
  return opening;
}

type Which = Pick<Unsent, 'userId' | 'bookId'>;

const places = new Map<string, Unsent>();
const ofUser = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);
const prefixOf = (userId: string) => `lectern.place ${userId} `;
const toKey = ({ userId, bookId }: Which) => prefixOf(userId) + bookId;

/** Keeps the newest; if it cannot be written, an older one is removed. */
function note(unsent: Unsent): void {
  const key = toKey(unsent);
  try {
    localStorage.setItem(key, JSON.stringify(unsent));
  } catch {
    removeNote(key);
  }
}

function removeNote(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
}

function findNote(key: string): Unsent | undefined {
  try {
    const unsent = JSON.parse(localStorage.getItem(key) ?? 'null') as Unsent | null;
    return unsent && toKey(unsent) === key && unsent.place ? unsent : undefined;
  } catch {
    return undefined;
  }
}

function listNotes(userId: string): Unsent[] {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(userId)));
    return keys.flatMap((key) => findNote(key) ?? []);
  } catch {
    return [];
  }
}

export async function findUnsent(which: Which): Promise<Unsent | undefined> {
  const atHand = places.get(toKey(which)) ?? findNote(toKey(which));
  return atHand ?? (await (await open())?.get('places', [which.userId, which.bookId]).catch(() => undefined));
}

export async function listUnsent(userId: string): Promise<Unsent[]> {
  const kept = (await (await open())?.getAll('places', ofUser(userId)).catch(() => [])) ?? [];
  const inMemory = [...places.values()].filter((one) => one.userId === userId);
  const all = [...kept, ...listNotes(userId), ...inMemory];
  return [...new Map(all.map((one) => [one.bookId, one])).values()];
}

export async function keepUnsent(unsent: Unsent): Promise<void> {
  note(unsent);
  try {
    const database = await open();
    if (database) await database.put('places', unsent);
    else places.set(toKey(unsent), unsent);
  } catch {
    places.set(toKey(unsent), unsent);
  }
}

/** Removes the position and older ones, unless a newer one was stored meanwhile. */
export async function removeUnsent(unsent: Unsent): Promise<void> {
  const key = toKey(unsent);
  if (places.get(key)?.readAt === unsent.readAt) places.delete(key);
  const noted = findNote(key);
  if (noted && noted.readAt !== unsent.readAt) return;
  const transaction = (await open())?.transaction('places', 'readwrite');
  const cursor = await transaction?.store.openCursor([unsent.userId, unsent.bookId]);
  // The database may hold an older position than local storage.
  const isNoted = findNote(key)?.readAt === unsent.readAt;
  if (cursor && (isNoted || cursor.value.readAt === unsent.readAt)) await cursor.delete();
  if (isNoted) removeNote(key);
}
