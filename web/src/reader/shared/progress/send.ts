// Sends positions and reading sessions, including those recorded offline.
import type { WrittenProgress } from '@lectern/contract/reading/progress';
import { findAccount } from '../../../api/accounts.ts';
import { ApiError, call } from '../../../api/call.ts';
import { deviceId, deviceName } from '../device.ts';
import { isPermanentFailure, judge, judgeByHistory, type UnsentPosition } from './outbox.ts';
import type { StoredPosition } from './position.ts';
import { listSessions, removeSessions } from './session-store.ts';
import { listUnsent, removeUnsent } from './store.ts';

export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && isPermanentFailure(error.status);

/** Includes the time of reading, which resolves conflicts between devices. */
function writePosition(
  { bookId, place: position, readAt }: UnsentPosition,
  keepalive: boolean,
): Promise<WrittenProgress> {
  const sentAt = new Date().toISOString();
  const body = { ...position, deviceId: deviceId(), deviceName, readAt, sentAt };
  return call('PUT /api/v1/books/{id}/progress', { params: { id: bookId }, body }, { keepalive });
}

/** The position on the server. Undefined if there is none. */
export const readPosition = (bookId: string): Promise<StoredPosition | undefined> =>
  call('GET /api/v1/books/{id}/progress', { params: { id: bookId }, query: { optional: 'true' } });

/**
 * Sends a position. The server ignores it if it has a newer reading, which can be an earlier request of this device that
 * arrived late. While the server is still at `base`, no other device has moved on, and the position is sent again with the
 * current time.
 */
export async function enqueuePosition(
  unsent: UnsentPosition,
  { findBase, keepalive }: { findBase(): Promise<string | null>; keepalive: boolean },
): Promise<WrittenProgress> {
  const written = await writePosition(unsent, keepalive);
  if (written.applied || written.forgottenAt !== undefined) return written;
  if (written.updatedAt !== (await findBase())) return written;
  return writePosition({ ...unsent, readAt: new Date().toISOString() }, keepalive);
}

/** Like `judge`, but checks the history before the user is asked. */
export async function judgeWithHistory(unsent: UnsentPosition, known: StoredPosition | undefined) {
  const verdict = judge(unsent, known);
  if (verdict !== 'ask') return verdict;
  const { data } = await call('GET /api/v1/books/{id}/read-history', {
    params: { id: unsent.bookId },
    query: { pageSize: 50 },
  });
  return judgeByHistory(unsent, deviceId(), data);
}

export async function sendSessions(userId: string): Promise<void> {
  const sessions = listSessions(userId);
  if (sessions.length === 0) return;
  const ids = sessions.map(({ id }) => id);
  try {
    const body = { sessions, sentAt: new Date().toISOString() };
    await call('POST /api/v1/reading-sessions', { body }, { keepalive: sessions.length < 100 });
  } catch (error) {
    if (!isRefused(error)) return;
  }
  removeSessions(userId, ids);
}

/** Books open in this tab. Their readers send their positions. */
export const openBooks = new Set<{ bookId: string }>();
const isOpen = (bookId: string) => [...openBooks].some((one) => one.bookId === bookId);

async function replayOne(unsent: UnsentPosition): Promise<void> {
  try {
    const known = await readPosition(unsent.bookId);
    const verdict = await judgeWithHistory(unsent, known);
    // The user is asked when the book is opened. Until then, both positions are kept.
    if (verdict === 'ask') return;
    if (verdict === 'send')
      await enqueuePosition(unsent, { findBase: async () => known?.updatedAt ?? null, keepalive: false });
    await removeUnsent(unsent);
  } catch (error) {
    if (isRefused(error)) await removeUnsent(unsent);
    else throw error;
  }
}

/** Sends all pending data of the current account. Throws if the server is unreachable; pending data is kept. */
export async function replay(): Promise<void> {
  const userId = findAccount()?.userId;
  if (userId === undefined) return;
  for (const unsent of await listUnsent(userId)) if (!isOpen(unsent.bookId)) await replayOne(unsent);
  await sendSessions(userId);
}

const retryMs = 60_000;

/** Replays immediately, when the network is back, and at intervals. Returns a function that stops it. */
export function startReplaying(): () => void {
  const tabs = 'locks' in navigator ? navigator.locks : undefined;
  const once = () =>
    tabs ? tabs.request('lectern-outbox', { ifAvailable: true }, (lock) => lock && replay()) : replay();
  const attempt = () => void once().catch(() => undefined);
  attempt();
  window.addEventListener('online', attempt);
  const timer = window.setInterval(attempt, retryMs);
  return () => {
    window.removeEventListener('online', attempt);
    window.clearInterval(timer);
  };
}
