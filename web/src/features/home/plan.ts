// The shelves of the home page: order and visibility. Uses no React and no browser API.

import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { toRecord } from '@lectern/contract/records';

export const ownShelves = [
  'keep-reading',
  'on-deck',
  'want-to-read',
  'recent-books',
  'recent-series',
  'updated-series',
  'after-finished',
  'recently-read',
  'recent-comics',
  'recent-texts',
  'recent-documents',
] as const;
export type OwnShelf = (typeof ownShelves)[number];

/** Hidden by default, because their items are also on other shelves. */
export const onDemand: readonly string[] = ['recent-comics', 'recent-texts', 'recent-documents'];

/** A pinned preset has the key `preset:<id>`. */
export type ShelfKey = OwnShelf | `preset:${string}`;

/** The user's choice, stored as the preference `web.home`. */
export interface HomeChoice {
  order: string[];
  hidden: string[];
  /** Shown although hidden by default. */
  shown: string[];
  /** Books and series that the user hid from a shelf: `<shelf> <id>`, with their state at that time (`toStamp`). */
  dismissed: Record<string, string>;
}

/** Maximum number of hidden items. The oldest are dropped. */
const maxDismissed = 300;

export const preferenceKey = 'web.home';

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** The preference may have been written by another version or another client. */
export function readChoice(value: unknown): HomeChoice {
  const { order, hidden, shown, dismissed } = toRecord(value);
  const entries = Object.entries(toRecord(dismissed));
  return {
    order: isStringArray(order) ? order : [],
    hidden: isStringArray(hidden) ? hidden : [],
    shown: isStringArray(shown) ? shown : [],
    dismissed: Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    ),
  };
}

/** The relevant properties of a shelf item. */
export interface Dismissible {
  id: string;
  updatedAt: string;
  readProgress?: { updatedAt: string } | null | undefined;
}

const toDismissedKey = (shelf: ShelfKey, { id }: Dismissible): string => `${shelf} ${id}`;

/** The state whose change shows a hidden item again: its progress, or on the shelf of updated series its last update. */
const toStamp = (shelf: ShelfKey, { updatedAt, readProgress }: Dismissible): string =>
  shelf === 'updated-series' ? updatedAt : (readProgress?.updatedAt ?? '');

export function isDismissed({ dismissed }: HomeChoice, shelf: ShelfKey, item: Dismissible): boolean {
  return dismissed[toDismissedKey(shelf, item)] === toStamp(shelf, item);
}

export function toDismissed(choice: HomeChoice, shelf: ShelfKey, item: Dismissible): HomeChoice {
  const key = toDismissedKey(shelf, item);
  const others = Object.entries(choice.dismissed).filter(([one]) => one !== key);
  const dismissed = [...others, [key, toStamp(shelf, item)] as const].slice(-maxDismissed);
  return { ...choice, dismissed: Object.fromEntries(dismissed) };
}

export function toRestored(choice: HomeChoice, shelf: ShelfKey, item: Dismissible): HomeChoice {
  const { [toDismissedKey(shelf, item)]: _, ...dismissed } = choice.dismissed;
  return { ...choice, dismissed };
}

const toPresetKey = ({ id }: Pick<FilterPreset, 'id'>): ShelfKey => `preset:${id}`;

/**
 * All shelves in order: the chosen order, with new shelves at their default positions. Pinned presets follow the shelves for
 * continuing.
 */
export function toPlan(
  { order, hidden, shown }: Pick<HomeChoice, 'order' | 'hidden' | 'shown'>,
  pinned: readonly Pick<FilterPreset, 'id'>[],
): { key: ShelfKey; isHidden: boolean }[] {
  const presets = pinned.map(toPresetKey);
  const all: ShelfKey[] = [...ownShelves.slice(0, 3), ...presets, ...ownShelves.slice(3)];
  const known = order.flatMap((key) => all.find((one) => one === key) ?? []);
  const plan = [...new Set(known)];
  for (const [index, key] of all.entries()) {
    if (plan.includes(key)) continue;
    // Inserted after the shelf that precedes it by default.
    const before = all[index - 1];
    plan.splice(before === undefined ? 0 : plan.indexOf(before) + 1, 0, key);
  }
  const isHidden = (key: string) => (onDemand.includes(key) ? !shown.includes(key) : hidden.includes(key));
  return plan.map((key) => ({ key, isHidden: isHidden(key) }));
}

/** The choice with a shelf shown or hidden. */
export function withShelf(choice: HomeChoice, key: string, isShown: boolean): HomeChoice {
  const field = onDemand.includes(key) ? 'shown' : 'hidden';
  const others = choice[field].filter((one) => one !== key);
  const isNamed = (field === 'shown') === isShown;
  return { ...choice, [field]: isNamed ? [...others, key] : others };
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
