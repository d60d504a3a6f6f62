// Panels found in a document, by page.
import type { EntryHref } from '../../opf/href.ts';
import type { Box } from '../boxes.ts';

/** A page of the book. Width and height in pixels, null if unknown. */
export interface ImportPage {
  /** Entry name. */
  name: string;
  width: number | null;
  height: number | null;
}

export interface Size {
  width: number;
  height: number;
}

/** Boxes in reading order by index of the page. Undefined for a panel without a valid region. */
export type FoundPanels = Map<number, (Box | undefined)[]>;

export function addPanel(found: FoundPanels, page: number, box: Box | undefined): void {
  const boxes = found.get(page);
  if (boxes) boxes.push(box);
  else found.set(page, [box]);
}

/** Adds the pages that `found` does not contain. */
export function addPages(found: FoundPanels, others: FoundPanels): void {
  for (const [page, boxes] of others) if (!found.has(page)) found.set(page, boxes);
}

export type FindPage = (href: EntryHref) => number | undefined;

/** Returns the index of a page by its entry name: exact, or with other case or Unicode normalization. */
export function createPageFinder(pages: readonly ImportPage[]): FindPage {
  const exact = mapPages(pages, (name) => name);
  const folded = mapPages(pages, fold);
  return ({ name, encodedName }) =>
    exact.get(name) ??
    (encodedName === undefined ? undefined : exact.get(encodedName)) ??
    folded.get(fold(name));
}

/** The first of several pages with the same key wins. */
export function mapPages(
  pages: readonly Pick<ImportPage, 'name'>[],
  keyOf: (name: string) => string,
): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, { name }] of pages.entries()) {
    const key = keyOf(name);
    if (!indexes.has(key)) indexes.set(key, index);
  }
  return indexes;
}

/** Ignores case and Unicode normalization. */
export const fold = (name: string): string => name.normalize('NFC').toLowerCase();

/** Undefined if the size of the page is unknown. */
export const sizeOf = (page: ImportPage | undefined): Size | undefined =>
  page?.width && page.height ? { width: page.width, height: page.height } : undefined;
