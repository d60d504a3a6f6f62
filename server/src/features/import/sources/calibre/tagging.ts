// Sharing tags for values of single books. Lectern applies sharing tags to series: a series is allowed if all of its
// books match, and denied if any book matches.
import type { TheirSeries } from '#features/import/snapshot/index.ts';
import type { CalibreLibrary } from './books.ts';

/** Values by book id. */
export type ValuesOf = ReadonlyMap<string, readonly string[]>;

export interface Tagging {
  /** Returns the name of the sharing tag for a value, and creates the tag on first use. */
  nameOf(value: string, kind: 'allow' | 'deny', valuesOf: ValuesOf): string;
  /** Returns the series with the requested tags. */
  tag(series: readonly TheirSeries[]): TheirSeries[];
}

export function createTagging({ members }: Pick<CalibreLibrary, 'members'>): Tagging {
  const tags = new Map<string, string[]>();
  const names = new Map<ValuesOf, Map<string, string>>();
  return {
    nameOf(value, kind, valuesOf) {
      const known = names.get(valuesOf) ?? new Map<string, string>();
      names.set(valuesOf, known);
      const key = `${kind} ${value}`;
      const made = known.get(key);
      if (made !== undefined) return made;
      const has = (book: string) =>
        valuesOf.get(book)?.some((one) => one.toLowerCase() === value.toLowerCase()) ?? false;
      const all = [...members].filter(([, books]) => books.every(has)).map(([id]) => id);
      const some = [...members].filter(([, books]) => books.some(has)).map(([id]) => id);
      const isInPart = kind === 'deny' && some.length > all.length;
      const name = `${value}${isInPart ? ' (in part)' : ''}`;
      known.set(key, name);
      for (const id of kind === 'allow' ? all : some) {
        const given = tags.get(id) ?? [];
        if (!given.includes(name)) tags.set(id, [...given, name]);
      }
      return name;
    },
    tag: (series) => series.map((one) => ({ ...one, sharingTags: tags.get(one.id) ?? [] })),
  };
}
