// Finds the spine item of an EPUB that contains a position, for devices without positions. Pure.
import type { Locator } from '@lectern/contract/reading/progress';
import { findItemref } from '@lectern/formats/epub/spine';
import type { EpubStructure } from '@lectern/formats/epub/structure';
import { findItemIndex, type Located, toLocatorAt, toNames } from './locate.ts';

export const toStructure = ({ content }: Pick<Located, 'content'>): EpubStructure | undefined =>
  content?.epub ?? undefined;

/** Zero-based index of the itemref; undefined for books without a spine. */
export function findSpineIndex(
  { page, locator }: { page: number; locator: Locator | undefined },
  book: Located,
): number | undefined {
  const structure = toStructure(book);
  const indexOf = (href: string) => {
    const names = toNames(href, book.id);
    return structure ? findItemIndex(structure, names, href) : -1;
  };
  const own = locator ? indexOf(locator.href) : -1;
  const fragments = locator?.locations?.fragments ?? [];
  if (structure && own >= 0) return findItemref(structure, own, fragments);
  const made = toLocatorAt(page, book);
  const index = made ? indexOf(made.href) : -1;
  return structure && index >= 0 ? findItemref(structure, index) : undefined;
}
