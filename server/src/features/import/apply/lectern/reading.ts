// Imports reading positions with their history, reading sessions, bookmarks and highlights without changes.
import type { NewSession } from '@lectern/contract/reading/reading-sessions';
import type { PersonalRecords } from '#features/export/index.ts';
import {
  type LocalIds,
  noteLost,
  type Outcome,
  type OwnRecords,
  recordSessions,
  toOutcome,
} from '#features/import/snapshot/index.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { LecternImportServices } from './dependencies.ts';
import { listOwnUsers, type OwnUser, personalRecords } from './files.ts';

type Services = Pick<LecternImportServices, 'progress' | 'sessions' | 'annotations'>;

export async function importReading(deps: Services, own: OwnRecords, known: LocalIds): Promise<Outcome[]> {
  const outcomes = {
    history: toOutcome('reading history entries'),
    sessions: toOutcome('reading sessions'),
    annotations: toOutcome('bookmarks and highlights'),
  };
  for (const user of listOwnUsers(own, known)) {
    await importHistory(deps, user, { known, outcome: outcomes.history });
    await importSessions(deps, user, { known, outcome: outcomes.sessions });
    await importAnnotations(deps, user, { known, outcome: outcomes.annotations });
  }
  return Object.values(outcomes);
}

interface To {
  known: LocalIds;
  outcome: Outcome;
}

const toMs = (time: string): number => Date.parse(time);
const toMsOrNull = (time: string | null): number | null => (time === null ? null : toMs(time));

/** Merges progress and history by book. Both files of a user are read completely. */
async function importHistory({ progress }: Services, user: OwnUser, { known, outcome }: To): Promise<void> {
  const entries = new Map<string, PersonalRecords['history'][]>();
  for await (const entry of user.read('history', personalRecords.history))
    entries.set(entry.bookId, [...(entries.get(entry.bookId) ?? []), entry]);
  const positions = new Map<string, PersonalRecords['progress']>();
  for await (const position of user.read('progress', personalRecords.progress))
    positions.set(position.bookId, position);
  let lostCount = 0;
  for (const theirs of new Set([...entries.keys(), ...positions.keys()])) {
    const bookId = known.books.get(theirs)?.id;
    const ofBook = entries.get(theirs) ?? [];
    if (bookId === undefined) {
      lostCount += ofBook.length;
      continue;
    }
    const position = positions.get(theirs);
    const { added } = await progress.restore(user.viewer, bookId, {
      entries: ofBook.map(toEntry),
      position: position && toPosition(position),
    });
    outcome.taken += added;
    outcome.known += ofBook.length - added;
  }
  noteLost(outcome, lostCount);
}

const toPlace = (one: PersonalRecords['progress'] | PersonalRecords['history']) => ({
  percentage: one.percentage,
  completed: Number(one.completed),
  locator: one.locator === null ? null : JSON.stringify(one.locator),
});

const toEntry = (one: PersonalRecords['history']) => ({
  ...toPlace(one),
  page: one.page,
  deviceId: one.deviceId,
  deviceName: one.deviceName,
  marked: Number(one.marked),
  beganAt: toMsOrNull(one.beganAt),
  readAt: toMs(one.readAt),
});

const toPosition = (one: PersonalRecords['progress']) => ({
  ...toPlace(one),
  currentPage: one.page,
  startedAt: toMs(one.startedAt),
  updatedAt: toMs(one.updatedAt),
  completedAt: toMsOrNull(one.completedAt),
});

async function importSessions(deps: Services, user: OwnUser, { known, outcome }: To): Promise<void> {
  const sessions: NewSession[] = [];
  let lostCount = 0;
  for await (const session of user.read('reading-sessions', personalRecords['reading-sessions'])) {
    const bookId = known.books.get(session.bookId)?.id;
    if (bookId === undefined) lostCount++;
    else sessions.push({ ...session, bookId });
  }
  noteLost(outcome, lostCount);
  await recordSessions(deps.sessions, user.viewer, { sessions, outcome });
}

async function importAnnotations(deps: Services, user: OwnUser, { known, outcome }: To): Promise<void> {
  let lostCount = 0;
  for await (const { id, bookId: theirs, ...one } of user.read('annotations', personalRecords.annotations)) {
    const bookId = known.books.get(theirs)?.id;
    if (bookId === undefined) {
      lostCount++;
      continue;
    }
    const { createdAt, updatedAt, ...body } = one;
    const put = (changedAt: string) =>
      deps.annotations.put(user.viewer, { bookId, id }, { ...body, changedAt });
    try {
      const { isNew } = await put(createdAt);
      // Restores the original modification time.
      if (isNew && updatedAt !== createdAt) await put(updatedAt);
      if (isNew) outcome.taken++;
      else outcome.known++;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // The annotation was deleted on this server.
      outcome.known++;
    }
  }
  noteLost(outcome, lostCount);
}
