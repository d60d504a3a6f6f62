// The shelves of the home page: order and visibility. No React, no browser.

import type { FilterPreset } from '@lectern/contract/filter-presets';
import { toRecord } from '@lectern/contract/records';

export const ownShelves = [
  'keep-reading',
  'on-deck',
  'want-to-read',
  'recent-books',
  'recent-series',
  'updated-series',
  'recently-read',
] as const;
export type OwnShelf = (typeof ownShelves)[number];

/** A pinned preset has the key `preset:<id>`. */
export type ShelfKey = OwnShelf | `preset:${string}`;

/** The user's choice, stored as the preference `web.home`. */
export interface HomeChoice {
  order: string[];
  hidden: string[];
}

export const preferenceKey = 'web.home';

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The preference may have been written by another version or another client. */
export function readChoice(value: unknown): HomeChoice {
  const { order, hidden } = toRecord(value);
  return { order: isStringArray(order) ? order : [], hidden: isStringArray(hidden) ? hidden : [] };
}

const toPresetKey = ({ id }: Pick<FilterPreset, 'id'>): ShelfKey => `preset:${id}`;

/**
 * All shelves in order: the chosen order, with new shelves in their default positions. Pinned presets come after the
 * shelves for continuing.
 */
export function toPlan(
  { order, hidden }: HomeChoice,
  pinned: readonly Pick<FilterPreset, 'id'>[],
): { key: ShelfKey; isHidden: boolean }[] {
  const presets = pinned.map(toPresetKey);
  const all: ShelfKey[] = [...ownShelves.slice(0, 3), ...presets, ...ownShelves.slice(3)];
  const known = order.flatMap((key) => all.find((one) => one === key) ?? []);
  const plan = [...new Set(known)];
  for (const [index, key] of all.entries()) {
    if (plan.includes(key)) continue;
    // After the shelf that precedes it by default.
    const before = all[index - 1];
    plan.splice(before === undefined ? 0 : plan.indexOf(before) + 1, 0, key);
  }
  return plan.map((key) => ({ key, isHidden: hidden.includes(key) }));
}

/** The order with one shelf moved up (-1) or down (1). */
export function toMoved(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const at = keys.indexOf(key);
  const to = at + by;
  if (at < 0 || to < 0 || to >= keys.length) return [...keys];
  const moved = keys.filter((one) => one !== key);
  moved.splice(to, 0, key);
  return moved;
}
