// Reads Komga, schema versions 1.0 to 1.26.

import { gunzipSync } from 'node:zlib';
import { toRecord } from '@lectern/contract/records';
import {
  countRows,
  createPool,
  gather,
  groupBy,
  listTexts,
  nothing,
  PeerRefused,
  type Pool,
  parseJson,
  readTexts,
  type Snapshot,
  sortBy,
  type TheirBook,
  type TheirKey,
  type TheirLibrary,
  type TheirList,
  type TheirReading,
  type TheirSeries,
  toFlag,
  toMs,
  toNumber,
  toSourceId,
  toText,
  whereAny,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';
import { readBookMetadata, readCovers, readSeriesMetadata } from './metadata.ts';
import { toPath } from './paths.ts';
import { readUsers } from './users.ts';

/** Oldest and newest tested schema versions, in Flyway numbering. */
const oldest = '20230626150454';
const newest = '20260225161438';

export const isKomga = (database: GivenDatabase): boolean =>
  database.has('flyway_schema_history') && database.has('READ_PROGRESS') && database.has('USER');

export function readKomga(database: GivenDatabase): Snapshot {
  checkVersion(database);
  const users = readUsers(database);
  const share = createPool();
  return {
    ...nothing,
    program: 'Komga',
    source: readSource(database),
    users,
    libraries: readLibraries(database),
    series: readSeries(database),
    books: readBooks(database, share),
    readings: readReadings(database, share),
    collections: readLists(database, {
      lists: database.read('COLLECTION', ['ID', 'NAME', 'ORDERED']),
      members: database.read('COLLECTION_SERIES', ['COLLECTION_ID', 'SERIES_ID', 'NUMBER']),
      names: { list: 'COLLECTION_ID', member: 'SERIES_ID', covers: 'THUMBNAIL_COLLECTION' },
    }),
    readLists: readLists(database, {
      lists: database.read('READLIST', ['ID', 'NAME', 'SUMMARY', 'ORDERED']),
      members: database.read('READLIST_BOOK', ['READLIST_ID', 'BOOK_ID', 'NUMBER']),
      names: { list: 'READLIST_ID', member: 'BOOK_ID', covers: 'THUMBNAIL_READLIST' },
    }),
    keys: readKeys(database),
    leftOut: listLeftOut(database),
  };
}

/** The time at which the database was created, in milliseconds. */
function readSource(database: GivenDatabase): string {
  const [first] = sortBy(
    database.read('flyway_schema_history', ['installed_rank', 'installed_on']),
    'installed_rank',
  );
  return toSourceId('Komga', first?.installed_on);
}

function checkVersion(database: GivenDatabase): void {
  const versions = database
    .read('flyway_schema_history', ['version', 'success'])
    .filter((row) => toFlag(row.success))
    .map((row) => toText(row.version))
    .toSorted();
  const version = versions.at(-1) ?? '';
  if (version < oldest) throw new PeerRefused(reason('import_too_old', { program: 'Komga', oldest: '1.0' }));
  if (version > newest)
    throw new PeerRefused(
      reason('import_too_new', { program: 'Komga', newest: '1.26', version: `schema ${version}` }),
    );
}

const crons: Readonly<Record<string, string>> = {
  HOURLY: '0 * * * *',
  EVERY_6H: '0 */6 * * *',
  EVERY_12H: '0 */12 * * *',
  DAILY: '0 4 * * *',
  WEEKLY: '0 4 * * 0',
};

function readLibraries(database: GivenDatabase): TheirLibrary[] {
  const exclusions = groupBy(database.read('LIBRARY_EXCLUSIONS', ['LIBRARY_ID', 'EXCLUSION']), 'LIBRARY_ID');
  return database.read('LIBRARY', ['ID', 'NAME', 'ROOT', 'SCAN_INTERVAL']).map((row) => {
    const id = toText(row.ID);
    const root = toPath(toText(row.ROOT));
    return {
      id,
      name: toText(row.NAME),
      roots: root === undefined ? [] : [root],
      settings: {
        // Komga exclusions are parts of folder paths.
        excludedPatterns: listTexts(exclusions, id, 'EXCLUSION')
          .filter((text) => /^[^/\\*?[\]{}!()]{1,200}$/.test(text))
          .map((text) => `**/*${text}*/**`),
        cronSchedule: crons[toText(row.SCAN_INTERVAL)] ?? null,
        seriesStrategy: 'series_folder',
      },
    };
  });
}

function readSeries(database: GivenDatabase): TheirSeries[] {
  const rows = database.read('SERIES', ['ID', 'NAME']);
  const names = new Map(rows.map((row) => [toText(row.ID), toText(row.NAME)]));
  const metadata = readSeriesMetadata(database, names);
  const labels = groupBy(database.read('SERIES_METADATA_SHARING', ['SERIES_ID', 'LABEL']), 'SERIES_ID');
  const covers = readCovers(database, 'THUMBNAIL_SERIES', 'SERIES_ID');
  return rows.map((row) => {
    const id = toText(row.ID);
    return {
      id,
      title: toText(row.NAME),
      known: {},
      ...(metadata.get(id) ?? { edits: {}, provided: undefined, ageRating: undefined }),
      sharingTags: listTexts(labels, id, 'LABEL'),
      cover: covers.get(id),
    };
  });
}

/** Includes books in the trash: progress refers to them, and moved files are matched by content. */
function readBooks(database: GivenDatabase, share: Pool): TheirBook[] {
  const metadata = readBookMetadata(
    database,
    readTexts(database, { table: 'BOOK', key: 'ID', value: 'NAME' }),
  );
  const covers = readCovers(database, 'THUMBNAIL_BOOK', 'BOOK_ID');
  const columns = ['ID', 'URL', 'SERIES_ID', 'LIBRARY_ID', 'FILE_SIZE', 'FILE_HASH_KOREADER'];
  const books: TheirBook[] = [];
  for (const row of database.each('BOOK', columns)) {
    const path = toPath(toText(row.URL));
    const id = toText(row.ID);
    if (path === undefined) continue;
    books.push(
      share({
        id,
        seriesId: toText(row.SERIES_ID),
        libraryId: toText(row.LIBRARY_ID),
        path,
        sizeBytes: toNumber(row.FILE_SIZE) ?? 0,
        readerHash: toText(row.FILE_HASH_KOREADER),
        edits: metadata.get(id)?.edits ?? {},
        provided: metadata.get(id)?.provided,
        cover: covers.get(id),
      }),
    );
  }
  return books;
}

function readReadings(database: GivenDatabase, share: Pool): TheirReading[] {
  const columns = [
    ...['BOOK_ID', 'USER_ID', 'PAGE', 'COMPLETED', 'READ_DATE', 'CREATED_DATE', 'LAST_MODIFIED_DATE'],
    ...['device_id', 'device_name', 'locator'],
  ];
  const pages = new Map<string, number | undefined>();
  for (const row of database.each('MEDIA', ['BOOK_ID', 'PAGE_COUNT']))
    pages.set(toText(row.BOOK_ID), toNumber(row.PAGE_COUNT));
  const readings: TheirReading[] = [];
  for (const row of database.each('READ_PROGRESS', columns)) {
    const readAtMs = toMs(row.READ_DATE) ?? toMs(row.LAST_MODIFIED_DATE);
    const page = toNumber(row.PAGE);
    if (readAtMs === undefined || page === undefined) continue;
    const id = toText(row.device_id);
    const name = toText(row.device_name);
    readings.push(
      share({
        userId: toText(row.USER_ID),
        bookId: toText(row.BOOK_ID),
        page: Math.max(1, Math.trunc(page)),
        completed: toFlag(row.COMPLETED),
        readAtMs,
        startedAtMs: toMs(row.CREATED_DATE),
        device: id === '' || name === '' ? undefined : { id, name },
        locator: readLocator(row.locator),
        spineIndex: undefined,
        spot: undefined,
        share: toShare(page, pages.get(toText(row.BOOK_ID))),
      }),
    );
  }
  return readings;
}

/** A page of a text is 1 KB. */
const toShare = (page: number, pageCount: number | undefined): number | undefined =>
  pageCount ? Math.min(1, Math.max(0, page / pageCount)) : undefined;

const maxLocatorBytes = 65_536;

/** Locators are gzipped JSON. For comics, they only contain the page position, which is stored separately. */
function readLocator(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return undefined;
  try {
    const text = gunzipSync(value, { maxOutputLength: maxLocatorBytes }).toString('utf8');
    const { href, ...rest } = toRecord(parseJson(text));
    if (typeof href !== 'string' || href === '') return undefined;
    // Before version 1.11.1, hrefs could be absolute URLs of the server.
    const [, path = href] = /\/resource\/(.*)$/s.exec(href) ?? [];
    return { ...rest, href: path };
  } catch {
    return undefined;
  }
}

/** Keys are stored as hashes. */
const readKeys = (database: GivenDatabase): TheirKey[] =>
  database.read('USER_API_KEY', ['USER_ID', 'API_KEY', 'COMMENT']).map((row) => ({
    userId: toText(row.USER_ID),
    name: toText(row.COMMENT),
    secret: { sha512: toText(row.API_KEY).toLowerCase() },
    permissions: undefined,
    expiresAtMs: null,
  }));

interface Lists {
  lists: ReturnType<GivenDatabase['read']>;
  members: ReturnType<GivenDatabase['read']>;
  names: { list: string; member: string; covers: string };
}

function readLists(database: GivenDatabase, { lists, members, names }: Lists): TheirList[] {
  const byList = groupBy(members, names.list);
  const covers = readCovers(database, names.covers, names.list);
  return lists.map((row) => {
    const id = toText(row.ID);
    return {
      id,
      name: toText(row.NAME),
      summary: toText(row.SUMMARY) || null,
      ordered: toFlag(row.ORDERED),
      condition: undefined,
      memberIds: sortBy(byList.get(id) ?? [], 'NUMBER').map((one) => toText(one[names.member])),
      cover: covers.get(id),
    };
  });
}

function listLeftOut(database: GivenDatabase) {
  const count = (table: string, column: string) => countRows(database, table, column);
  const oneshots = database
    .read('LIBRARY', ['ONESHOTS_DIRECTORY'])
    .filter((row) => toText(row.ONESHOTS_DIRECTORY) !== '').length;
  // Each Kobo e-reader has its own key, and Komga stores sync points per key.
  const readers = new Set(database.read('SYNC_POINT', ['API_KEY_ID']).map((row) => toText(row.API_KEY_ID)));
  // KOReader devices are identified by the name they send.
  const devices = new Set(
    gather(
      database,
      { table: 'READ_PROGRESS', columns: ['USER_ID', 'device_id', 'device_name'] },
      ({ USER_ID: user, device_id: device, device_name: name }) =>
        /^koreader\b/i.test(toText(name)) ? [`${toText(user)} ${toText(device)}`] : [],
    ),
  );
  const program = 'Komga';
  return whereAny([
    reason('import_left_oneshots', { count: oneshots }),
    reason('import_left_kobo_links', { count: readers.size }),
    reason('import_left_koreader_links', { count: devices.size }),
    reason('import_left_client_settings', { count: count('CLIENT_SETTINGS_USER', 'USER_ID'), program }),
    reason('import_left_page_hashes', { count: count('PAGE_HASH', 'HASH') }),
  ]);
}
