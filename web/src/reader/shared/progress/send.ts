// Telling the server: one place, the stretches of reading, and whatever was left when it could not be reached.
import type { WrittenProgress } from '@lectern/contract/progress';
import { findAccount } from '../../../api/accounts.ts';
import { ApiError, call } from '../../../api/call.ts';
import { deviceId, deviceName } from '../device.ts';
import { isLasting, judge, type Unsent, wasReceived } from './outbox.ts';
import type { Known } from './place.ts';
import { listSessions, listUnsent, removeSessions, removeUnsent } from './store.ts';

/** What is told this soon was read now, whatever the clock of this device says. */
const nowMs = 30_000;

export const isRefused = (error: unknown): boolean => error instanceof ApiError && isLasting(error.status);

export function writePlace({ bookId, place, readAt }: Unsent, keepalive: boolean): Promise<WrittenProgress> {
  const isLate = Date.now() - Date.parse(readAt) > nowMs;
  const body = { ...place, deviceId: deviceId(), deviceName, ...(isLate && { readAt }) };
  return call('PUT /api/v1/books/{id}/progress', { params: { id: bookId }, body }, { keepalive });
}

/** The place that the server knows; undefined while there is none. */
export async function readPlace(bookId: string): Promise<Known | undefined> {
  try {
    return await call('GET /api/v1/books/{id}/progress', { params: { id: bookId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** As `judge`, but whether an unsent place did arrive is asked of the history before anybody is asked. */
export async function judgeWithHistory(unsent: Unsent, known: Known | undefined) {
  const verdict = judge(unsent, known);
  if (verdict !== 'ask') return verdict;
  const { data } = await call('GET /api/v1/books/{id}/read-history', {
    params: { id: unsent.bookId },
    query: { pageSize: 50 },
  });
  return wasReceived(unsent, deviceId(), data) ? 'known' : 'ask';
}

export async function sendSessions(userId: string): Promise<void> {
  const sessions = await listSessions(userId);
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  try {
    await call('POST /api/v1/reading-sessions', { body: { sessions } }, { keepalive: sessions.length < 100 });
  } catch (error) {
    if (!isRefused(error)) return;
  }
  await removeSessions(userId, ids);
}

/** Books that are open in this tab: their readers tell of them. */
export const openBooks = new Set<{ bookId: string }>();
const isOpen = (bookId: string) => [...openBooks].some((one) => one.bookId === bookId);

async function replayOne(unsent: Unsent): Promise<void> {
  try {
    const verdict = await judgeWithHistory(unsent, await readPlace(unsent.bookId));
    // Whoever opens the book is asked; until then both places stay where they are.
    if (verdict === 'ask') return;
    if (verdict === 'send') await writePlace(unsent, false);
    await removeUnsent(unsent);
  } catch (error) {
    if (isRefused(error)) await removeUnsent(unsent);
    else throw error;
  }
}

/** Sends what is left of the account in use. Throws when the server cannot be reached; then nothing is lost. */
export async function replay(): Promise<void> {
  const userId = findAccount()?.userId;
  if (userId === undefined) return;
  for (const unsent of await listUnsent(userId)) if (!isOpen(unsent.bookId)) await replayOne(unsent);
  await sendSessions(userId);
}

const againMs = 60_000;

/** Replays now, whenever the network is back, and now and then. Returns what ends that. */
export function keepReplaying(): () => void {
  const tabs = 'locks' in navigator ? navigator.locks : undefined;
  const once = () =>
    tabs ? tabs.request('lectern-outbox', { ifAvailable: true }, (lock) => lock && replay()) : replay();
  const attempt = () => void once().catch(() => undefined);
  attempt();
  window.addEventListener('online', attempt);
  const timer = window.setInterval(attempt, againMs);
  return () => {
    window.removeEventListener('online', attempt);
    window.clearInterval(timer);
  };
}
