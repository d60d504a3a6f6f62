// Maps spine indexes to positions, for devices that count spine items, including those outside the reading
// order. Pure functions.
import { encodeEntryName } from '../opf/href.ts';
import { type Locator, listPositions } from './positions.ts';
import type { EpubStructure } from './structure.ts';

/**
 * Returns the position of the beginning of an item, counted from 0. Returns undefined if the item does not
 * exist or is outside the reading order and therefore has no position.
 */
export function findSpineStart(structure: EpubStructure, index: number): Locator | undefined {
  const item = structure.spine[index];
  if (!item) return undefined;
  const href = `resources/${encodeEntryName(item.name)}`;
  return listPositions(structure).positions.find((position) => position.href === href);
}

/**
 * Returns the zero-based index of the item with this name or whose path ends with it; undefined if there is
 * none.
 */
export function findSpineName({ spine }: EpubStructure, name: string): number | undefined {
  if (name === '') return undefined;
  const exact = spine.findIndex((item) => item.name === name);
  if (exact >= 0) return exact;
  const ending = spine.findIndex((item) => item.name.endsWith(`/${name}`));
  return ending < 0 ? undefined : ending;
}
