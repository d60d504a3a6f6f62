// Records a reading. The newest one becomes the position; the history keeps all of them.
import type { BookRow } from '#catalog/books/book-rows.ts';
import { publishProgress } from '#catalog/changes.ts';
import { isFromAhead } from '#infrastructure/clock.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { newId } from '#infrastructure/ids.ts';
import type { ReadHistoryTable } from '#schema/tables/reading/history.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { shareProgress } from './entries.ts';
import { recordHistory, toReadingTime } from './history/record-history.ts';
import { lockReader, type WriteDependencies } from './marking.ts';
import type { KnownPosition, Position } from './position.ts';
import * as store from './store.ts';

export interface Reading {
  deviceId: string | null;
  deviceName: string | null;
  /** The time that the device reported; undefined for now. */
  reportedMs: number | undefined;
  /** Time at which this reading of the book began, from another program. Undefined if it began with this report. */
  startedMs?: number | undefined;
  /** Recorded only if it is beyond the stored position. */
  isForwardOnly?: boolean;
  /** Throws if it is not in the book. */
  toPosition(known: KnownPosition | undefined): Position;
}

/** `row` is the current position. For `forgotten` it is the new reading, which has no effect. */
export type Outcome =
  | { kind: 'applied' | 'late'; row: ReadProgressTable }
  | { kind: 'forgotten'; row: ReadProgressTable; forgottenAt: number };

async function take(
  deps: WriteDependencies,
  tx: Tx,
  { userId, book }: { userId: string; book: BookRow },
  reading: Reading,
): Promise<Outcome & { isNews: boolean; otherIds?: string[] }> {
  const { deviceId, deviceName, reportedMs } = reading;
  const ids = { userId, bookId: book.id };
  const nowMs = deps.clock();
  const found = await store.find(tx, userId, book.id);
  const current = found && toKnown(found, nowMs);
  const time = await toReadingTime(tx, { ...ids, deviceId, reportedMs, nowMs });
  const position = reading.toPosition(current);
  if (reading.isForwardOnly && found && isBeyond(found, position))
    return { kind: 'late', row: found, isNews: false };
  const entry = {
    id: newId(),
    ...ids,
    deviceId,
    deviceName,
    ...toColumns(position),
    marked: 0,
    beganAt: null,
    ...time,
  };
  await recordHistory(tx, { ...entry, recordedAt: nowMs });
  const { startedMs } = reading;
  const row = toRow(ids, current, { position, readAt: time.readAt, startedMs });
  if (current && isOlder(row, current, reportedMs !== undefined))
    return { kind: 'late', row: current, isNews: false };
  const forgottenAt = current ? undefined : await store.findForgotten(tx, userId, book.id);
  if (forgottenAt !== undefined && time.readAt < forgottenAt && !isFromAhead(forgottenAt, nowMs))
    return { kind: 'forgotten', row, forgottenAt, isNews: false };
  await store.save(tx, row);
  await count(deps, tx, book, { row, current, nowMs });
  const others = await shareProgress(tx, [book.id], userId);
  const main = others.find(({ mainBookId }) => mainBookId === null);
  if (main) await deps.counts.recount(tx, [main.seriesId], userId);
  // The same position at a later time: sends no event, but older readings lose against it.
  const otherIds = others.map(({ id }) => id);
  return { kind: 'applied', row, otherIds, isNews: !(current && isSamePosition(current, row)) };
}

/** Adjusts the counts of the series without a full recount. Deleted books do not count. */
async function count(
  { counts }: WriteDependencies,
  tx: Tx,
  book: Pick<BookRow, 'id' | 'seriesId'>,
  { row, current, nowMs }: { row: ReadProgressTable; current: ReadProgressTable | undefined; nowMs: number },
): Promise<void> {
  // A scan may have moved or deleted the book since it was loaded.
  const [home] = await counts.lockSeriesOfBooks(tx, [book.seriesId], () => store.listHomes(tx, book.id));
  if (!home || home.deletedAt !== null) return;
  const { seriesId } = home;
  const { userId, updatedAt: readAt, completed } = row;
  const finished = completed - (current?.completed ?? 0);
  const begun = 1 - completed - (current ? 1 - current.completed : 0);
  const isCounted = await counts.adjust(tx, { userId, seriesId }, { readAt, finished, begun, nowMs });
  if (!isCounted) await counts.recount(tx, [seriesId], userId);
}

export async function record(
  deps: WriteDependencies,
  userId: string,
  book: BookRow,
  reading: Reading,
): Promise<Outcome> {
  const {
    isNews,
    otherIds = [],
    ...outcome
  } = await deps.database.transaction(async (tx) => {
    await lockReader(deps.database, tx, userId);
    return take(deps, tx, { userId, book }, reading);
  });
  if (isNews) publishProgress(deps.events, { userId, bookIds: [book.id, ...otherIds], deleted: false });
  return outcome;
}

/**
 * The stored position. A time in the future was written while the clock of the server was ahead: any other reading
 * replaces it.
 */
function toKnown(row: ReadProgressTable, nowMs: number): ReadProgressTable {
  const { startedAt, updatedAt, completedAt } = row;
  return {
    ...row,
    startedAt: Math.min(startedAt, nowMs),
    updatedAt: isFromAhead(updatedAt, nowMs) ? 0 : updatedAt,
    completedAt: completedAt === null ? null : Math.min(completedAt, nowMs),
  };
}

const toColumns = ({ page, percentage, completed, locator }: Position) => ({
  page,
  percentage,
  locator,
  completed: completed ? 1 : 0,
});

function toRow(
  ids: Pick<ReadHistoryTable, 'userId' | 'bookId'>,
  current: ReadProgressTable | undefined,
  {
    position,
    readAt,
    startedMs = readAt,
  }: { position: Position; readAt: number; startedMs: number | undefined },
): ReadProgressTable {
  const wasCompleted = current?.completed === 1;
  // Opening a finished book before its end starts it again.
  const isAgain = wasCompleted && !position.completed && position.page < current.currentPage;
  return {
    id: current?.id ?? newId(),
    ...ids,
    currentPage: position.page,
    percentage: position.percentage,
    completed: position.completed ? 1 : 0,
    locator: position.locator,
    startedAt: Math.min(startedMs, current && !isAgain ? current.startedAt : readAt),
    updatedAt: readAt,
    completedAt: position.completed ? (wasCompleted ? current.completedAt : readAt) : null,
  };
}

/** A finished book is always beyond any position. */
const isBeyond = ({ completed, currentPage }: ReadProgressTable, { page }: Position): boolean =>
  completed === 1 || currentPage >= page;

/** If two readings have the same device time, the one that finished the book wins. */
const isOlder = (row: ReadProgressTable, current: ReadProgressTable, isDated: boolean): boolean =>
  row.updatedAt < current.updatedAt ||
  (isDated && row.updatedAt === current.updatedAt && row.completed < current.completed);

const isSamePosition = (a: ReadProgressTable, b: ReadProgressTable): boolean =>
  a.currentPage === b.currentPage &&
  a.percentage === b.percentage &&
  a.completed === b.completed &&
  a.locator === b.locator;
