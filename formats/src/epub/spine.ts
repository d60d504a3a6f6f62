// Places by the number of a file of the book's text, as devices count that know no positions: every item of the spine,
// also those outside the reading order. Pure.
import { encodeEntryName } from '../opf/href.ts';
import { type Locator, listPositions } from './positions.ts';
import type { EpubStructure } from './structure.ts';

/**
 * The beginning of an item, counted from 0. Undefined where there is none, and for one outside the reading order,
 * which lies nowhere in the book.
 */
export function findSpineStart(structure: EpubStructure, index: number): Locator | undefined {
  const item = structure.spine[index];
  if (!item) return undefined;
  const href = `resources/${encodeEntryName(item.name)}`;
  return listPositions(structure).positions.find((position) => position.href === href);
}

/** The item of this name, or whose name ends so below some folder, counted from 0; undefined for none. */
export function findSpineName({ spine }: EpubStructure, name: string): number | undefined {
  if (name === '') return undefined;
  const exact = spine.findIndex((item) => item.name === name);
  if (exact >= 0) return exact;
  const ending = spine.findIndex((item) => item.name.endsWith(`/${name}`));
  return ending < 0 ? undefined : ending;
}
