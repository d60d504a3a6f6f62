// What is to be told to the server, kept in this browser (IndexedDB) until it is there. Where a browser keeps nothing
// (some private windows), in memory.
import type { NewSession } from '@lectern/contract/reading-sessions';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Unsent } from './outbox.ts';

export interface KeptSession {
  userId: string;
  session: NewSession;
}

interface Schema extends DBSchema {
  places: { key: [userId: string, bookId: string]; value: Unsent };
  sessions: { key: [userId: string, id: string]; value: KeptSession };
}

let opening: Promise<IDBPDatabase<Schema> | undefined> | undefined;

function open(): Promise<IDBPDatabase<Schema> | undefined> {
  opening ??= openDB<Schema>('lectern-reading', 1, {
    upgrade(database) {
      database.createObjectStore('places', { keyPath: ['userId', 'bookId'] });
      database.createObjectStore('sessions', { keyPath: ['userId', 'session.id'] });
    },
    terminated() {
      opening = undefined;
    },
  }).catch(() => undefined);
  return opening;
}

const places = new Map<string, Unsent>();
const sessions = new Map<string, KeptSession>();
const ofUser = (userId: string) => IDBKeyRange.bound([userId], [userId, []]);
const toKey = ({ userId, bookId }: Pick<Unsent, 'userId' | 'bookId'>) => `${userId} ${bookId}`;

export async function findUnsent(which: Pick<Unsent, 'userId' | 'bookId'>): Promise<Unsent | undefined> {
  const inMemory = places.get(toKey(which));
  return (
    inMemory ?? (await (await open())?.get('places', [which.userId, which.bookId]).catch(() => undefined))
  );
}

export async function listUnsent(userId: string): Promise<Unsent[]> {
  const kept = await (await open())?.getAll('places', ofUser(userId)).catch(() => []);
  return [...places.values()].filter((one) => one.userId === userId).concat(kept ?? []);
}

export async function keepUnsent(unsent: Unsent): Promise<void> {
  try {
    const database = await open();
    if (database) await database.put('places', unsent);
    else places.set(toKey(unsent), unsent);
  } catch {
    places.set(toKey(unsent), unsent);
  }
}

/** Unless a newer one has taken its place meanwhile. */
export async function removeUnsent(unsent: Unsent): Promise<void> {
  if (places.get(toKey(unsent))?.readAt === unsent.readAt) places.delete(toKey(unsent));
  const transaction = (await open())?.transaction('places', 'readwrite');
  const cursor = await transaction?.store.openCursor([unsent.userId, unsent.bookId]);
  if (cursor?.value.readAt === unsent.readAt) await cursor.delete();
}

export async function keepSession(kept: KeptSession): Promise<void> {
  try {
    const database = await open();
    if (database) await database.put('sessions', kept);
    else sessions.set(kept.session.id, kept);
  } catch {
    sessions.set(kept.session.id, kept);
  }
}

/** The oldest, as many as the server takes at once. */
export async function listSessions(userId: string): Promise<NewSession[]> {
  const kept = await (await open())?.getAll('sessions', ofUser(userId), 500).catch(() => []);
  const inMemory = [...sessions.values()].filter((one) => one.userId === userId);
  return inMemory
    .concat(kept ?? [])
    .slice(0, 500)
    .map(({ session }) => session);
}

export async function removeSessions(userId: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) sessions.delete(id);
  const transaction = (await open())?.transaction('sessions', 'readwrite');
  for (const id of ids) await transaction?.store.delete([userId, id]);
}
