// Imports reading positions with time and device. The latest position wins, regardless of its origin.
import { type Locator, locatorSchema } from '@lectern/contract/reading/progress';
import { isText } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { eachFound, type TheirReading } from '#features/import/snapshot/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { type ImportServices, type LocalIds, type Outcome, toOutcome } from './dependencies.ts';
import { findShare } from './element-share.ts';

type Reading = Pick<ImportServices, 'catalog' | 'progress' | 'pool'>;

export async function importReadings(
  deps: Reading,
  readings: Iterable<TheirReading>,
  { users, books, program }: Pick<LocalIds, 'users' | 'books' | 'program'>,
): Promise<Outcome> {
  const outcome = toOutcome('reading positions');
  const found = eachFound(readings, users, {
    find: ({ bookId }) => books.get(bookId)?.id,
    outcome,
  });
  for (const { one: reading, viewer, id } of found) {
    const book = await deps.catalog.books.get(viewer, id);
    const isKnown = book.progress !== null && book.progress.updatedAt >= reading.readAtMs;
    if (!isKnown && (await write(deps, viewer, book, { reading, program }))) outcome.taken++;
    else outcome.known++;
  }
  return outcome;
}

/** Returns false if a later position exists, or the position was removed later. */
async function write(
  deps: Reading,
  viewer: Viewer,
  book: BookRow,
  { reading, program }: { reading: TheirReading; program: string },
): Promise<boolean> {
  const { progress } = deps;
  const readAt = new Date(reading.readAtMs).toISOString();
  const { device } = reading;
  const devices = device && { deviceId: device.id.slice(0, 200), deviceName: device.name.slice(0, 200) };
  const metadata = { readAt, ...devices };
  const started = { startedMs: reading.startedAtMs };
  if (!reading.completed && reading.locator !== undefined) {
    const document = { modified: readAt, device: device ?? { id: program, name: program } };
    const placed = await writeLocator(progress, viewer, book.id, {
      ...document,
      locator: reading.locator,
      started,
    });
    if (placed !== undefined) return placed;
  }
  if (!reading.completed && reading.spineIndex !== undefined) {
    const start = await progress.locateInSpine(book, reading.spineIndex);
    if (start) {
      const locator = { ...start, locations: await toLocations(deps, book, { start, reading }) };
      const body = { locator, completed: false, ...metadata };
      return (await progress.write(viewer, book.id, body, started)).applied;
    }
  }
  const place = reading.completed
    ? { completed: true }
    : reading.share !== undefined && (isText(book.fileFormat) || reading.page < 1)
      ? { progressPercentage: Math.min(reading.share, 0.98), completed: false }
      : { currentPage: clampPage(reading.page, book.pageCount), completed: false };
  return (await progress.write(viewer, book.id, { ...place, ...metadata }, started)).applied;
}

/**
 * With an overall percentage, the progress within the document is derived from it. Otherwise, it is the share of the text
 * before the element.
 */
async function toLocations(
  deps: Reading,
  book: BookRow,
  { start: { href, locations }, reading: { share, spot } }: { start: Locator; reading: TheirReading },
): Promise<Locator['locations']> {
  if (share !== undefined) return { totalProgression: share, ...spot };
  const place = spot ?? (locations?.fragments ? { fragments: locations.fragments } : undefined);
  const progression = place && (await findShare(deps, book, { href, spot: place }));
  return progression === undefined ? { ...locations, ...spot } : { progression, ...place };
}

const clampPage = (page: number, pageCount: number): number =>
  Math.max(1, Math.min(page, pageCount > 0 ? pageCount : page, 2_147_483_647));

interface ForeignLocator {
  modified: string;
  device: { id: string; name: string };
  locator: unknown;
  started: { startedMs: number | undefined };
}

/** Returns undefined if the locator is not valid in this book. The percentage is used instead. */
async function writeLocator(
  progress: ImportServices['progress'],
  viewer: Viewer,
  bookId: string,
  { locator, started, ...rest }: ForeignLocator,
): Promise<boolean | undefined> {
  const parsed = locatorSchema.safeParse(locator);
  if (!parsed.success) return undefined;
  try {
    await progress.writeForeignProgression(viewer, bookId, { ...rest, locator: parsed.data }, started);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'validation_failed') return undefined;
    if (error instanceof Problem && error.code === 'conflict') return false;
    throw error;
  }
}
