// Rules of reading progress: the newest reading wins, the history keeps every reading, and the counts of a series
// change in the same transaction as a book's progress.

import type {
  HistoryEntry,
  Locator,
  Progression,
  WriteProgress,
  WrittenProgress,
} from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { type Addresses, relativeAddresses } from '@lectern/formats/positions';
import { toReadProgress } from '#catalog/books/book-dto.ts';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toOurTime, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, invalid, reason, toIssue } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import type { PageSource } from '#infrastructure/http/routes/pagination.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { findSpot, type Located, readdress } from '../locators/index.ts';
import {
  type OpdsProgression,
  toOpdsProgression,
  toWritten,
  type WrittenOpdsProgression,
} from '../opds-progression/index.ts';
import type { SeriesProgress } from '../series-progress/index.ts';
import { toHistoryEntry, toProgression } from './documents.ts';
import * as history from './history/store.ts';
import {
  type Contents,
  findInSpine,
  listLocators,
  locate,
  locateByName,
  locateInSpine,
  toUnread,
} from './locate.ts';
import { mark } from './marking.ts';
import { toPosition } from './position.ts';
import { record } from './record.ts';
import { type Restored, restore } from './restoring.ts';
import * as store from './store.ts';
import type { Fetched } from './streaming.ts';

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  contents: Contents;
  counts: SeriesProgress;
  /** Records that a page was fetched. Returns the page being read; undefined if unknown. */
  findTurnedPage(fetched: Fetched): number | undefined;
}

/** A page fetched by a client that does not report progress. */
interface FetchedPage {
  /** One-based. */
  page: number;
  device: { id: string; name: string };
}

export interface ProgressService {
  markBook(viewer: Viewer, bookId: string, isRead: boolean): Promise<void>;
  markSeries(viewer: Viewer, seriesId: string, isRead: boolean): Promise<void>;
  /** Skips ids that the viewer may not see. Returns the number of changed books. */
  markBooks(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number>;
  markManySeries(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number>;
  /** Undefined without progress. */
  find(viewer: Viewer, bookId: string): Promise<ReadProgress | undefined>;
  /** Throws `validation_failed` for a page beyond the last one, and for a locator that is not in the book. */
  write(viewer: Viewer, bookId: string, body: WriteProgress): Promise<WrittenProgress>;
  remove(viewer: Viewer, bookId: string): Promise<void>;
  /** The device that reported the position in each of these books. One statement. */
  listDevices(viewer: Viewer, bookIds: readonly string[]): Promise<Map<string, history.Device>>;
  /** Source of a paginated response. */
  history(viewer: Viewer, bookId: string): Promise<PageSource<HistoryEntry>>;
  forgetHistory(viewer: Viewer, bookId: string): Promise<void>;
  list(
    viewer: Viewer,
    query: { page: number; pageSize: number; since?: string | undefined; completed?: string | undefined },
  ): Promise<{ rows: ReadProgressTable[]; total: number }>;
  /** Undefined without progress. With `addresses`, the href of the locator is rewritten to these. */
  getProgression(viewer: Viewer, bookId: string, addresses?: Addresses): Promise<Progression | undefined>;
  /** The start of a zero-based spine item; undefined if the book does not have it. */
  locateInSpine(book: BookRow, index: number): Promise<Locator | undefined>;
  /** The same by the file name of the item. */
  locateByName(book: BookRow, name: string): Promise<Locator | undefined>;
  /** The viewer's position in each of these books with progress. One statement. */
  listLocators(books: readonly BookRow[]): Promise<ReadonlyMap<string, Locator>>;
  /** The zero-based spine item of the viewer's position; undefined without a position or a spine. */
  findInSpine(book: BookRow): Promise<number | undefined>;
  /** Time at which the viewer last removed the progress of these books, by book. */
  listForgotten(viewer: Viewer, bookIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Throws `validation_failed` if the locator is not of this book, and `conflict` if a later reading is known. */
  writeProgression(viewer: Viewer, bookId: string, document: Progression): Promise<void>;
  /** Like `writeProgression`, for another protocol whose addresses are converted. */
  writeForeignProgression(viewer: Viewer, bookId: string, document: Progression): Promise<void>;
  /** The position as an OPDS Progression 1.0 document; undefined without progress. */
  getOpdsProgression(
    viewer: Viewer,
    bookId: string,
    addresses: Addresses,
  ): Promise<OpdsProgression | undefined>;
  /** `holds` is the current position; undefined if progress was removed after this reading. */
  writeOpdsProgression(
    viewer: Viewer,
    bookId: string,
    options: { document: WrittenOpdsProgression; addresses: Addresses },
  ): Promise<{ applied: boolean; holds: OpdsProgression | undefined }>;
  /** Restores progress from an export of another server. A newer position is kept. */
  restore(viewer: Viewer, bookId: string, restored: Restored): Promise<{ isApplied: boolean; added: number }>;
  /** Advances the position when pages are fetched one by one. Never moves it back. */
  noteFetched(viewer: Viewer, bookId: string, fetchedPage: FetchedPage): Promise<void>;
}

export function createProgressService(deps: Dependencies): ProgressService {
  return {
    markBook: (viewer, bookId, isRead) => markBook(deps, viewer, bookId, isRead),
    markSeries: (viewer, seriesId, isRead) => markSeries(deps, viewer, seriesId, isRead),
    markBooks: (viewer, ids, isRead) => markBooks(deps, viewer, ids, isRead),
    markManySeries: (viewer, ids, isRead) => markManySeries(deps, viewer, ids, isRead),
    find: (viewer, bookId) => findProgress(deps, viewer, bookId),
    write: (viewer, bookId, body) => writeProgress(deps, viewer, bookId, body),
    remove: (viewer, bookId) => markBook(deps, viewer, bookId, false),
    listDevices: (viewer, bookIds) => listDevices(deps, viewer, bookIds),
    history: (viewer, bookId) => listHistory(deps, viewer, bookId),
    forgetHistory: (viewer, bookId) => forgetHistory(deps, viewer, bookId),
    list: (viewer, query) => listProgress(deps, viewer, query),
    getProgression: (viewer, bookId, addresses) => getProgression(deps, viewer, bookId, addresses),
    locateInSpine: (book, index) => locateInSpine(deps.contents, book, index),
    locateByName: (book, name) => locateByName(deps.contents, book, name),
    listLocators: (books) => listLocators(deps.contents, books),
    findInSpine: (book) => findInSpine(deps.contents, book),
    listForgotten: (viewer, bookIds) => store.listForgotten(deps.database.db, viewer.userId, bookIds),
    writeProgression: (viewer, bookId, document) =>
      writeDocument(deps, viewer, bookId, { document, isForeign: false }),
    writeForeignProgression: (viewer, bookId, document) =>
      writeDocument(deps, viewer, bookId, { document, isForeign: true }),
    getOpdsProgression: (viewer, bookId, addresses) => describeForOpds(deps, viewer, bookId, addresses),
    writeOpdsProgression: (viewer, bookId, options) => writeOpdsProgression(deps, viewer, bookId, options),
    restore: (viewer, bookId, restored) => restoreReading(deps, viewer, bookId, restored),
    noteFetched: (viewer, bookId, fetchedPage) => noteFetched(deps, viewer, bookId, fetchedPage),
  };
}

async function recordReading(
  deps: Dependencies,
  viewer: Viewer,
  book: BookRow,
  { body, located, isForwardOnly = false }: Wanted,
) {
  checkPage(body.currentPage, book.pageCount);
  return record(deps, viewer.userId, book, {
    isForwardOnly,
    deviceId: body.deviceId ?? null,
    deviceName: body.deviceName ?? null,
    reportedMs: body.readAt === undefined ? undefined : toOurTime(body.readAt, body.sentAt, deps.clock()),
    toPosition(known) {
      const position = toPosition(body, located, known);
      if (!position) throw invalid(toIssue('body.locator', reason('locator_unknown')));
      return position;
    },
  });
}

async function describeProgress(deps: Dependencies, viewer: Viewer, bookId: string, addresses?: Addresses) {
  const row = await deps.catalog.books.get(viewer, bookId);
  if (!row.progress) return undefined;
  const which = { userId: viewer.userId, bookId };
  const [entry] = await history.list(deps.database.db, which, { limit: 1, offset: 0 });
  const book = await locate(deps.contents, row);
  const document = toProgression(row.progress, { entry, book, ...(addresses && { addresses }) });
  return { document, row: row.progress, book };
}

async function describeForOpds(deps: Dependencies, viewer: Viewer, bookId: string, addresses: Addresses) {
  const found = await describeProgress(deps, viewer, bookId, addresses);
  return found && toOpdsProgression(found.document, found);
}

async function writeDocument(
  deps: Dependencies,
  viewer: Viewer,
  bookId: string,
  { document, isForeign }: { document: Progression; isForeign: boolean },
): Promise<void> {
  const book = await deps.catalog.books.get(viewer, bookId);
  const { locator: stated, device } = document;
  const located = await locate(deps.contents, book);
  if (!findSpot(stated, located).isOfBook)
    throw invalid(toIssue('body.locator.href', reason('no_such_resource')));
  const locator = isForeign ? readdress(stated, located, relativeAddresses) : stated;
  const devices = { deviceId: device.id, deviceName: device.name, readAt: document.modified };
  const { kind } = await recordReading(deps, viewer, book, { body: { locator, ...devices }, located });
  if (kind === 'late') throw conflict(reason('position_known'));
  if (kind === 'forgotten') throw conflict(reason('position_given_up'));
}

async function markBook(deps: Dependencies, viewer: Viewer, bookId: string, isRead: boolean): Promise<void> {
  await deps.catalog.books.get(viewer, bookId);
  await mark(deps, { userId: viewer.userId, bookIds: [bookId] }, isRead);
}

async function markSeries(
  deps: Dependencies,
  viewer: Viewer,
  seriesId: string,
  isRead: boolean,
): Promise<void> {
  await deps.catalog.series.get(viewer, seriesId);
  await mark(deps, { userId: viewer.userId, seriesIds: [seriesId] }, isRead);
}

async function markBooks(
  deps: Dependencies,
  viewer: Viewer,
  ids: readonly string[],
  isRead: boolean,
): Promise<number> {
  const rows = await deps.catalog.books.listByIds(viewer, [...new Set(ids)]);
  return mark(deps, { userId: viewer.userId, bookIds: rows.map(({ id }) => id) }, isRead);
}

async function markManySeries(
  deps: Dependencies,
  viewer: Viewer,
  ids: readonly string[],
  isRead: boolean,
): Promise<number> {
  const rows = await deps.catalog.series.listByIds(viewer, [...new Set(ids)]);
  return mark(deps, { userId: viewer.userId, seriesIds: rows.map(({ id }) => id) }, isRead);
}

async function findProgress(
  { catalog }: Dependencies,
  viewer: Viewer,
  bookId: string,
): Promise<ReadProgress | undefined> {
  const { progress } = await catalog.books.get(viewer, bookId);
  return progress ? toReadProgress(progress) : undefined;
}

async function writeProgress(
  deps: Dependencies,
  viewer: Viewer,
  bookId: string,
  body: WriteProgress,
): Promise<WrittenProgress> {
  const book = await deps.catalog.books.get(viewer, bookId);
  const located = body.locator ? await locate(deps.contents, book) : toUnread(book);
  const outcome = await recordReading(deps, viewer, book, { body, located });
  const shown = { ...toReadProgress(outcome.row), applied: outcome.kind === 'applied' };
  return outcome.kind === 'forgotten' ? { ...shown, forgottenAt: toTime(outcome.forgottenAt) } : shown;
}

async function listDevices(deps: Dependencies, { userId }: Viewer, bookIds: readonly string[]) {
  const devices = await history.listDevices(deps.database.db, userId, bookIds);
  return new Map(devices.map((one) => [one.bookId, one]));
}

async function listHistory(deps: Dependencies, viewer: Viewer, bookId: string) {
  await deps.catalog.books.get(viewer, bookId);
  const which = { userId: viewer.userId, bookId };
  return {
    count: () => history.count(deps.database.db, which),
    list: async (window: { limit: number; offset: number }) =>
      (await history.list(deps.database.db, which, window)).map(toHistoryEntry),
  };
}

async function forgetHistory(deps: Dependencies, viewer: Viewer, bookId: string): Promise<void> {
  await deps.catalog.books.get(viewer, bookId);
  await history.forget(deps.database.db, { userId: viewer.userId, bookId });
}

const listProgress = (
  { catalog }: Dependencies,
  viewer: Viewer,
  query: { page: number; pageSize: number; since?: string | undefined; completed?: string | undefined },
) =>
  catalog.reading.listProgress(viewer, {
    page: query,
    sinceMs: query.since === undefined ? undefined : Date.parse(query.since),
    completed: query.completed === undefined ? undefined : query.completed === 'true',
  });

async function getProgression(
  deps: Dependencies,
  viewer: Viewer,
  bookId: string,
  addresses?: Addresses,
): Promise<Progression | undefined> {
  return (await describeProgress(deps, viewer, bookId, addresses))?.document;
}

async function writeOpdsProgression(
  deps: Dependencies,
  viewer: Viewer,
  bookId: string,
  { document, addresses }: { document: WrittenOpdsProgression; addresses: Addresses },
): Promise<{ applied: boolean; holds: OpdsProgression | undefined }> {
  const book = await deps.catalog.books.get(viewer, bookId);
  const located = await locate(deps.contents, book);
  const { kind } = await recordReading(deps, viewer, book, { body: toWritten(document, located), located });
  return { applied: kind === 'applied', holds: await describeForOpds(deps, viewer, bookId, addresses) };
}

async function restoreReading(deps: Dependencies, viewer: Viewer, bookId: string, restored: Restored) {
  const { seriesId } = await deps.catalog.books.get(viewer, bookId);
  return restore(deps, { userId: viewer.userId, bookId, seriesId }, restored);
}

async function noteFetched(
  deps: Dependencies,
  viewer: Viewer,
  bookId: string,
  { page, device }: FetchedPage,
): Promise<void> {
  if (!can(viewer, 'progress:write')) return;
  const read = deps.findTurnedPage({ userId: viewer.userId, bookId, client: device.id, page });
  if (read === undefined) return;
  const book = await deps.catalog.books.get(viewer, bookId);
  const body = { currentPage: read, deviceId: device.id, deviceName: device.name };
  await recordReading(deps, viewer, book, { body, located: toUnread(book), isForwardOnly: true });
}

interface Wanted {
  body: WriteProgress;
  located: Located;
  isForwardOnly?: boolean;
}

function checkPage(page: number | undefined, pageCount: number): void {
  if (page !== undefined && pageCount > 0 && page > pageCount)
    throw invalid(toIssue('body.currentPage', reason('book_has_pages', { count: pageCount })));
}
