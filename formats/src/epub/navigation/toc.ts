// The shape of a navigation, independent of its source. read-navigation.ts reads it.

import type { OnRepair } from '../../xml/recover.ts';

export interface TocEntry {
  title: string;
  /** Name of the target entry; absent for a heading without a target. */
  name?: string;
  /** Fragment within the target, percent-decoded. */
  fragment?: string;
  children?: TocEntry[];
}

export interface Navigation {
  toc: TocEntry[];
  landmarks: TocEntry[];
  pageList: TocEntry[];
}

/** Resolves a reference in a navigation. Returns undefined if the book has no such entry. */
export type FindTarget = (href: string) => Pick<TocEntry, 'name' | 'fragment'> | undefined;

/** Remaining number of navigation entries. */
export interface Budget {
  left: number;
}

export interface NavigationContext {
  target: FindTarget;
  budget: Budget;
  onRepair: OnRepair;
}
