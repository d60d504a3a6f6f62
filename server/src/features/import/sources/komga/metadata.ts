// Metadata of series and books. Locked values are user edits. Unlocked values come from files, or from tools such as komf.

import { authorRoles } from '@lectern/contract/values';
import {
  defined,
  groupBy,
  listTexts,
  toBytes,
  toFlag,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';

const statuses: Readonly<Record<string, string>> = {
  ENDED: 'ended',
  ONGOING: 'ongoing',
  ABANDONED: 'abandoned',
  HIATUS: 'hiatus',
};
const directions: Readonly<Record<string, string>> = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'ttb',
  WEBTOON: 'webtoon',
};

const seriesFields = [
  ...['STATUS', 'TITLE', 'TITLE_SORT', 'SUMMARY', 'READING_DIRECTION', 'PUBLISHER'],
  ...['AGE_RATING', 'LANGUAGE', 'TOTAL_BOOK_COUNT'],
];
const seriesLists = ['GENRES', 'TAGS', 'LINKS', 'ALTERNATE_TITLES'];
const bookFields = ['TITLE', 'NUMBER', 'NUMBER_SORT', 'RELEASE_DATE', 'SUMMARY', 'ISBN'];
const bookLists = ['AUTHORS', 'TAGS', 'LINKS'];

const withLocks = (fields: readonly string[]) => fields.flatMap((field) => [field, `${field}_LOCK`]);
const toLocks = (lists: readonly string[]) => lists.map((list) => `${list}_LOCK`);

/** Values by Lectern's field and Komga's column. Null if a value was cleared, undefined if it cannot be set. */
type Values = Readonly<Record<string, readonly [column: string, value: unknown]>>;

/** Returns the locked values. */
const toEdits = (row: GivenRow, values: Values): Record<string, unknown> =>
  defined(
    Object.fromEntries(
      Object.entries(values).flatMap(([field, [column, value]]) =>
        toFlag(row[`${column}_LOCK`]) ? [[field, value]] : [],
      ),
    ),
  );

/** Returns the unlocked values. Omits empty values and values that Komga derives itself. */
const toProvided = (
  row: GivenRow,
  values: Values,
  derived: readonly string[],
): Record<string, unknown> | undefined => {
  const others = Object.entries(values).flatMap(([field, [column, value]]) =>
    toFlag(row[`${column}_LOCK`]) || derived.includes(field) || isEmpty(value) ? [] : [[field, value]],
  );
  return others.length === 0 ? undefined : Object.fromEntries(others);
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const orNull = (value: unknown): string | null => toText(value) || null;

interface Described {
  edits: Record<string, unknown>;
  provided: Record<string, unknown> | undefined;
}

/** Returns metadata by series id. `names`: folder names, which are the titles of series without metadata. */
export function readSeriesMetadata(
  database: GivenDatabase,
  names: ReadonlyMap<string, string>,
): Map<string, Described & { ageRating: number | undefined }> {
  const table = (name: string, columns: string[]) =>
    groupBy(database.read(`SERIES_METADATA_${name}`, ['SERIES_ID', ...columns]), 'SERIES_ID');
  const genres = table('GENRE', ['GENRE']);
  const tags = table('TAG', ['TAG']);
  const links = table('LINK', ['LABEL', 'URL']);
  const titles = table('ALTERNATE_TITLE', ['LABEL', 'TITLE']);
  const columns = ['SERIES_ID', ...withLocks(seriesFields), ...toLocks(seriesLists)];
  return new Map(
    database.read('SERIES_METADATA', columns).map((row) => {
      const id = toText(row.SERIES_ID);
      const title = orNull(row.TITLE) ?? undefined;
      const titleSort = orNull(row.TITLE_SORT);
      const alternate = (titles.get(id) ?? []).map((one) => ({
        label: toText(one.LABEL),
        title: toText(one.TITLE),
      }));
      const values: Values = {
        status: ['STATUS', statuses[toText(row.STATUS)] ?? null],
        title: ['TITLE', title],
        titleSort: ['TITLE_SORT', titleSort],
        summary: ['SUMMARY', orNull(row.SUMMARY)],
        readingDirection: ['READING_DIRECTION', directions[toText(row.READING_DIRECTION)] ?? null],
        publisher: ['PUBLISHER', orNull(row.PUBLISHER)],
        ageRating: ['AGE_RATING', toNumber(row.AGE_RATING) ?? null],
        language: ['LANGUAGE', orNull(row.LANGUAGE)],
        totalVolumeCount: ['TOTAL_BOOK_COUNT', toNumber(row.TOTAL_BOOK_COUNT) ?? null],
        genres: ['GENRES', listTexts(genres, id, 'GENRE')],
        tags: ['TAGS', listTexts(tags, id, 'TAG')],
        externalLinks: ['LINKS', toLinks(links.get(id))],
        alternateTitles: ['ALTERNATE_TITLES', alternate],
      };
      const name = names.get(id);
      const derived = [
        // Age ratings are imported as restrictions.
        'ageRating',
        ...(title === name ? ['title'] : []),
        ...(titleSort === title || titleSort === name ? ['titleSort'] : []),
        ...(toText(row.STATUS) === defaultStatus ? ['status'] : []),
      ];
      const described = { edits: toEdits(row, values), provided: toProvided(row, values, derived) };
      return [id, { ...described, ageRating: toNumber(row.AGE_RATING) }];
    }),
  );
}

/** Komga sets it for every series. */
const defaultStatus = 'ONGOING';

/** Returns metadata by book id. `names`: file names without extension, which are the titles of books without metadata. */
export function readBookMetadata(
  database: GivenDatabase,
  names: ReadonlyMap<string, string>,
): Map<string, Described> {
  const table = (name: string, columns: string[]) =>
    groupBy(database.read(`BOOK_METADATA_${name}`, ['BOOK_ID', ...columns]), 'BOOK_ID');
  const authors = table('AUTHOR', ['NAME', 'ROLE']);
  const tags = table('TAG', ['TAG']);
  const links = table('LINK', ['LABEL', 'URL']);
  const columns = ['BOOK_ID', ...withLocks(bookFields), ...toLocks(bookLists)];
  const found = new Map<string, Described>();
  for (const row of database.each('BOOK_METADATA', columns)) {
    const id = toText(row.BOOK_ID);
    const isbn = toText(row.ISBN);
    const title = orNull(row.TITLE);
    const people = (authors.get(id) ?? []).map((one) => ({
      name: toText(one.NAME),
      role: toAuthorRole(toText(one.ROLE)),
    }));
    const values: Values = {
      title: ['TITLE', title],
      number: ['NUMBER_SORT', toNumber(row.NUMBER_SORT) ?? null],
      summary: ['SUMMARY', orNull(row.SUMMARY)],
      releaseDate: ['RELEASE_DATE', orNull(row.RELEASE_DATE)],
      isbns: ['ISBN', isbn === '' ? [] : [isbn]],
      tags: ['TAGS', listTexts(tags, id, 'TAG')],
      authors: ['AUTHORS', people],
      externalLinks: ['LINKS', toLinks(links.get(id))],
    };
    // Komga numbers books by their order in the folder.
    const derived = ['number', ...(title === names.get(id) ? ['title'] : [])];
    const described = { edits: toEdits(row, values), provided: toProvided(row, values, derived) };
    if (Object.keys(described.edits).length > 0 || described.provided) found.set(id, described);
  }
  return found;
}

/** Custom roles become contributors. */
function toAuthorRole(role: string): string {
  if (role === 'cover') return 'cover_artist';
  return authorRoles.find((known) => known === role) ?? 'contributor';
}

const toLinks = (rows: readonly GivenRow[] = []) =>
  rows.map((row) => ({ sourceName: toText(row.LABEL), url: toText(row.URL) }));

/** Selected uploaded covers by owner id. */
export function readCovers(database: GivenDatabase, table: string, owner: string): Map<string, Uint8Array> {
  // Generated thumbnails exist for every book and are not read.
  const rows = database.read(table, [owner, 'THUMBNAIL'], { TYPE: 'USER_UPLOADED', SELECTED: 1 });
  return new Map(
    rows.flatMap((row) => {
      const bytes = toBytes(row.THUMBNAIL);
      return bytes ? [[toText(row[owner]), bytes] as const] : [];
    }),
  );
}
