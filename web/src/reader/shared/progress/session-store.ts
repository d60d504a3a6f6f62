// Stretches of reading that the server was not told of yet, one entry of the browser's storage each: written at once, as
// a page that goes away waits for nothing. Where a browser keeps nothing (some private windows), in memory.
import type { NewSession } from '@lectern/contract/reading-sessions';

export interface KeptSession {
  userId: string;
  session: NewSession;
}

/** As many as the server takes at once. */
const most = 500;

const prefixOf = (userId: string) => `lectern.session ${userId} `;
const inMemory = new Map<string, KeptSession>();

export function keepSession({ userId, session }: KeptSession): void {
  try {
    localStorage.setItem(prefixOf(userId) + session.id, JSON.stringify(session));
  } catch {
    inMemory.set(session.id, { userId, session });
  }
}

export function listSessions(userId: string): NewSession[] {
  const prefix = prefixOf(userId);
  const kept = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readSession(localStorage.getItem(key)));
  const others = [...inMemory.values()].filter((one) => one.userId === userId);
  return [...others.map(({ session }) => session), ...kept].slice(0, most);
}

function readSession(kept: string | null): NewSession[] {
  try {
    const session = JSON.parse(kept ?? '') as NewSession;
    return typeof session.id === 'string' ? [session] : [];
  } catch {
    return [];
  }
}

export function removeSessions(userId: string, ids: readonly string[]): void {
  for (const id of ids) {
    inMemory.delete(id);
    localStorage.removeItem(prefixOf(userId) + id);
  }
}
