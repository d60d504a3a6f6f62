// The shape of a navigation, wherever it comes from. Reading it is navigation.ts's.

export interface TocEntry {
  /** Never empty. */
  title: string;
  /** Name of the entry that it leads to; absent for a heading without a target. */
  name?: string;
  /** Place in that entry, percent-decoded. */
  fragment?: string;
  children?: TocEntry[];
}

export interface Navigation {
  toc: TocEntry[];
  landmarks: TocEntry[];
  pageList: TocEntry[];
}

/** Gives the target of a reference in a navigation, or undefined when the book has no such entry. */
export type FindTarget = (href: string) => Pick<TocEntry, 'name' | 'fragment'> | undefined;

/** How many entries a navigation may still have. */
export interface Budget {
  left: number;
}

export interface NavigationContext {
  target: FindTarget;
  budget: Budget;
}
