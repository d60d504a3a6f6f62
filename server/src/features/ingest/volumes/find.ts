// Which files of a folder are volumes of archives, by their names and their first bytes: of each archive the first stands
// for the book, and the others are no books.
import type { VolumePlace } from '@lectern/formats/archive/rar/volumes/head';
import { findPart, listNextNames, listVolumeNames } from '@lectern/formats/archive/rar/volumes/names';

export interface FoundVolumes {
  /** The names of all volumes that are there, by that of the first. */
  sets: ReadonlyMap<string, readonly string[]>;
  later: ReadonlySet<string>;
}

/** `peek` looks into a file; it is only asked for names of volumes. */
export function findVolumes(
  names: readonly string[],
  peek: (name: string) => VolumePlace | undefined,
): FoundVolumes {
  const sets = new Map<string, readonly string[]>();
  const later = new Set<string>();
  const archives = names.filter((name) => /\.(?:rar|cbr)$/i.test(name));
  if (archives.length === 0) return { sets, later };
  const there = new Set(names);
  const has = (name: string) => there.has(name);
  const parts = new Map<string, { name: string; number: number; isFirst: boolean }[]>();
  for (const name of archives) {
    const part = findPart(name);
    if (!part && !listNextNames(name).some(has)) continue;
    const place = peek(name);
    if (place === undefined) continue;
    if (!part) {
      sets.set(name, listVolumeNames(name, has));
      continue;
    }
    const key = part.before.toLowerCase();
    const isFirst = place === 'first' || (place === 'volume' && part.number <= 1);
    parts.set(key, [...(parts.get(key) ?? []), { name, number: part.number, isFirst }]);
  }
  for (const volumes of parts.values()) {
    const [lowest, ...others] = volumes.toSorted((a, b) => a.number - b.number);
    if (!lowest) continue;
    for (const volume of [lowest, ...others])
      if (volume.isFirst) sets.set(volume.name, listVolumeNames(volume.name, has));
    for (const { name, isFirst } of others) if (!isFirst) later.add(name);
  }
  return { sets, later };
}
