// The positions list of an EPUB (Readium: http://readium.org/position-list): places that every reader agrees on.
import { encodeEntryName } from '../opf/href.ts';
import type { EpubStructure } from './structure.ts';
import { countPositions, readingOrderOf, typeOf } from './structure.ts';
import type { TocEntry } from './toc.ts';

export interface Locator {
  href: string;
  type: string;
  title?: string;
  locations: {
    /** From 1, over the whole book. */
    position: number;
    /** Inside the resource, from 0 to below 1. */
    progression: number;
    /** Over the book, from 0 to below 1. */
    totalProgression: number;
  };
}

export interface PositionList {
  total: number;
  positions: Locator[];
}

/**
 * All positions of a book, in order. Addresses are those of the manifest: relative to it, below `resourceBase`.
 * As in Readium's position list: `progression` is n-th of the resource's positions, `totalProgression` (position − 1) of all.
 */
export function listPositions(structure: EpubStructure, resourceBase = 'resources/'): PositionList {
  const total = countPositions(structure);
  const titles = titlesByName(structure.toc ?? []);
  const positions: Locator[] = [];
  for (const item of readingOrderOf(structure)) {
    const href = resourceBase + encodeEntryName(item.name);
    const type = typeOf(item);
    const title = titles.get(item.name);
    const count = item.positions ?? 1;
    for (let i = 0; i < count; i += 1) {
      const position = positions.length + 1;
      const locations = { position, progression: i / count, totalProgression: (position - 1) / total };
      positions.push(title === undefined ? { href, type, locations } : { href, type, title, locations });
    }
  }
  return { total, positions };
}

/** The first title that the contents give a resource. */
function titlesByName(toc: readonly TocEntry[]): Map<string, string> {
  const titles = new Map<string, string>();
  const pending = toc.toReversed();
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    if (entry.name !== undefined && !titles.has(entry.name)) titles.set(entry.name, entry.title);
    for (const child of entry.children?.toReversed() ?? []) pending.push(child);
  }
  return titles;
}
