// Sharing tags for values of single books. Lectern applies sharing tags to series: a series is allowed if all of its
// books match, and denied if any book matches.
import type { TheirSeries } from '#features/import/snapshot/index.ts';
import type { CalibreLibrary } from './books.ts';

/** Values by book id. */
export type ValuesOf = ReadonlyMap<string, readonly string[]>;

export class Tagging {
  readonly #deps: Pick<CalibreLibrary, 'members'>;
  readonly #tags = new Map<string, string[]>();
  readonly #names = new Map<ValuesOf, Map<string, string>>();

  constructor(deps: Pick<CalibreLibrary, 'members'>) {
    this.#deps = deps;
  }

  /** Returns the name of the sharing tag for a value, and creates the tag on first use. */
  nameOf(value: string, kind: 'allow' | 'deny', valuesOf: ValuesOf): string {
    const known = this.#names.get(valuesOf) ?? new Map<string, string>();
    this.#names.set(valuesOf, known);
    const key = `${kind} ${value}`;
    const made = known.get(key);
    if (made !== undefined) return made;
    const has = (book: string) =>
      valuesOf.get(book)?.some((one) => one.toLowerCase() === value.toLowerCase()) ?? false;
    const all = [...this.#deps.members].filter(([, books]) => books.every(has)).map(([id]) => id);
    const some = [...this.#deps.members].filter(([, books]) => books.some(has)).map(([id]) => id);
    const isInPart = kind === 'deny' && some.length > all.length;
    const name = `${value}${isInPart ? ' (in part)' : ''}`;
    known.set(key, name);
    for (const id of kind === 'allow' ? all : some) {
      const given = this.#tags.get(id) ?? [];
      if (!given.includes(name)) this.#tags.set(id, [...given, name]);
    }
    return name;
  }

  /** Returns the series with the requested tags. */
  tag(series: readonly TheirSeries[]): TheirSeries[] {
    return series.map((one) => ({ ...one, sharingTags: this.#tags.get(one.id) ?? [] }));
  }
}
