// Metadata of series and books. Locked values are user edits. Unlocked values may come from files, and only fill empty
// fields of series.

import { toRecord } from '@lectern/contract/records';
import { authorRoles } from '@lectern/contract/values';
import {
  defined,
  gather,
  groupBy,
  parseJson,
  readTextLists,
  readTexts,
  toFlag,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';

const orNull = (value: unknown): string | null => toText(value) || null;
const toWhole = (value: unknown): number | null => toNumber(value) ?? null;

/** Returns names by the id of the linked entity. */
function readNames(
  database: GivenDatabase,
  { table, owner, other, names }: { table: string; owner: string; other: string; names: string },
): (id: string) => string[] {
  const known = readTexts(database, { table: names, key: 'id', value: 'name' });
  const links = readTextLists(database, { table, key: owner, value: other });
  return (id) => (links.get(id) ?? []).flatMap((one) => known.get(one) ?? []);
}

function readAuthors(value: unknown) {
  const list = parseJson(value);
  return (Array.isArray(list) ? list : []).flatMap((one) => {
    const { name, role, sort_name: sortName } = toRecord(one);
    if (toText(name) === '') return [];
    const known = authorRoles.find((known) => known === toText(role)) ?? 'contributor';
    return [{ name: toText(name), role: known, ...(toText(sortName) && { sortName: toText(sortName) }) }];
  });
}

/** Links and ids from these sources come from files, which Lectern reads itself. */
const ofFiles = /^(?:comicinfo|comic_info|epub|opf|metron_?info)$/i;

function readOutside(database: GivenDatabase, kind: 'series' | 'book') {
  const owner = `${kind}_id`;
  const own = (table: string, column: string, others: readonly string[]) => {
    const isOwn = (source: string) => source !== '' && !ofFiles.test(source);
    const asked = { table, columns: [owner, column, ...others] };
    return groupBy(
      gather(database, asked, (row) => (isOwn(toText(row[column])) ? [row] : [])),
      owner,
    );
  };
  const links = own(`${kind}_external_links`, 'source_name', ['url']);
  const ids = own(`${kind}_external_ids`, 'source', ['external_id', 'external_url']);
  return (id: string) => {
    const externalLinks = (links.get(id) ?? []).map((row) => ({
      sourceName: toText(row.source_name),
      url: toText(row.url),
    }));
    const externalIds = (ids.get(id) ?? []).map((row) => ({
      source: toText(row.source),
      externalId: toText(row.external_id),
      externalUrl: orNull(row.external_url),
    }));
    return {
      externalLinks: externalLinks.length > 0 ? externalLinks : undefined,
      externalIds: externalIds.length > 0 ? externalIds : undefined,
    };
  };
}

const withLocks = (fields: readonly string[]) => fields.flatMap((field) => [field, `${field}_lock`]);

interface Described {
  edits: Record<string, unknown>;
  known: Record<string, unknown>;
  ageRating: number | undefined;
}

const seriesColumns = [
  ...['title', 'title_sort', 'summary', 'publisher', 'imprint', 'status', 'age_rating', 'language'],
  ...[
    'reading_direction',
    'year',
    'total_volume_count',
    'total_chapter_count',
    'custom_metadata',
    'authors_json',
  ],
];

/** Returns metadata by series id. */
export function readSeriesMetadata(database: GivenDatabase): Map<string, Described> {
  const genres = readNames(database, {
    table: 'series_genres',
    owner: 'series_id',
    other: 'genre_id',
    names: 'genres',
  });
  const tags = readNames(database, {
    table: 'series_tags',
    owner: 'series_id',
    other: 'tag_id',
    names: 'tags',
  });
  const titles = groupBy(
    database.read('series_alternate_titles', ['series_id', 'label', 'title']),
    'series_id',
  );
  const outside = readOutside(database, 'series');
  const columns = [
    'series_id',
    ...withLocks(seriesColumns),
    'genres_lock',
    'tags_lock',
    'alternate_titles_lock',
  ];
  return new Map(
    database.read('series_metadata', columns).map((row) => {
      const id = toText(row.series_id);
      const title = orNull(row.title);
      const sort = orNull(row.title_sort);
      const status = orNull(row.status);
      const values: [field: string, lock: string, value: unknown, isSaid: boolean][] = [
        ['title', 'title', title ?? undefined, false],
        ['titleSort', 'title_sort', sort, sort !== title],
        ['summary', 'summary', orNull(row.summary), true],
        ['publisher', 'publisher', orNull(row.publisher), true],
        ['imprint', 'imprint', orNull(row.imprint), true],
        // Codex sets this status for every series by default.
        ['status', 'status', status, status !== 'ongoing' && status !== 'unknown'],
        ['ageRating', 'age_rating', toWhole(row.age_rating), false],
        ['language', 'language', orNull(row.language), true],
        ['readingDirection', 'reading_direction', orNull(row.reading_direction), true],
        ['year', 'year', toWhole(row.year), true],
        ['totalVolumeCount', 'total_volume_count', toWhole(row.total_volume_count), true],
        ['totalChapterCount', 'total_chapter_count', toWhole(row.total_chapter_count), true],
        ['customMetadata', 'custom_metadata', parseJson(row.custom_metadata) ?? null, true],
        ['authors', 'authors_json', readAuthors(row.authors_json), true],
        ['genres', 'genres', genres(id), true],
        ['tags', 'tags', tags(id), true],
        [
          'alternateTitles',
          'alternate_titles',
          (titles.get(id) ?? []).map((one) => ({ label: toText(one.label), title: toText(one.title) })),
          true,
        ],
      ];
      const isLocked = (lock: string) => toFlag(row[`${lock}_lock`]);
      const edits = Object.fromEntries(
        values.flatMap(([field, lock, value]) => (isLocked(lock) ? [[field, value]] : [])),
      );
      const known = Object.fromEntries(
        values.flatMap(([field, lock, value, isSaid]) => (isSaid && !isLocked(lock) ? [[field, value]] : [])),
      );
      return [
        id,
        {
          edits: defined(edits),
          known: defined({ ...known, ...outside(id) }),
          ageRating: toNumber(row.age_rating),
        },
      ];
    }),
  );
}

const bookColumns = [
  ...['title', 'title_sort', 'subtitle', 'number', 'volume', 'chapter', 'summary', 'publisher', 'imprint'],
  ...[
    'language_iso',
    'format_detail',
    'black_and_white',
    'manga',
    'year',
    'isbns',
    'book_type',
    'authors_json',
  ],
  ...['edition', 'original_title', 'original_year', 'series_position', 'series_total', 'subjects'],
  ...['awards_json', 'custom_metadata'],
];

/** Returns metadata by book id. */
export function readBookMetadata(database: GivenDatabase): Map<string, Record<string, unknown>> {
  const genres = readNames(database, {
    table: 'book_genres',
    owner: 'book_id',
    other: 'genre_id',
    names: 'genres',
  });
  const tags = readNames(database, { table: 'book_tags', owner: 'book_id', other: 'tag_id', names: 'tags' });
  const outside = readOutside(database, 'book');
  const columns = ['book_id', ...withLocks(bookColumns), 'month', 'day', 'genres_lock', 'tags_lock'];
  return new Map(
    gather(database, { table: 'book_metadata', columns }, (row): [string, Record<string, unknown>][] => {
      const id = toText(row.book_id);
      const toFlagOrNull = (value: unknown) => (value === 0 || value === 1 ? value === 1 : null);
      const values: [field: string, lock: string, value: unknown][] = [
        ['title', 'title', orNull(row.title)],
        ['titleSort', 'title_sort', orNull(row.title_sort)],
        ['subtitle', 'subtitle', orNull(row.subtitle)],
        ['number', 'number', toWhole(row.number)],
        ['volume', 'volume', toWhole(row.volume)],
        ['chapter', 'chapter', toWhole(row.chapter)],
        ['summary', 'summary', orNull(row.summary)],
        ['publisher', 'publisher', orNull(row.publisher)],
        ['imprint', 'imprint', orNull(row.imprint)],
        ['language', 'language_iso', orNull(row.language_iso)],
        ['formatDetail', 'format_detail', orNull(row.format_detail)],
        ['blackAndWhite', 'black_and_white', toFlagOrNull(row.black_and_white)],
        ['manga', 'manga', toFlagOrNull(row.manga)],
        ['releaseDate', 'year', toDate(row)],
        ['isbns', 'isbns', readWords(row.isbns)],
        ['bookType', 'book_type', orNull(row.book_type)],
        ['authors', 'authors_json', readAuthors(row.authors_json)],
        ['edition', 'edition', orNull(row.edition)],
        ['originalTitle', 'original_title', orNull(row.original_title)],
        ['originalYear', 'original_year', toWhole(row.original_year)],
        ['seriesPosition', 'series_position', toWhole(row.series_position)],
        ['seriesTotal', 'series_total', toWhole(row.series_total)],
        ['subjects', 'subjects', readWords(row.subjects)],
        ['customMetadata', 'custom_metadata', parseJson(row.custom_metadata) ?? null],
        ['genres', 'genres', genres(id)],
        ['tags', 'tags', tags(id)],
      ];
      const edits = values.flatMap(([field, lock, value]) =>
        toFlag(row[`${lock}_lock`]) ? [[field, value]] : [],
      );
      const set = defined({ ...Object.fromEntries(edits), ...outside(id) });
      return Object.keys(set).length === 0 ? [] : [[id, set]];
    }),
  );
}

/** Returns a year, year and month, or full date. */
function toDate(row: GivenRow): string | null {
  const [year, month, day] = [row.year, row.month, row.day].map(toNumber);
  if (year === undefined) return null;
  const parts = [year, ...(month === undefined ? [] : [month, ...(day === undefined ? [] : [day])])];
  return parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, '0')).join('-');
}

/** Parses a JSON list or comma-separated text. */
function readWords(value: unknown): string[] {
  const list = parseJson(value);
  const words = Array.isArray(list) ? list.map(toText) : toText(value).split(',');
  return words.map((word) => word.trim()).filter((word) => word !== '');
}
