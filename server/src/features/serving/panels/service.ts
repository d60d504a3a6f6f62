// Panels of pages: corrected by users, otherwise detected, otherwise none.
import type { GuidedNavigation, PagePanels } from '@lectern/contract/serving/panels';
import { clampBox } from '@lectern/formats/panels/boxes';
import type { PanelDirection } from '@lectern/formats/panels/order';
import { detectorVersion } from '@lectern/formats/panels/version';
import type { Addresses } from '@lectern/formats/positions';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { PageMap, PageService } from '../pages/index.ts';
import { detect } from './detection.ts';
import { toGuidedNavigation } from './document.ts';
import * as store from './store.ts';

interface Dependencies {
  db: Db;
  catalog: Catalog;
  pages: PageService;
  clock: Clock;
}

interface GuidedBook {
  bookId: string;
  map: PageMap;
  direction: PanelDirection;
  /** A webtoon, whose pages have no panels. */
  isScrolled: boolean;
  corrections: ReadonlyMap<number, number[][]>;
}

interface DocumentRequest {
  /** Absolute URL of the document of all pages. */
  href: string;
  addresses: Addresses;
  /** One page; undefined for all. */
  number: number | undefined;
  signal: AbortSignal;
}

/** Time for the detection of all pages of a book. */
const documentMs = 20_000;

export class PanelService {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Throws `not_found` for hidden books and missing pages. */
  async get(viewer: Viewer, bookId: string, number: number): Promise<PagePanels> {
    return this.#read(viewer, await this.#open(viewer, bookId, number), number);
  }

  /** Stores the panels of a page for all readers. Throws like `get`. */
  async correct(
    viewer: Viewer,
    bookId: string,
    number: number,
    boxes: readonly number[][],
  ): Promise<PagePanels> {
    const { direction } = await this.#open(viewer, bookId, number);
    const panels = boxes.map(([x = 0, y = 0, width = 0, height = 0]) => clampBox([x, y, width, height]));
    await store.saveCorrection(this.#deps.db, { bookId, number }, { panels, nowMs: this.#deps.clock() });
    return toPanels('user', { direction, panels, trust: 1 });
  }

  /** Throws like `get`. */
  async removeCorrection(viewer: Viewer, bookId: string, number: number): Promise<void> {
    await this.#open(viewer, bookId, number);
    await store.removeCorrection(this.#deps.db, { bookId, number });
  }

  /** Throws like `get`. */
  async getDocument(
    viewer: Viewer,
    bookId: string,
    { href, addresses, number, signal }: DocumentRequest,
  ): Promise<GuidedNavigation> {
    const book = await this.#open(viewer, bookId, number);
    const numbers = number === undefined ? book.map.pages.map((_, i) => i + 1) : [number];
    const panelsOf = new Map<number, number[][]>();
    const endMs = this.#deps.clock() + documentMs;
    for (const one of numbers) {
      signal.throwIfAborted();
      const isLate = this.#deps.clock() > endMs;
      const panels = isLate ? book.corrections.get(one) : (await this.#read(viewer, book, one)).panels;
      panelsOf.set(one, panels ?? []);
    }
    const selfHref = number === undefined ? href : `${href}?page=${number}`;
    return toGuidedNavigation({ selfHref, addresses, content: book.map, panelsOf });
  }

  async #open(viewer: Viewer, bookId: string, number: number | undefined): Promise<GuidedBook> {
    const { map } = await this.#deps.pages.openBook(viewer, bookId);
    if (number !== undefined && !map.pages[number - 1]) throw notFound('page');
    const row = await this.#deps.catalog.books.get(viewer, bookId);
    const reading = row.seriesReadingDirection ?? row.library.defaultReadingDirection;
    const corrections = await store.listCorrections(this.#deps.db, bookId, number);
    return {
      bookId,
      map,
      direction: reading === 'rtl' ? 'rtl' : 'ltr',
      isScrolled: reading === 'webtoon',
      corrections: new Map(corrections.map((one) => [one.number, one.panels])),
    };
  }

  async #read(viewer: Viewer, book: GuidedBook, number: number): Promise<PagePanels> {
    const { bookId, map, direction, isScrolled, corrections } = book;
    const corrected = corrections.get(number);
    if (corrected) return toPanels('user', { direction, panels: corrected, trust: 1 });
    const page = { bookId, number, pageCount: map.pages.length, direction };
    const found = isScrolled ? undefined : await detect(this.#deps.pages, viewer, page);
    if (found) return toPanels('detected', { direction, ...found });
    return toPanels('none', { direction, panels: [], trust: 0 });
  }
}

const toPanels = (
  source: PagePanels['source'],
  panels: Pick<PagePanels, 'direction' | 'panels' | 'trust'>,
): PagePanels => ({ version: detectorVersion, source, ...panels });
