// Panels of pages: corrected by users, otherwise stored with the book, otherwise detected, otherwise none.

import type { PanelDirection } from '@lectern/contract/serving/panel-order';
import type { GuidedNavigation, PagePanels } from '@lectern/contract/serving/panels';
import { clampBox } from '@lectern/formats/panels/boxes';
import type { ImportedPage } from '@lectern/formats/panels/imports/read';
import { detectorVersion } from '@lectern/formats/panels/version';
import type { Addresses } from '@lectern/formats/positions';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { notFound } from '#infrastructure/errors.ts';
import type { OpenBook, PageService } from '../pages/index.ts';
import { detect } from './detection.ts';
import { toGuidedNavigation } from './document.ts';
import { readImports } from './imports.ts';
import * as store from './store.ts';

interface Dependencies {
  db: Db;
  catalog: Catalog;
  pages: PageService;
  clock: Clock;
}

interface GuidedBook {
  open: OpenBook;
  direction: PanelDirection;
  /** A webtoon, whose pages have no panels. */
  isScrolled: boolean;
  corrections: ReadonlyMap<number, number[][]>;
}

type Imports = ReadonlyMap<number, ImportedPage>;

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
    const book = await this.#open(viewer, bookId, number);
    const { direction } = book;
    const corrected = book.corrections.get(number);
    if (corrected) return toPanels('user', { direction, panels: corrected, trust: 1 });
    const imported = (await this.#readImports(book)).get(number);
    if (imported) return toPanels(imported.source, { direction, panels: imported.boxes, trust: 1 });
    const found = await this.#detect(viewer, book, number);
    if (found) return toPanels('detected', { direction, ...found });
    return toPanels('none', { direction, panels: [], trust: 0 });
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

  /** Adds the corrections of an export, also for books that are not on this server yet. Existing ones are kept. */
  restoreCorrections(corrections: readonly store.ExportedCorrection[]): Promise<void> {
    const limited = corrections.map((one) => ({ ...one, panels: one.panels.map(clampBox) }));
    return store.addCorrections(this.#deps.db, limited);
  }

  /** Throws like `get`. */
  async getDocument(
    viewer: Viewer,
    bookId: string,
    { href, addresses, number, signal }: DocumentRequest,
  ): Promise<GuidedNavigation> {
    const book = await this.#open(viewer, bookId, number);
    const { map } = book.open;
    const numbers = number === undefined ? map.pages.map((_, i) => i + 1) : [number];
    const imports = await this.#readImports(book);
    const panelsOf = new Map<number, number[][]>();
    const endMs = this.#deps.clock() + documentMs;
    for (const one of numbers) {
      signal.throwIfAborted();
      const isLate = this.#deps.clock() > endMs;
      const known = book.corrections.get(one) ?? imports.get(one)?.boxes;
      const found = known || isLate ? known : (await this.#detect(viewer, book, one))?.panels;
      panelsOf.set(one, found ?? []);
    }
    const selfHref = number === undefined ? href : `${href}?page=${number}`;
    return toGuidedNavigation({ selfHref, addresses, content: map, panelsOf });
  }

  async #open(viewer: Viewer, bookId: string, number: number | undefined): Promise<GuidedBook> {
    const open = await this.#deps.pages.openBook(viewer, bookId);
    if (number !== undefined && !open.map.pages[number - 1]) throw notFound('page');
    const row = await this.#deps.catalog.books.get(viewer, bookId);
    const reading = row.seriesReadingDirection ?? row.library.defaultReadingDirection;
    const corrections = await store.listCorrections(this.#deps.db, bookId, number);
    return {
      open,
      direction: reading === 'rtl' ? 'rtl' : 'ltr',
      isScrolled: reading === 'webtoon',
      corrections: new Map(corrections.map((one) => [one.number, one.panels])),
    };
  }

  /** Webtoons have no panels, except for corrections. */
  async #readImports({ open, isScrolled }: GuidedBook): Promise<Imports> {
    return isScrolled ? new Map() : readImports(this.#deps.pages, open);
  }

  async #detect(viewer: Viewer, { open, direction, isScrolled }: GuidedBook, number: number) {
    const { book, map } = open;
    const page = { bookId: book.id, number, pageCount: map.pages.length, direction };
    return isScrolled ? undefined : detect(this.#deps.pages, viewer, page);
  }
}

const toPanels = (
  source: PagePanels['source'],
  panels: Pick<PagePanels, 'direction' | 'panels' | 'trust'>,
): PagePanels => ({ version: detectorVersion, source, ...panels });
