// Who sees what in Calibre-Web: by tags of books, and by values of a column. Sharing tags are of series here: a series is
// allowed when all of its books are, and denied when one of them is.
import { type TheirSeries, toText } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { type CalibreLibrary, readTextColumn } from '../calibre/index.ts';
import type { AppRows } from './app.ts';

export interface Rules {
  /** Names of sharing tags by which somebody is limited. */
  of(user: GivenRow): { allowTags: string[]; denyTags: string[] };
  /** The sharing tags of series, by their id. */
  tags: ReadonlyMap<string, readonly string[]>;
}

export const tagSeries = (series: readonly TheirSeries[], { tags }: Rules): TheirSeries[] =>
  series.map((one) => ({ ...one, sharingTags: tags.get(one.id) ?? [] }));

const split = (value: unknown): string[] => [
  ...new Set(
    toText(value)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

export function findRules(app: AppRows, database: GivenDatabase, library: CalibreLibrary): Rules {
  const values = readTextColumn(database, toText(app.settings.config_restricted_column));
  const tags = new Map<string, string[]>();
  const names = new Map<string, string>();
  /** The sharing tag that stands for a value of books, which is made when it is first asked for. */
  const nameOf = (
    value: string,
    kind: 'allow' | 'deny',
    valuesOf: ReadonlyMap<string, readonly string[]>,
  ) => {
    const key = [kind, valuesOf === values ? 'column' : 'tag', value].join('\0');
    const made = names.get(key);
    if (made !== undefined) return made;
    const has = (book: string) =>
      valuesOf.get(book)?.some((one) => one.toLowerCase() === value.toLowerCase()) ?? false;
    const all = [...library.members].filter(([, books]) => books.every(has)).map(([id]) => id);
    const some = [...library.members].filter(([, books]) => books.some(has)).map(([id]) => id);
    const isInPart = kind === 'deny' && some.length > all.length;
    const name = `${value}${isInPart ? ' (in part)' : ''}`;
    names.set(key, name);
    for (const id of kind === 'allow' ? all : some) {
      const known = tags.get(id) ?? [];
      if (!known.includes(name)) tags.set(id, [...known, name]);
    }
    return name;
  };
  const own = new Map(
    app.users.map((user) => {
      const read = (
        column: string,
        kind: 'allow' | 'deny',
        valuesOf: ReadonlyMap<string, readonly string[]>,
      ) => split(user[column]).map((value) => nameOf(value, kind, valuesOf));
      const allowTags = [
        ...read('allowed_tags', 'allow', library.tags),
        ...read('allowed_column_value', 'allow', values),
      ];
      const denyTags = [
        ...read('denied_tags', 'deny', library.tags),
        ...read('denied_column_value', 'deny', values),
      ];
      return [user, { allowTags, denyTags }] as const;
    }),
  );
  return { tags, of: (user) => own.get(user) ?? { allowTags: [], denyTags: [] } };
}
