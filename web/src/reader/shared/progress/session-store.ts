// Unsent reading sessions, one entry of local storage each. They are written synchronously, because a closing page cannot
// wait. If local storage is blocked, they are kept in memory.
import type { NewSession } from '@lectern/contract/reading/reading-sessions';

export interface UnsentSession {
  userId: string;
  session: NewSession;
}

/** Maximum number that the server accepts per request. */
const maxPerRequest = 500;

const prefixOf = (userId: string) => `lectern.session ${userId} `;
const inMemory = new Map<string, UnsentSession>();

export function saveSession({ userId, session }: UnsentSession): void {
  try {
    localStorage.setItem(prefixOf(userId) + session.id, JSON.stringify(session));
  } catch {
    inMemory.set(session.id, { userId, session });
  }
}

export function listSessions(userId: string): NewSession[] {
  const prefix = prefixOf(userId);
  const stored = Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => readSession(localStorage.getItem(key)));
  const others = [...inMemory.values()].filter((one) => one.userId === userId);
  return [...others.map(({ session }) => session), ...stored].slice(0, maxPerRequest);
}

function readSession(stored: string | null): NewSession[] {
  try {
    const session = JSON.parse(stored ?? '') as NewSession;
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
