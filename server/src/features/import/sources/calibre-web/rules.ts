// Access rules of Calibre-Web: by tags of books and by values of a column.
import { type TheirSeries, toText } from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { type CalibreLibrary, readTextColumn, Tagging, type ValuesOf } from '../calibre/index.ts';
import type { AppRows } from './app.ts';

export interface Rules {
  /** Names of the sharing tags that restrict the user. */
  of(user: GivenRow): { allowTags: string[]; denyTags: string[] };
  /** Returns the series with their sharing tags. */
  tag(series: readonly TheirSeries[]): TheirSeries[];
}

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
  const tagging = new Tagging(library);
  const own = new Map(
    app.users.map((user) => {
      const read = (column: string, kind: 'allow' | 'deny', valuesOf: ValuesOf) =>
        split(user[column]).map((value) => tagging.nameOf(value, kind, valuesOf));
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
  return {
    tag: (...input) => tagging.tag(...input),
    of: (user) => own.get(user) ?? { allowTags: [], denyTags: [] },
  };
}
