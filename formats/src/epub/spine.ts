// Maps indexes of the package's itemrefs to positions, for programs and devices that count all of them: those outside
// the reading order, missing files, and parts of a file. Pure functions.
import { type Locator, listPositions } from './positions.ts';
import { type EpubStructure, toItemHref } from './structure.ts';

/**
 * Returns the position of the beginning of an itemref, counted from 0. A part of a file is the position of the file
 * with the fragment. Returns undefined if the itemref does not exist or is outside the reading order and therefore has
 * no position.
 */
export function findSpineStart(structure: EpubStructure, index: number): Locator | undefined {
  const { item, fragment } = structure.itemrefs ? (structure.itemrefs[index] ?? {}) : { item: index };
  const start = item === undefined ? undefined : findItemStart(structure, item);
  return start && fragment !== undefined
    ? { ...start, locations: { ...start.locations, fragments: [fragment] } }
    : start;
}

/**
 * Returns the fractions of the book (0 to 1) at which the file of an itemref begins and ends; undefined as for
 * `findSpineStart`.
 */
export function findSpineShares(
  structure: EpubStructure,
  index: number,
): { from: number; to: number } | undefined {
  const start = findSpineStart(structure, index);
  if (!start) return undefined;
  const { total, positions } = listPositions(structure);
  const from = start.locations.totalProgression;
  return { from, to: from + positions.filter(({ href }) => href === start.href).length / total };
}

/** Like `findSpineStart`, for an index into `spine`. */
export function findItemStart(structure: EpubStructure, index: number): Locator | undefined {
  const item = structure.spine[index];
  if (!item) return undefined;
  const href = toItemHref(item, 'resources/');
  return listPositions(structure).positions.find((position) => position.href === href);
}

/** Returns the itemref of an item of the spine: that of one of the fragments, else the first of the file. */
export function findItemref(
  { itemrefs }: EpubStructure,
  item: number,
  fragments: readonly string[] = [],
): number {
  if (!itemrefs) return item;
  const ofItem = itemrefs.flatMap((one, index) => (one.item === item ? { ...one, index } : []));
  const part = ofItem.find(({ fragment }) => fragment !== undefined && fragments.includes(fragment));
  return (part ?? ofItem[0])?.index ?? item;
}

/**
 * Returns the zero-based index in the spine of the item with this name or whose path ends with it; undefined if there
 * is none.
 */
export function findSpineName({ spine }: EpubStructure, name: string): number | undefined {
  if (name === '') return undefined;
  const exact = spine.findIndex((item) => item.name === name);
  if (exact >= 0) return exact;
  const ending = spine.findIndex((item) => item.name.endsWith(`/${name}`));
  return ending < 0 ? undefined : ending;
}
