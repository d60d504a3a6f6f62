// Reads Codex 1.28 to 2.2, which stores its data in SQLite or PostgreSQL.

import { toRecord } from '@lectern/contract/records';
import {
  bookStrategies,
  fileFormats,
  numberStrategies,
  type ReadingDirection,
  seriesStrategies,
} from '@lectern/contract/values';
import {
  countRows,
  createPool,
  gather,
  groupBy,
  listTexts,
  PeerRefused,
  parseJson,
  type Snapshot,
  sortBy,
  type TheirBook,
  type TheirLibrary,
  type TheirList,
  type TheirPreset,
  type TheirSeries,
  toFlag,
  toMs,
  toNumber,
  toSourceId,
  toText,
  trimSlashes,
  whereAny,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';
import { readCovers } from './covers.ts';
import { readExportWith } from './export.ts';
import { withUuids } from './ids.ts';
import { readBookMetadata, readSeriesMetadata } from './metadata.ts';
import { readFinished, readReadings, readSessions } from './readings.ts';
import { readKeys, readUsers } from './users.ts';

export { isCodexExport } from './export.ts';
export { codexTables } from './tables.ts';

/** Newest tested and oldest supported schema version. */
const newest = 'm20260820_000108';
const oldest = 'm20260521_000089';

export const isCodex = (database: GivenDatabase): boolean =>
  database.has('seaql_migrations') && database.has('series_sharing_tags') && database.has('read_progress');

export function readCodex(given: GivenDatabase): Snapshot {
  const database = withUuids(given);
  checkVersion(database);
  const wishes = readWishes(database);
  return {
    program: 'Codex',
    // Ids are UUIDs, which no other server has.
    source: toSourceId('Codex'),
    users: readUsers(database),
    libraries: database.read('libraries', libraryColumns).map(toLibrary),
    series: readSeries(database),
    books: readBooks(database),
    readings: readReadings(database),
    finished: readFinished(database),
    sessions: readSessions(database),
    marks: [],
    collections: readLists(database, {
      table: 'collections',
      members: 'collection_series',
      list: 'collection_id',
      member: 'series_id',
    }),
    readLists: readLists(database, {
      table: 'read_lists',
      members: 'read_list_books',
      list: 'read_list_id',
      member: 'book_id',
    }),
    ratings: readRatings(database),
    wanted: wishes.flatMap((row) => {
      const seriesId = toText(row.series_id);
      return seriesId === ''
        ? []
        : [{ userId: toText(row.user_id), seriesId, addedAtMs: toMs(row.added_at) }];
    }),
    wantedBooks: wishes.flatMap((row) => {
      const bookId = toText(row.book_id);
      return bookId === '' ? [] : [{ userId: toText(row.user_id), bookId, addedAtMs: toMs(row.added_at) }];
    }),
    presets: readPresets(database),
    keys: readKeys(database),
    leftOut: listLeftOut(database),
  };
}

const readWishes = (database: GivenDatabase): GivenRow[] =>
  database
    .read('want_to_read', ['user_id', 'series_id', 'book_id', 'added_at'])
    .toSorted((a, b) => (toMs(a.added_at) ?? 0) - (toMs(b.added_at) ?? 0));

/** Reads the output of `codex export`. Returns undefined if the folder is not an export. */
export const readCodexExport = (folder: string, scratch: string): Promise<Snapshot | undefined> =>
  readExportWith(readCodex, folder, scratch);

function checkVersion(database: GivenDatabase): void {
  const versions = database.read('seaql_migrations', ['version']).map((row) => toText(row.version));
  const version = versions.toSorted().at(-1) ?? '';
  if (version < oldest) throw new PeerRefused(reason('import_too_old', { program: 'Codex', oldest: '1.28' }));
  if (version > `${newest}_~`)
    throw new PeerRefused(
      reason('import_too_new', { program: 'Codex', newest: '2.2', version: `schema ${version}` }),
    );
}

const libraryColumns = [
  ...['id', 'name', 'path', 'series_strategy', 'series_config', 'book_strategy', 'book_config'],
  ...['number_strategy', 'number_config', 'default_reading_direction', 'allowed_formats'],
  ...['excluded_patterns', 'scanning_config'],
];

const directions: Readonly<Record<string, ReadingDirection>> = {
  LEFT_TO_RIGHT: 'ltr',
  RIGHT_TO_LEFT: 'rtl',
  VERTICAL: 'ttb',
  TOP_TO_BOTTOM: 'ttb',
  WEBTOON: 'webtoon',
};

function toLibrary(row: ReturnType<GivenDatabase['read']>[number]): TheirLibrary {
  const find = <T extends string>(known: readonly T[], value: unknown) =>
    known.find((one) => one === toText(value));
  const config = (value: unknown) => {
    const settings = toRecord(parseJson(value));
    return Object.keys(settings).length > 0 ? JSON.parse(JSON.stringify(settings)) : undefined;
  };
  const scanning = toRecord(parseJson(row.scanning_config));
  const formats = parseJson(row.allowed_formats);
  const allowed = Array.isArray(formats) ? formats.map((one) => toText(one).toLowerCase()) : [];
  const allowedFormats = fileFormats.filter((one) => allowed.includes(one));
  const bookStrategy = find(bookStrategies, row.book_strategy);
  const numberStrategy = find(numberStrategies, row.number_strategy);
  const seriesConfig = config(row.series_config);
  const direction = directions[toText(row.default_reading_direction)];
  return {
    id: toText(row.id),
    name: toText(row.name),
    roots: [trimSlashes(toText(row.path))],
    settings: {
      excludedPatterns: toText(row.excluded_patterns)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        // Codex patterns match anywhere; Lectern's patterns are relative to the library folder.
        .map((line) =>
          line.startsWith('/') || line.startsWith('**/') ? line : `**/${line.replace(/^\*\//, '')}`,
        ),
      cronSchedule:
        scanning.enabled === true && toText(scanning.cronSchedule) ? toText(scanning.cronSchedule) : null,
      seriesStrategy: find(seriesStrategies, row.series_strategy) ?? 'series_volume',
      ...(seriesConfig && { seriesConfig }),
      ...(bookStrategy && { bookStrategy }),
      ...(numberStrategy && { numberStrategy }),
      ...(direction && { defaultReadingDirection: direction }),
      ...(allowedFormats.length > 0 && { allowedFormats }),
    },
  };
}

function readSeries(database: GivenDatabase): TheirSeries[] {
  const metadata = readSeriesMetadata(database);
  const covers = readCovers(database, 'series_covers', 'series_id');
  const names = new Map(
    database.read('sharing_tags', ['id', 'name']).map((row) => [toText(row.id), toText(row.name)]),
  );
  const tags = groupBy(database.read('series_sharing_tags', ['series_id', 'sharing_tag_id']), 'series_id');
  return database.read('series', ['id', 'name']).map((row) => {
    const id = toText(row.id);
    return {
      id,
      title: toText(row.name),
      ...(metadata.get(id) ?? { edits: {}, known: {}, ageRating: undefined }),
      sharingTags: listTexts(tags, id, 'sharing_tag_id').flatMap((tag) => names.get(tag) ?? []),
      cover: covers.get(id),
    };
  });
}

/** Includes deleted books: progress refers to them, and moved files are matched by content. */
function readBooks(database: GivenDatabase): TheirBook[] {
  const edits = readBookMetadata(database);
  const covers = readCovers(database, 'book_covers', 'book_id');
  const columns = ['id', 'series_id', 'library_id', 'path', 'file_size', 'koreader_hash'];
  const share = createPool();
  return gather(database, { table: 'books', columns }, (row) => {
    const id = toText(row.id);
    return [
      share({
        id,
        seriesId: toText(row.series_id),
        libraryId: toText(row.library_id),
        path: toText(row.path).replaceAll('\\', '/'),
        sizeBytes: toNumber(row.file_size) ?? 0,
        readerHash: toText(row.koreader_hash).toLowerCase(),
        edits: edits.get(id) ?? {},
        cover: covers.get(id),
      }),
    ];
  });
}

interface Lists {
  table: string;
  members: string;
  list: string;
  member: string;
}

function readLists(database: GivenDatabase, { table, members, list, member }: Lists): TheirList[] {
  const byList = groupBy(database.read(members, [list, member, 'position']), list);
  return database.read(table, ['id', 'name', 'summary', 'ordered', 'condition']).map((row) => ({
    id: toText(row.id),
    name: toText(row.name),
    summary: toText(row.summary) || null,
    ordered: toFlag(row.ordered),
    memberIds: sortBy(byList.get(toText(row.id)) ?? [], 'position').map((one) => toText(one[member])),
    condition: parseJson(row.condition) ?? undefined,
    cover: undefined,
  }));
}

function readRatings(database: GivenDatabase): Snapshot['ratings'] {
  const rows = database.read('user_series_ratings', ['user_id', 'series_id', 'rating', 'notes']);
  return rows.flatMap((row) => {
    const rating = Math.round(toNumber(row.rating) ?? 0);
    if (rating < 1 || rating > 100) return [];
    return {
      userId: toText(row.user_id),
      seriesId: toText(row.series_id),
      rating,
      notes: toText(row.notes) || null,
    };
  });
}

const presetColumns = ['user_id', 'library_id', 'name', 'scope', 'target', 'condition', 'query', 'sort'];

function readPresets(database: GivenDatabase): TheirPreset[] {
  return database.read('filter_presets', presetColumns).map((row) => ({
    userId: toText(row.user_id),
    name: toText(row.name),
    scope: row.scope === 'search' ? 'search' : 'list',
    target: row.target === 'books' ? 'books' : 'series',
    libraryId: toText(row.library_id) || undefined,
    condition: parseJson(row.condition) ?? { allOf: [] },
    query: toText(row.query) || null,
    sort: toText(row.sort) || null,
    pinned: false,
  }));
}

function listLeftOut(database: GivenDatabase): Snapshot['leftOut'] {
  const count = (table: string, column: string) => countRows(database, table, column);
  const devices = new Set(
    gather(database, { table: 'reading_sessions', columns: ['user_id', 'device_id'] }, (row) => {
      const device = toText(row.device_id);
      return device.startsWith('koreader:') ? [`${toText(row.user_id)} ${device}`] : [];
    }),
  );
  const program = 'Codex';
  return whereAny([
    reason('import_left_koreader_links', { count: devices.size }),
    reason('import_left_provider_links', { count: count('oidc_connections', 'id') }),
    reason('import_left_user_preferences', { count: count('user_preferences', 'id'), program }),
    reason('import_left_plugins', { count: count('plugins', 'id') }),
    reason('import_left_tracked', { count: count('series_tracking', 'series_id') }),
  ]);
}
