// Imports completion times and reading sessions.
import type { NewSession } from '@lectern/contract/reading/reading-sessions';
import {
  eachFound,
  noteLost,
  recordSessions,
  type TheirCompletion,
  type TheirSession,
} from '#features/import/snapshot/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import { toStableId } from '#infrastructure/ids.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';

type People = Pick<LocalIds, 'users' | 'books' | 'source'>;

/** Adds completions to the history. Does not change positions. */
export async function importCompletions(
  { catalog, progress }: Pick<ImportServices, 'catalog' | 'progress'>,
  finished: Iterable<TheirCompletion>,
  { users, books }: People,
): Promise<Outcome> {
  const outcome = toOutcome('completion times');
  const found = eachFound(finished, users, {
    find: ({ bookId }) => books.get(bookId)?.id,
    outcome,
  });
  for (const { one, viewer, id: bookId } of found) {
    const { pageCount } = await catalog.books.get(viewer, bookId);
    const entry = {
      page: Math.max(1, pageCount),
      percentage: 1,
      completed: 1,
      locator: null,
      deviceId: null,
      deviceName: null,
      marked: one.isUndated ? 1 : 0,
      beganAt: one.startedAtMs === undefined ? null : Math.min(one.startedAtMs, one.finishedAtMs),
      readAt: one.finishedAtMs,
    };
    const { added } = await progress.restore(viewer, bookId, { entries: [entry], position: undefined });
    outcome.taken += added;
    outcome.known += 1 - added;
  }
  return outcome;
}

export async function importSessions(
  { sessions: service }: Pick<ImportServices, 'sessions'>,
  sessions: readonly TheirSession[],
  { users, books, source }: People,
): Promise<Outcome> {
  const outcome = toOutcome('reading sessions');
  let lostCount = 0;
  for (const [theirs, list] of Map.groupBy(sessions, ({ userId }) => userId)) {
    const userId = users.get(theirs);
    const known = list.flatMap((one): NewSession[] => {
      const bookId = books.get(one.bookId)?.id;
      return userId === undefined || bookId === undefined ? [] : [toSession(one, bookId, source)];
    });
    lostCount += list.length - known.length;
    const viewer: Viewer = { ...system, userId: userId ?? system.userId };
    await recordSessions(service, viewer, { sessions: known, outcome });
  }
  noteLost(outcome, lostCount);
  return outcome;
}

const toSession = (one: TheirSession, bookId: string, source: string): NewSession => ({
  id: toStableId(source, 'session', one.id),
  bookId,
  startedAt: new Date(one.startedAtMs).toISOString(),
  endedAt: new Date(one.endedAtMs).toISOString(),
  startPage: one.startPage,
  endPage: one.endPage,
  ...(one.pagesRead !== undefined && { pagesRead: Math.max(0, Math.min(one.pagesRead, 100_000)) }),
  deviceId: one.device?.id.slice(0, 200),
  deviceName: one.device?.name.slice(0, 200),
});
