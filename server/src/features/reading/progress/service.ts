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
import { toOurTime, toTime } from '#infrastructure/clock.ts';
import { conflict, invalid, reason, toIssue } from '#infrastructure/errors.ts';
import type { PageSource } from '#infrastructure/http/routes/pagination.ts';
import type { ReadProgressTable } from '#schema/tables/reading/progress.ts';
import { findSpot, type Located, readdress } from '../locators/index.ts';
import {
  type OpdsProgression,
  toOpdsProgression,
  toWritten,
  type WrittenOpdsProgression,
} from '../opds-progression/index.ts';
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
import { mark, type WriteDependencies } from './marking.ts';
import { toPosition } from './position.ts';
import { record } from './record.ts';
import { type Restored, restore } from './restoring.ts';
import * as store from './store.ts';
import type { Fetched } from './streaming.ts';

interface Dependencies extends WriteDependencies {
  catalog: Catalog;
  contents: Contents;
  /** Records that a page was fetched. Returns the page being read; undefined if unknown. */
  findTurnedPage(fetched: Fetched): number | undefined;
}

/** A page fetched by a client that does not report progress. */
interface FetchedPage {
  /** One-based. */
  page: number;
  device: { id: string; name: string };
}

export class ProgressService {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async markBook(viewer: Viewer, bookId: string, isRead: boolean): Promise<void> {
    await this.#deps.catalog.books.get(viewer, bookId);
    await mark(this.#deps, { userId: viewer.userId, bookIds: [bookId] }, isRead);
  }

  async markSeries(viewer: Viewer, seriesId: string, isRead: boolean): Promise<void> {
    await this.#deps.catalog.series.get(viewer, seriesId);
    await mark(this.#deps, { userId: viewer.userId, seriesIds: [seriesId] }, isRead);
  }

  /** Skips ids that the viewer may not see. Returns the number of changed books. */
  async markBooks(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number> {
    const rows = await this.#deps.catalog.books.listByIds(viewer, [...new Set(ids)]);
    return mark(this.#deps, { userId: viewer.userId, bookIds: rows.map(({ id }) => id) }, isRead);
  }

  async markManySeries(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number> {
    const rows = await this.#deps.catalog.series.listByIds(viewer, [...new Set(ids)]);
    return mark(this.#deps, { userId: viewer.userId, seriesIds: rows.map(({ id }) => id) }, isRead);
  }

  /** Undefined without progress. */
  async find(viewer: Viewer, bookId: string): Promise<ReadProgress | undefined> {
    const { progress } = await this.#deps.catalog.books.get(viewer, bookId);
    return progress ? toReadProgress(progress) : undefined;
  }

  /** Throws `validation_failed` for a page beyond the last one, and for a locator that is not in the book. */
  async write(
    viewer: Viewer,
    bookId: string,
    body: WriteProgress,
    { startedMs }: Started = {},
  ): Promise<WrittenProgress> {
    const book = await this.#deps.catalog.books.get(viewer, bookId);
    const located = body.locator ? await locate(this.#deps.contents, book) : toUnread(book);
    const outcome = await this.#recordReading(viewer, book, { body, located, startedMs });
    const shown = { ...toReadProgress(outcome.row), applied: outcome.kind === 'applied' };
    return outcome.kind === 'forgotten' ? { ...shown, forgottenAt: toTime(outcome.forgottenAt) } : shown;
  }

  remove(viewer: Viewer, bookId: string): Promise<void> {
    return this.markBook(viewer, bookId, false);
  }

  /** The device that reported the position in each of these books. One statement. */
  async listDevices({ userId }: Viewer, bookIds: readonly string[]): Promise<Map<string, history.Device>> {
    const devices = await history.listDevices(this.#deps.database.db, userId, bookIds);
    return new Map(devices.map((one) => [one.bookId, one]));
  }

  /** Source of a paginated response. */
  async history(viewer: Viewer, bookId: string): Promise<PageSource<HistoryEntry>> {
    await this.#deps.catalog.books.get(viewer, bookId);
    const which = { userId: viewer.userId, bookId };
    return {
      count: () => history.count(this.#deps.database.db, which),
      list: async (window: { limit: number; offset: number }) =>
        (await history.list(this.#deps.database.db, which, window)).map(toHistoryEntry),
    };
  }

  async forgetHistory(viewer: Viewer, bookId: string): Promise<void> {
    await this.#deps.catalog.books.get(viewer, bookId);
    await history.forget(this.#deps.database.db, { userId: viewer.userId, bookId });
  }

  list(
    viewer: Viewer,
    query: { page: number; pageSize: number; since?: string | undefined; completed?: string | undefined },
  ): Promise<{ rows: ReadProgressTable[]; total: number }> {
    return this.#deps.catalog.reading.listProgress(viewer, {
      page: query,
      sinceMs: query.since === undefined ? undefined : Date.parse(query.since),
      completed: query.completed === undefined ? undefined : query.completed === 'true',
    });
  }

  /** Undefined without progress. With `addresses`, the href of the locator is rewritten to these. */
  async getProgression(
    viewer: Viewer,
    bookId: string,
    addresses?: Addresses,
  ): Promise<Progression | undefined> {
    return (await this.#describeProgress(viewer, bookId, addresses))?.document;
  }

  /** The start of a zero-based spine item; undefined if the book does not have it. */
  locateInSpine(book: BookRow, index: number): Promise<Locator | undefined> {
    return locateInSpine(this.#deps.contents, book, index);
  }

  /** The same by the file name of the item. */
  locateByName(book: BookRow, name: string): Promise<Locator | undefined> {
    return locateByName(this.#deps.contents, book, name);
  }

  /** The viewer's position in each of these books with progress. One statement. */
  listLocators(books: readonly BookRow[]): Promise<ReadonlyMap<string, Locator>> {
    return listLocators(this.#deps.contents, books);
  }

  /** The spine item of the viewer's position and its part of the book; undefined without a position or a spine. */
  findInSpine(book: BookRow): ReturnType<typeof findInSpine> {
    return findInSpine(this.#deps.contents, book);
  }

  /** Time at which the viewer last removed the progress of these books, by book. */
  listForgotten(viewer: Viewer, bookIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return store.listForgotten(this.#deps.database.db, viewer.userId, bookIds);
  }

  /** Throws `validation_failed` if the locator is not of this book, and `conflict` if a later reading is known. */
  writeProgression(viewer: Viewer, bookId: string, document: Progression): Promise<void> {
    return this.#writeDocument(viewer, bookId, { document, isForeign: false });
  }

  /** Like `writeProgression`, for another protocol whose addresses are converted. */
  writeForeignProgression(
    viewer: Viewer,
    bookId: string,
    document: Progression,
    { startedMs }: Started = {},
  ): Promise<void> {
    return this.#writeDocument(viewer, bookId, { document, isForeign: true, startedMs });
  }

  /** The position as an OPDS Progression 1.0 document; undefined without progress. */
  async getOpdsProgression(
    viewer: Viewer,
    bookId: string,
    addresses: Addresses,
  ): Promise<OpdsProgression | undefined> {
    const found = await this.#describeProgress(viewer, bookId, addresses);
    return found && toOpdsProgression(found.document, found);
  }

  /** `holds` is the current position; undefined if progress was removed after this reading. */
  async writeOpdsProgression(
    viewer: Viewer,
    bookId: string,
    { document, addresses }: { document: WrittenOpdsProgression; addresses: Addresses },
  ): Promise<{ applied: boolean; holds: OpdsProgression | undefined }> {
    const book = await this.#deps.catalog.books.get(viewer, bookId);
    const located = await locate(this.#deps.contents, book);
    const { kind } = await this.#recordReading(viewer, book, { body: toWritten(document, located), located });
    return { applied: kind === 'applied', holds: await this.getOpdsProgression(viewer, bookId, addresses) };
  }

  /** Restores progress from an export of another server. A newer position is kept. */
  async restore(
    viewer: Viewer,
    bookId: string,
    restored: Restored,
  ): Promise<{ isApplied: boolean; added: number }> {
    const { seriesId } = await this.#deps.catalog.books.get(viewer, bookId);
    return restore(this.#deps, { userId: viewer.userId, bookId, seriesId }, restored);
  }

  /** Advances the position when pages are fetched one by one. Never moves it back. */
  async noteFetched(viewer: Viewer, bookId: string, { page, device }: FetchedPage): Promise<void> {
    if (!can(viewer, 'progress:write')) return;
    const read = this.#deps.findTurnedPage({ userId: viewer.userId, bookId, client: device.id, page });
    if (read === undefined) return;
    const book = await this.#deps.catalog.books.get(viewer, bookId);
    const body = { currentPage: read, deviceId: device.id, deviceName: device.name };
    await this.#recordReading(viewer, book, { body, located: toUnread(book), isForwardOnly: true });
  }

  async #recordReading(
    viewer: Viewer,
    book: BookRow,
    { body, located, startedMs, isForwardOnly = false }: ProgressWrite,
  ) {
    checkPage(body.currentPage, book.pageCount);
    return record(this.#deps, viewer.userId, book, {
      isForwardOnly,
      startedMs,
      deviceId: body.deviceId ?? null,
      deviceName: body.deviceName ?? null,
      reportedMs:
        body.readAt === undefined ? undefined : toOurTime(body.readAt, body.sentAt, this.#deps.clock()),
      toPosition(known) {
        const position = toPosition(body, located, known);
        if (!position) throw invalid(toIssue('body.locator', reason('locator_unknown')));
        return position;
      },
    });
  }

  async #describeProgress(viewer: Viewer, bookId: string, addresses?: Addresses) {
    const row = await this.#deps.catalog.books.get(viewer, bookId);
    if (!row.progress) return undefined;
    const which = { userId: viewer.userId, bookId };
    const [entry] = await history.list(this.#deps.database.db, which, { limit: 1, offset: 0 });
    const book = await locate(this.#deps.contents, row);
    const document = toProgression(row.progress, { entry, book, ...(addresses && { addresses }) });
    return { document, row: row.progress, book };
  }

  async #writeDocument(
    viewer: Viewer,
    bookId: string,
    { document, isForeign, startedMs }: { document: Progression; isForeign: boolean } & Started,
  ): Promise<void> {
    const book = await this.#deps.catalog.books.get(viewer, bookId);
    const { locator: stated, device } = document;
    const located = await locate(this.#deps.contents, book);
    if (!findSpot(stated, located).isOfBook)
      throw invalid(toIssue('body.locator.href', reason('no_such_resource')));
    const locator = isForeign ? readdress(stated, located, relativeAddresses) : stated;
    const devices = { deviceId: device.id, deviceName: device.name, readAt: document.modified };
    const body = { locator, ...devices };
    const { kind } = await this.#recordReading(viewer, book, { body, located, startedMs });
    if (kind === 'late') throw conflict(reason('position_known'));
    if (kind === 'forgotten') throw conflict(reason('position_given_up'));
  }
}

/** When a reading began, if another program knows it. */
interface Started {
  startedMs?: number | undefined;
}

interface ProgressWrite extends Started {
  body: WriteProgress;
  located: Located;
  isForwardOnly?: boolean;
}

function checkPage(page: number | undefined, pageCount: number): void {
  if (page !== undefined && pageCount > 0 && page > pageCount)
    throw invalid(toIssue('body.currentPage', reason('book_has_pages', { count: pageCount })));
}
