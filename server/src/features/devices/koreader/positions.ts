// Rules of positions reported by KOReader: stored unchanged, applied to every visible copy of the book, and returned
// unchanged until a newer position exists.
import type { WriteProgress } from '@lectern/contract/reading/progress';
import { becomesEpub, isText } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import { Problem } from '#infrastructure/errors.ts';
import type { KoreaderPositionTable } from '#schema/tables/devices/koreader.ts';
import { parseFragment, parsePageNumber, toFragment } from './position.ts';
import type { KoreaderStore } from './store.ts';

/** A position in a document, as sent and received by devices. */
export interface KoreaderPosition {
  progress: string;
  /** 0 to 1. */
  percentage: number;
  device: string;
  deviceId: string;
}

/**
 * Device of positions from other readers. KOReader ignores positions from its own device. Readest trusts the XPointer
 * of a server only if the name contains that of a server it knows; otherwise it moves the position by the percentage,
 * which it compares with KOReader's own page numbers.
 */
const ownDevice = { device: 'Lectern (Komga)', deviceId: 'lectern' };
const maxDeviceLength = 200;

export class KoreaderPositions {
  readonly #catalog: Catalog;
  readonly #progress: ProgressService;
  readonly #store: KoreaderStore;
  readonly #clock: Clock;

  constructor(catalog: Catalog, progress: ProgressService, store: KoreaderStore, clock: Clock) {
    this.#catalog = catalog;
    this.#progress = progress;
    this.#store = store;
    this.#clock = clock;
  }

  /** Returns the time of the report in milliseconds. */
  async write(viewer: Viewer, document: string, stated: KoreaderPosition): Promise<number> {
    const books = await this.#catalog.books.listByDocument(viewer, document);
    const isWaiting = books.length === 0 ? 1 : 0;
    const position = {
      userId: viewer.userId,
      document,
      ...stated,
      reportedAt: this.#clock(),
      isWaiting,
    };
    await this.#applyPosition(viewer, books, position);
    await this.#store.savePosition(position);
    return position.reportedAt;
  }

  /** The newest position in the document from all of the user's devices and programs; undefined if there is none. */
  async find(viewer: Viewer, document: string): Promise<(KoreaderPosition & { readAt: number }) | undefined> {
    const { userId } = viewer;
    let books = await this.#catalog.books.listByDocument(viewer, document);
    if (books.length > 0 && (await this.#attach(viewer, document, books)))
      books = await this.#catalog.books.listByDocument(viewer, document);
    const names = books.flatMap(({ readerHash, nameHash }) => [readerHash, nameHash]);
    const stored = await this.#store.findPosition(userId, [
      document,
      ...names.filter((name) => name !== null),
    ]);
    const [book] = books.filter((one) => one.progress).toSorted((a, b) => readAtOf(b) - readAtOf(a));
    const forgotten = await this.#progress.listForgotten(
      viewer,
      books.map(({ id }) => id),
    );
    const isGivenUp = stored && Math.max(0, ...forgotten.values()) > stored.reportedAt;
    if (stored && !isGivenUp && (!book || readAtOf(book) <= stored.reportedAt))
      return { ...toReported(stored), readAt: stored.reportedAt };
    return book && { ...(await this.#toPosition(book)), readAt: readAtOf(book) };
  }

  async #toBody(book: BookRow, position: KoreaderPositionTable): Promise<WriteProgress> {
    const { percentage } = position;
    const stored = {
      deviceId: position.deviceId.trim().slice(0, maxDeviceLength) || 'koreader',
      deviceName: position.device.trim().slice(0, maxDeviceLength) || 'KOReader',
      readAt: toTime(position.reportedAt),
    };
    if (!isText(book.fileFormat)) {
      const page = parsePageNumber(position.progress);
      const isPage = page !== undefined && (book.pageCount === 0 || page <= book.pageCount);
      return isPage ? { ...stored, currentPage: page } : { ...stored, progressPercentage: percentage };
    }
    // Positions in other text formats differ from those in the converted EPUB.
    if (becomesEpub(book.fileFormat)) return { ...stored, progressPercentage: percentage };
    const index = parseFragment(position.progress);
    const start = index === undefined ? undefined : await this.#progress.locateInSpine(book, index);
    if (!start) return { ...stored, progressPercentage: percentage };
    const { locations: _, ...where } = start;
    const locator = { ...where, locations: { totalProgression: percentage } };
    return { ...stored, locator, progressPercentage: percentage };
  }

  async #applyPosition(
    viewer: Viewer,
    books: readonly BookRow[],
    position: KoreaderPositionTable,
  ): Promise<void> {
    for (const book of books) {
      try {
        await this.#progress.write(viewer, book.id, await this.#toBody(book, position));
      } catch (error) {
        // The book was deleted or hidden meanwhile.
        if (!(error instanceof Problem && error.code === 'not_found')) throw error;
      }
    }
  }

  /** Applies a position that was reported before the book was added. */
  async #attach(viewer: Viewer, document: string, books: readonly BookRow[]): Promise<boolean> {
    const position = await this.#store.findPosition(viewer.userId, [document]);
    if (position?.isWaiting !== 1) return false;
    await this.#applyPosition(viewer, books, position);
    await this.#store.markKnown(position);
    return true;
  }

  /** The percentage agrees with the position, because programs compare the two. */
  async #toPosition(book: BookRow): Promise<KoreaderPosition> {
    const { pageCount } = book;
    const { currentPage = 1, percentage = null } = book.progress ?? {};
    const ofPage = pageCount > 0 ? Math.min(1, currentPage / pageCount) : undefined;
    const share = percentage ?? ofPage ?? 0;
    const place = book.fileFormat === 'epub' ? await this.#progress.findInSpine(book) : undefined;
    if (place) {
      const isInside = share >= place.from && share <= place.to;
      return { ...ownDevice, progress: toFragment(place.index), percentage: isInside ? share : place.from };
    }
    const isPaged = !isText(book.fileFormat);
    return { ...ownDevice, progress: String(currentPage), percentage: (isPaged && ofPage) || share };
  }
}

const readAtOf = ({ progress }: BookRow): number => progress?.updatedAt ?? 0;

const toReported = ({ progress, percentage, device, deviceId }: KoreaderPositionTable): KoreaderPosition => ({
  progress,
  percentage,
  device,
  deviceId,
});
