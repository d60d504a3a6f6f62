// Reading progress. The Kobo position takes precedence, then the browser reader's bookmark, then the read state.
import {
  groupBy,
  type TheirCompletion,
  type TheirReading,
  type TheirSession,
  toEarlierCompletions,
  toMs,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { type CalibreLibrary, findBest, findFile, readYes, toFinished } from '../calibre/index.ts';
import type { AppRows } from './app.ts';

const finished = 1;
const begun = 2;

const keyOf = (row: GivenRow): string => `${toText(row.user_id)} ${toText(row.book_id)}`;

export function readReadings(app: AppRows, database: GivenDatabase, library: CalibreLibrary): TheirReading[] {
  const column = toText(app.settings.config_read_column);
  // If a calibre column stores the read state, the table is outdated.
  const isByColumn = column !== '' && column !== '0';
  const states = isByColumn ? [] : app.read;
  const links = new Map(states.map((row) => [keyOf(row), row]));
  const timeOf = new Map(app.read.map((row) => [keyOf(row), toMs(row.last_modified)]));
  const kobo = readKobo(app, library);
  const places = new Set(kobo.map(({ userId, bookId }) => `${userId} ${bookId}`));
  const latest = Math.max(0, ...app.read.map((row) => toMs(row.last_modified) ?? 0));
  const marked = app.bookmarks.flatMap((row): TheirReading[] => {
    const place = readBookmark(row, library);
    if (place === undefined || links.get(keyOf(row))?.read_status === finished) return [];
    // Bookmarks have no timestamp. The time of the book's read state is the closest approximation.
    const readAtMs = timeOf.get(keyOf(row)) ?? latest;
    if (readAtMs <= 0 || places.has(`${place.userId} ${place.bookId}`)) return [];
    places.add(`${place.userId} ${place.bookId}`);
    return [{ ...place, readAtMs }];
  });
  const read = states.flatMap((row): TheirReading[] => {
    const bookId = findBest(library, toText(row.book_id));
    const readAtMs = toMs(row.last_modified);
    if (bookId === undefined || readAtMs === undefined) return [];
    const userId = toText(row.user_id);
    const startedAtMs = toMs(row.last_time_started_reading);
    if (row.read_status === finished) return [{ ...toFinished(userId, bookId, readAtMs), startedAtMs }];
    if (row.read_status !== begun || places.has(`${userId} ${bookId}`)) return [];
    return [{ ...toFinished(userId, bookId, readAtMs), startedAtMs, completed: false }];
  });
  return [...kobo, ...marked, ...read, ...(isByColumn ? readColumn(app, database, { column, library }) : [])];
}

/** A column stores one state for all users. */
function readColumn(
  { users }: AppRows,
  database: GivenDatabase,
  { column, library }: { column: string; library: CalibreLibrary },
): TheirReading[] {
  const times = new Map(
    database.read('books', ['id', 'last_modified']).map((row) => [toText(row.id), toMs(row.last_modified)]),
  );
  return readYes(database, ({ id }) => id === column).flatMap((book) => {
    const bookId = findBest(library, book);
    const readAtMs = times.get(book);
    if (bookId === undefined || readAtMs === undefined) return [];
    return users.map((user) => toFinished(toText(user.id), bookId, readAtMs));
  });
}

function readKobo({ states, koboBookmarks }: AppRows, library: CalibreLibrary): TheirReading[] {
  const places = groupBy(koboBookmarks, 'kobo_reading_state_id');
  return states.flatMap((state): TheirReading[] => {
    const [place] = places.get(toText(state.id)) ?? [];
    const book = toText(state.book_id);
    const bookId = findFile(library, { book, format: 'EPUB' }) ?? findBest(library, book);
    const readAtMs = toMs(place?.last_modified) ?? toMs(state.last_modified);
    const share = toNumber(place?.progress_percent);
    const within = toNumber(place?.content_source_progress_percent);
    if (bookId === undefined || readAtMs === undefined || share === undefined) return [];
    const href = toText(place?.location_source);
    const isKnown = href !== '' && within !== undefined && within >= 0 && within <= 100;
    return [
      {
        ...toFinished(toText(state.user_id), bookId, readAtMs),
        completed: share >= 100,
        page: 0,
        share: Math.min(1, Math.max(0, share / 100)),
        locator: isKnown
          ? { href, type: 'application/xhtml+xml', locations: { progression: within / 100 } }
          : undefined,
        device: { id: 'kobo', name: 'Kobo' },
      },
    ];
  });
}

const standardCfi = /^epubcfi\(\/\d+\/(\d{1,6})(?:\[[^\]]*\])?!/;

/** A CFI for EPUB. For other formats, a page number starting at 0. */
function readBookmark(row: GivenRow, library: CalibreLibrary): TheirReading | undefined {
  const bookId = findFile(library, { book: row.book_id, format: row.format });
  const key = toText(row.bookmark_key);
  if (bookId === undefined || key.length > 4_000) return undefined;
  const common = { ...toFinished(toText(row.user_id), bookId, 0), completed: false };
  if (/^\d{1,6}$/.test(key)) return { ...common, page: Number(key) + 1 };
  const step = Number(standardCfi.exec(key)?.[1]);
  if (!(step >= 2) || step % 2 !== 0) return undefined;
  return { ...common, spineIndex: step / 2 - 1, spot: { fragments: [key] } };
}

/** Finished books that were started more than once, of which only the number and the last start are known. */
export function readCompletions(app: AppRows, library: CalibreLibrary): TheirCompletion[] {
  return app.read.flatMap((row) => {
    const bookId = findBest(library, toText(row.book_id));
    const readAtMs = toMs(row.last_modified);
    if (bookId === undefined || readAtMs === undefined || row.read_status !== finished) return [];
    const startedAtMs = toMs(row.last_time_started_reading);
    const reading = { ...toFinished(toText(row.user_id), bookId, readAtMs), startedAtMs };
    return toEarlierCompletions(reading, toNumber(row.times_started_reading) ?? 0);
  });
}

const minuteMs = 60_000;
/** Longest session that the server accepts. */
const maxMinutes = 24 * 60;

/** A Kobo counts the minutes in a book. They become one session, which ends when they were last reported. */
export function readTimes({ koboTimes, states }: AppRows, library: CalibreLibrary): TheirSession[] {
  const stateOf = new Map(states.map((row) => [toText(row.id), row]));
  return koboTimes.flatMap((row): TheirSession[] => {
    const id = toText(row.kobo_reading_state_id);
    const state = stateOf.get(id);
    const book = toText(state?.book_id);
    const bookId = findFile(library, { book, format: 'EPUB' }) ?? findBest(library, book);
    const endedAtMs = toMs(row.last_modified);
    const minutes = Math.min(maxMinutes, toNumber(row.spent_reading_minutes) ?? 0);
    if (state === undefined || bookId === undefined || endedAtMs === undefined || minutes <= 0) return [];
    return [
      {
        id: `kobo ${id}`,
        userId: toText(state.user_id),
        bookId,
        startedAtMs: endedAtMs - minutes * minuteMs,
        endedAtMs,
        startPage: undefined,
        endPage: undefined,
        pagesRead: undefined,
        device: { id: 'kobo', name: 'Kobo' },
      },
    ];
  });
}
