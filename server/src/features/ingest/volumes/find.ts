// Finds multi-volume archives in a folder by file names and first bytes. The first volume represents the book; later
// ones are not books.
import type { VolumePosition } from '@lectern/formats/archive/rar/volumes/head';
import {
  findPart,
  isZeroBased,
  listNextNames,
  listVolumeNames,
} from '@lectern/formats/archive/rar/volumes/names';

export interface FoundVolumes {
  /** Names of all existing volumes, by the name of the first one. */
  sets: ReadonlyMap<string, readonly string[]>;
  later: ReadonlySet<string>;
}

/** `peek` reads the header of a file; only called for names of volumes. */
export function findVolumes(
  names: readonly string[],
  peek: (name: string) => VolumePosition | undefined,
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
  for (const [first, [, ...others]] of sets)
    if (isZeroBased(first)) for (const name of others) later.add(name);
  return { sets, later };
}
