// The positions list of an EPUB (Readium: http://readium.org/position-list), which is the same for every
// reader.
import type { TocEntry } from './navigation/toc.ts';
import type { EpubStructure } from './structure.ts';
import { countPositions, readingOrderOf, toItemHref, typeOf } from './structure.ts';

export interface Locator {
  href: string;
  type: string;
  title?: string;
  locations: {
    /** Over the whole book, from 1. */
    position: number;
    /** Within the resource, from 0 to below 1. */
    progression: number;
    /** Over the whole book, from 0 to below 1. */
    totalProgression: number;
    /** Ids of elements. */
    fragments?: string[];
  };
}

export interface PositionList {
  total: number;
  positions: Locator[];
}

/**
 * Returns all positions of a book in order. Addresses are relative to the manifest, under `resourceBase`. As
 * in Readium's position list, `progression` is the fraction of the resource's positions, and
 * `totalProgression` is (position − 1) / total.
 */
export function listPositions(structure: EpubStructure, resourceBase = 'resources/'): PositionList {
  const total = countPositions(structure);
  const titles = titlesByName(structure.toc ?? []);
  const positions: Locator[] = [];
  for (const item of readingOrderOf(structure)) {
    const href = toItemHref(item, resourceBase);
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

/** Maps each resource to its first title in the table of contents. */
function titlesByName(toc: readonly TocEntry[]): Map<string, string> {
  const titles = new Map<string, string>();
  const pending = toc.toReversed();
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    if (entry.name !== undefined && !titles.has(entry.name)) titles.set(entry.name, entry.title);
    for (const child of entry.children?.toReversed() ?? []) pending.push(child);
  }
  return titles;
}
