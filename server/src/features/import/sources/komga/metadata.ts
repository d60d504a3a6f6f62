// User edits of series and books: locked values. Unlocked values come from files, which Lectern reads itself.

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

/** Returns a locked value, null if it was cleared, or undefined if it is not locked. */
const ifLocked = <T>(row: GivenRow, field: string, value: T): T | undefined =>
  toFlag(row[`${field}_LOCK`]) ? value : undefined;

const orNull = (value: unknown): string | null => toText(value) || null;

interface Described {
  edits: Record<string, unknown>;
  ageRating: number | undefined;
}

/** Returns metadata by series id. */
export function readSeriesMetadata(database: GivenDatabase): Map<string, Described> {
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
      const edits = {
        status: ifLocked(row, 'STATUS', statuses[toText(row.STATUS)] ?? null),
        title: ifLocked(row, 'TITLE', orNull(row.TITLE) ?? undefined),
        titleSort: ifLocked(row, 'TITLE_SORT', orNull(row.TITLE_SORT)),
        summary: ifLocked(row, 'SUMMARY', orNull(row.SUMMARY)),
        readingDirection: ifLocked(
          row,
          'READING_DIRECTION',
          directions[toText(row.READING_DIRECTION)] ?? null,
        ),
        publisher: ifLocked(row, 'PUBLISHER', orNull(row.PUBLISHER)),
        ageRating: ifLocked(row, 'AGE_RATING', toNumber(row.AGE_RATING) ?? null),
        language: ifLocked(row, 'LANGUAGE', orNull(row.LANGUAGE)),
        totalVolumeCount: ifLocked(row, 'TOTAL_BOOK_COUNT', toNumber(row.TOTAL_BOOK_COUNT) ?? null),
        genres: ifLocked(row, 'GENRES', listTexts(genres, id, 'GENRE')),
        tags: ifLocked(row, 'TAGS', listTexts(tags, id, 'TAG')),
        externalLinks: ifLocked(row, 'LINKS', toLinks(links.get(id))),
        alternateTitles: ifLocked(
          row,
          'ALTERNATE_TITLES',
          (titles.get(id) ?? []).map((one) => ({ label: toText(one.LABEL), title: toText(one.TITLE) })),
        ),
      };
      return [id, { edits: defined(edits), ageRating: toNumber(row.AGE_RATING) }];
    }),
  );
}

/** Returns metadata by book id, for books with edits. */
export function readBookMetadata(database: GivenDatabase): Map<string, Record<string, unknown>> {
  const table = (name: string, columns: string[]) =>
    groupBy(database.read(`BOOK_METADATA_${name}`, ['BOOK_ID', ...columns]), 'BOOK_ID');
  const authors = table('AUTHOR', ['NAME', 'ROLE']);
  const tags = table('TAG', ['TAG']);
  const links = table('LINK', ['LABEL', 'URL']);
  const columns = ['BOOK_ID', ...withLocks(bookFields), ...toLocks(bookLists)];
  const found = new Map<string, Record<string, unknown>>();
  for (const row of database.each('BOOK_METADATA', columns)) {
    const id = toText(row.BOOK_ID);
    const isbn = toText(row.ISBN);
    const edits = {
      title: ifLocked(row, 'TITLE', orNull(row.TITLE)),
      number: ifLocked(row, 'NUMBER_SORT', toNumber(row.NUMBER_SORT) ?? null),
      summary: ifLocked(row, 'SUMMARY', orNull(row.SUMMARY)),
      releaseDate: ifLocked(row, 'RELEASE_DATE', orNull(row.RELEASE_DATE)),
      isbns: ifLocked(row, 'ISBN', isbn === '' ? [] : [isbn]),
      tags: ifLocked(row, 'TAGS', listTexts(tags, id, 'TAG')),
      authors: ifLocked(
        row,
        'AUTHORS',
        (authors.get(id) ?? []).map((one) => ({
          name: toText(one.NAME),
          role: toAuthorRole(toText(one.ROLE)),
        })),
      ),
      externalLinks: ifLocked(row, 'LINKS', toLinks(links.get(id))),
    };
    const set = defined(edits);
    if (Object.keys(set).length > 0) found.set(id, set);
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
