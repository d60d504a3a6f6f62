// The rules of reading progress: the newest reading wins, nothing is lost from the history, and a series' counts
// change in the transaction that changes a book's progress.
import type { Locator, Progression, WriteProgress, WrittenProgress } from '@lectern/contract/progress';
import type { ReadProgress } from '@lectern/contract/reading';
import { type BookContent, decodeContent } from '@lectern/formats/content';
import { findSpineName, findSpineStart } from '@lectern/formats/epub/spine';
import { type Addresses, relativeAddresses } from '@lectern/formats/positions';
import { toReadProgress } from '#catalog/book-dto.ts';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toOurTime, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, invalid } from '#infrastructure/errors.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { findSpineIndex, findSpot, type Located, readdress, toStructure } from '../locators/index.ts';
import type { SeriesProgress } from '../series-progress/index.ts';
import { toHistoryEntry, toLocator, toProgression } from './documents.ts';
import type { HistoryStore } from './history/store.ts';
import { createMarking } from './marking.ts';
import {
  type OpdsProgression,
  toOpdsProgression,
  toWritten,
  type WrittenOpdsProgression,
} from './opds-progression.ts';
import { toPosition } from './position.ts';
import { createRecorder } from './record.ts';
import type { ProgressStore } from './store.ts';
import { createRuns } from './streaming.ts';

/** What a scan has kept of books: their pages, or their reading order. */
export interface Contents {
  findContent(bookId: string): Promise<{ content: Uint8Array } | undefined>;
  listContents(bookIds: readonly string[]): Promise<{ bookId: string; content: Uint8Array }[]>;
}

interface Dependencies {
  database: Database;
  catalog: Catalog;
  events: EventBus;
  clock: Clock;
  contents: Contents;
  stores: { progress: ProgressStore; counts: SeriesProgress; history: HistoryStore };
}

/** A page that was fetched by a client that tells nothing else of reading. */
export interface FetchedPage {
  /** From 1. */
  page: number;
  device: { id: string; name: string };
}

export type ProgressService = ReturnType<typeof createProgressService>;

export function createProgressService({ database, catalog, events, clock, contents, stores }: Dependencies) {
  const { db } = database;
  const { progress: store, counts, history } = stores;
  const deps = { database, events, clock, store, counts, history };
  const mark = createMarking(deps);
  const record = createRecorder(deps);
  const serialize = createRuns(clock);

  const locate = async (book: BookRow): Promise<Located> => ({
    ...toUnread(book),
    content: await readContent(book.id),
  });

  async function readContent(bookId: string): Promise<BookContent | undefined> {
    const row = await contents.findContent(bookId);
    return row && decodeContent(row.content);
  }

  async function write(viewer: Viewer, book: BookRow, { body, located, isForwardOnly = false }: Wanted) {
    checkPage(body.currentPage, book.pageCount);
    return record(viewer.userId, book, {
      isForwardOnly,
      deviceId: body.deviceId ?? null,
      deviceName: body.deviceName ?? null,
      reportedMs: body.readAt === undefined ? undefined : toOurTime(body.readAt, body.sentAt, clock()),
      toPosition(known) {
        const position = toPosition(body, located, known);
        if (!position) throw invalid({ path: 'body.locator', message: 'It names no place in this book' });
        return position;
      },
    });
  }

  async function describe(viewer: Viewer, bookId: string, addresses?: Addresses) {
    const row = await catalog.books.get(viewer, bookId);
    if (!row.progress) return undefined;
    const which = { userId: viewer.userId, bookId };
    const [entry] = await history.list(db, which, { limit: 1, offset: 0 });
    const book = await locate(row);
    const document = toProgression(row.progress, { entry, book, ...(addresses && { addresses }) });
    return { document, row: row.progress, book };
  }

  async function describeForOpds(viewer: Viewer, bookId: string, addresses: Addresses) {
    const found = await describe(viewer, bookId, addresses);
    return found && toOpdsProgression(found.document, found);
  }

  async function writeDocument(
    viewer: Viewer,
    bookId: string,
    { document, isForeign }: { document: Progression; isForeign: boolean },
  ): Promise<void> {
    const book = await catalog.books.get(viewer, bookId);
    const { locator: stated, device } = document;
    const located = await locate(book);
    if (!findSpot(stated, located).isOfBook)
      throw invalid({ path: 'body.locator.href', message: 'The book has no such resource' });
    const locator = isForeign ? readdress(stated, located, relativeAddresses) : stated;
    const devices = { deviceId: device.id, deviceName: device.name, readAt: document.modified };
    const { kind } = await write(viewer, book, { body: { locator, ...devices }, located });
    if (kind === 'late') throw conflict('A later reading is known');
    if (kind === 'forgotten') throw conflict('The place was given up after this reading');
  }

  return {
    async markBook(viewer: Viewer, bookId: string, isRead: boolean): Promise<void> {
      await catalog.books.get(viewer, bookId);
      await mark({ userId: viewer.userId, bookIds: [bookId] }, isRead);
    },

    async markSeries(viewer: Viewer, seriesId: string, isRead: boolean): Promise<void> {
      await catalog.series.get(viewer, seriesId);
      await mark({ userId: viewer.userId, seriesIds: [seriesId] }, isRead);
    },

    /** Ids that the viewer may not see are passed over. Returns how many books changed. */
    async markBooks(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number> {
      const rows = await catalog.books.listByIds(viewer, [...new Set(ids)]);
      return mark({ userId: viewer.userId, bookIds: rows.map(({ id }) => id) }, isRead);
    },

    async markManySeries(viewer: Viewer, ids: readonly string[], isRead: boolean): Promise<number> {
      const rows = await catalog.series.listByIds(viewer, [...new Set(ids)]);
      return mark({ userId: viewer.userId, seriesIds: rows.map(({ id }) => id) }, isRead);
    },

    /** Undefined while nothing was read. */
    async find(viewer: Viewer, bookId: string): Promise<ReadProgress | undefined> {
      const { progress } = await catalog.books.get(viewer, bookId);
      return progress ? toReadProgress(progress) : undefined;
    },

    /** Throws validation_failed for a page beyond the last, and for a locator that names no place. */
    async write(viewer: Viewer, bookId: string, body: WriteProgress): Promise<WrittenProgress> {
      const book = await catalog.books.get(viewer, bookId);
      const located = body.locator ? await locate(book) : toUnread(book);
      const outcome = await write(viewer, book, { body, located });
      const shown = { ...toReadProgress(outcome.row), applied: outcome.kind === 'applied' };
      return outcome.kind === 'forgotten' ? { ...shown, forgottenAt: toTime(outcome.forgottenAt) } : shown;
    },

    async remove(viewer: Viewer, bookId: string): Promise<void> {
      await this.markBook(viewer, bookId, false);
    },

    /** What a paginated answer is read from. */
    /** Which device told of the place in each of these books, in one statement. */
    async listDevices({ userId }: Viewer, bookIds: readonly string[]) {
      const devices = await history.listDevices(db, userId, bookIds);
      return new Map(devices.map((one) => [one.bookId, one]));
    },

    async history(viewer: Viewer, bookId: string) {
      await catalog.books.get(viewer, bookId);
      const which = { userId: viewer.userId, bookId };
      return {
        count: () => history.count(db, which),
        list: async (window: { limit: number; offset: number }) =>
          (await history.list(db, which, window)).map(toHistoryEntry),
      };
    },

    async forgetHistory(viewer: Viewer, bookId: string): Promise<void> {
      await catalog.books.get(viewer, bookId);
      await history.forget(db, { userId: viewer.userId, bookId });
    },

    list: (
      viewer: Viewer,
      query: { page: number; pageSize: number; since?: string | undefined; completed?: string | undefined },
    ) =>
      catalog.reading.listProgress(viewer, {
        page: query,
        sinceMs: query.since === undefined ? undefined : Date.parse(query.since),
        completed: query.completed === undefined ? undefined : query.completed === 'true',
      }),

    /** Undefined while nothing was read. With `addresses` the locator's is one of these. */
    async getProgression(
      viewer: Viewer,
      bookId: string,
      addresses?: Addresses,
    ): Promise<Progression | undefined> {
      return (await describe(viewer, bookId, addresses))?.document;
    },

    /** The beginning of an item of the spine, counted from 0; undefined where the book has none. */
    async locateInSpine(book: BookRow, index: number): Promise<Locator | undefined> {
      const structure = toStructure(await locate(book));
      const start = structure && findSpineStart(structure, index);
      return start && { ...start };
    },

    /** The same by the file's name, as far as a device tells it. */
    async locateByName(book: BookRow, name: string): Promise<Locator | undefined> {
      const structure = toStructure(await locate(book));
      const index = structure && findSpineName(structure, name);
      const start = structure && index !== undefined ? findSpineStart(structure, index) : undefined;
      return start && { ...start };
    },

    /** Where the viewer is in each of these books that has a place, in one statement. */
    async listLocators(books: readonly BookRow[]): Promise<ReadonlyMap<string, Locator>> {
      const begun = books.flatMap((book) => (book.progress ? [{ book, progress: book.progress }] : []));
      const known = await contents.listContents(begun.map(({ book }) => book.id));
      const contentOf = new Map(known.map(({ bookId, content }) => [bookId, content]));
      return new Map(
        begun.map(({ book, progress }) => {
          const bytes = contentOf.get(book.id);
          const content = bytes && decodeContent(bytes);
          return [book.id, toLocator(progress, { ...toUnread(book), content })];
        }),
      );
    },

    /** The item of the spine, counted from 0, where the viewer is; undefined without a place or a spine. */
    async findInSpine(book: BookRow): Promise<number | undefined> {
      if (!book.progress) return undefined;
      const { currentPage: page, locator } = book.progress;
      const own: Locator | undefined = locator === null ? undefined : JSON.parse(locator);
      return findSpineIndex({ page, locator: own }, await locate(book));
    },

    /** When the viewer last gave their places in these books up, of those where they did. */
    listForgotten: (viewer: Viewer, bookIds: readonly string[]): Promise<ReadonlyMap<string, number>> =>
      store.listForgotten(db, viewer.userId, bookIds),

    /** Throws validation_failed when the locator is not of this book, conflict when a later reading is known. */
    writeProgression: (viewer: Viewer, bookId: string, document: Progression): Promise<void> =>
      writeDocument(viewer, bookId, { document, isForeign: false }),

    /** The same of another protocol: its addresses are kept as ours are. */
    writeForeignProgression: (viewer: Viewer, bookId: string, document: Progression): Promise<void> =>
      writeDocument(viewer, bookId, { document, isForeign: true }),

    /** The place as OPDS Progression 1.0 has it; undefined while nothing was read. */
    async getOpdsProgression(viewer: Viewer, bookId: string, addresses: Addresses) {
      return describeForOpds(viewer, bookId, addresses);
    },

    /** `holds` is the place that counts then: undefined when it was given up after this reading. */
    async writeOpdsProgression(
      viewer: Viewer,
      bookId: string,
      { document, addresses }: { document: WrittenOpdsProgression; addresses: Addresses },
    ): Promise<{ applied: boolean; holds: OpdsProgression | undefined }> {
      const book = await catalog.books.get(viewer, bookId);
      const located = await locate(book);
      const { kind } = await write(viewer, book, { body: toWritten(document, located), located });
      return { applied: kind === 'applied', holds: await describeForOpds(viewer, bookId, addresses) };
    },

    /** Moves the place forward when pages are fetched one by one, as a reader turns them; never back. */
    async noteFetched(viewer: Viewer, bookId: string, { page, device }: FetchedPage): Promise<void> {
      if (!can(viewer, 'progress:write')) return;
      const read = serialize({ userId: viewer.userId, bookId, client: device.id, page });
      if (read === undefined) return;
      const book = await catalog.books.get(viewer, bookId);
      const body = { currentPage: read, deviceId: device.id, deviceName: device.name };
      await write(viewer, book, { body, located: toUnread(book), isForwardOnly: true });
    },
  };
}

interface Wanted {
  body: WriteProgress;
  located: Located;
  isForwardOnly?: boolean;
}

/** A book as its row tells of it. */
const toUnread = ({ id, pageCount, fileFormat }: BookRow): Located => ({
  ...{ id, pageCount, isText: fileFormat === 'epub' },
  content: undefined,
});

function checkPage(page: number | undefined, pageCount: number): void {
  if (page !== undefined && pageCount > 0 && page > pageCount)
    throw invalid({ path: 'body.currentPage', message: `The book has ${pageCount} pages` });
}
