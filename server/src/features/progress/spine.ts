// Places by the number of a file of the book's text, as devices count that know no positions: every item of an EPUB's
// spine, also those outside the reading order. Pure.
import type { Locator } from '@lectern/contract/progress';
import type { EpubStructure } from '#formats/epub/structure.ts';
import { encodeEntryName } from '#formats/opf/href.ts';
import { listPositionsOf } from '#formats/positions.ts';
import { type Located, toLocatorAt, toNames } from './locate.ts';

/**
 * The beginning of an item, counted from 0. Undefined where there is none, and for one outside the reading order,
 * which lies nowhere in the book.
 */
export function toLocatorInSpine(index: number, { content }: Located): Locator | undefined {
  const structure = content?.epub as EpubStructure | null | undefined;
  const item = structure?.spine[index];
  if (!content || !item) return undefined;
  const href = `resources/${encodeEntryName(item.name)}`;
  const locator = listPositionsOf(content).positions.find((position) => position.href === href);
  return locator && { ...locator };
}

/** In which item, counted from 0, a page or a locator lies; undefined for books that have no spine. */
export function findSpineIndex(
  { page, locator }: { page: number; locator: Locator | undefined },
  book: Located,
): number | undefined {
  const structure = book.content?.epub as EpubStructure | null | undefined;
  if (!structure) return undefined;
  const indexOf = (href: string) => {
    const names = toNames(href, book.id);
    return structure.spine.findIndex(({ name }) => names.includes(name));
  };
  const own = locator ? indexOf(locator.href) : -1;
  if (own >= 0) return own;
  const made = toLocatorAt(page, book);
  const index = made ? indexOf(made.href) : -1;
  return index < 0 ? undefined : index;
}

/** The item of this name, or whose name ends so below some folder; undefined for none. */
export function findSpineName(name: string, { content }: Located): number | undefined {
  const structure = content?.epub as EpubStructure | null | undefined;
  if (!structure || name === '') return undefined;
  const exact = structure.spine.findIndex((item) => item.name === name);
  if (exact >= 0) return exact;
  const ending = structure.spine.findIndex((item) => item.name.endsWith(`/${name}`));
  return ending < 0 ? undefined : ending;
}
