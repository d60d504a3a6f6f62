// Reads calibre databases, versions 5 to 9: a library, and the users of the content server.

import { basename } from 'node:path';
import { toRecord } from '@lectern/contract/records';
import {
  desktop,
  nothing,
  PeerRefused,
  parseJson,
  readDescribedFile,
  type Snapshot,
  toSourceId,
  toText,
  whereAny,
  writeDescribed,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { reason } from '#infrastructure/errors.ts';
import { type CalibreLibrary, libraryId, readBooks } from './books.ts';
import { describeBooks } from './metadata.ts';
import { readAnnotations, readPositions, readReadColumn } from './reading.ts';
import { Tagging } from './tagging.ts';
import { limitUsers, type ServerUser, toUser } from './users.ts';

export { type CalibreLibrary, findBest, findFile } from './books.ts';
export { readTextColumn, readYes } from './custom-columns.ts';
export { toFinished } from './reading.ts';
export { Tagging, type ValuesOf } from './tagging.ts';
export { readUsers, type ServerUser } from './users.ts';

const newest = 27;

export const isCalibre = (database: GivenDatabase): boolean =>
  database.has('books') && database.has('data') && database.has('library_id');

/** `root` is the folder of the book paths. */
export function readLibrary(database: GivenDatabase, root: string): CalibreLibrary {
  if (database.version > newest)
    throw new PeerRefused(
      reason('import_too_new', {
        program: 'calibre',
        newest: '9',
        version: `version ${database.version}`,
      }),
    );
  return readBooks(database, root);
}

/** `given`: content server users, if their database was found. Book metadata is written to `scratch`. */
export function readCalibre(
  database: GivenDatabase,
  { root, users: given, scratch }: { root: string; users: readonly ServerUser[]; scratch: string },
): Snapshot {
  const library = readLibrary(database, root);
  const tagging = new Tagging(library);
  const users = limitUsers(given, library, tagging);
  const { libraries, books, series } = toParts(library);
  const positions = readPositions(database, library);
  const marks = readAnnotations(database, library);
  const known = new Set([desktop, ...users.map(({ id }) => id)]);
  const others = new Set([...positions, ...marks].map(({ userId }) => userId).filter((id) => !known.has(id)));
  return {
    ...nothing,
    program: 'calibre',
    source: toSourceId('calibre', readUuid(database)),
    users: [...users, ...[...others].map((id) => toUser(id.slice('user '.length)))],
    libraries,
    books,
    series: tagging.tag(series),
    readings: [...positions, ...readReadColumn(database, library)],
    marks,
    ratings: readRatings(library),
    leftOut: listLeftOut(database, library),
    ...readDescribed(database, library, scratch),
  };
}

/** The id of the library. */
export const readUuid = (database: GivenDatabase): unknown => database.read('library_id', ['uuid'])[0]?.uuid;

/** Writes calibre's book metadata to this folder. */
export function readDescribed(
  database: GivenDatabase,
  { files }: Pick<CalibreLibrary, 'files'>,
  scratch: string,
): Pick<Snapshot, 'described' | 'describedCount'> {
  const describedCount = writeDescribed(
    scratch,
    describeBooks(database, (book) => files.get(book) ?? []),
  );
  return { described: () => readDescribedFile(scratch), describedCount };
}

/** The library with its series and books. */
export function toParts({
  root,
  series,
  books,
}: CalibreLibrary): Pick<Snapshot, 'libraries' | 'series' | 'books'> {
  return {
    libraries: [
      {
        id: libraryId,
        name: basename(root) || 'calibre',
        roots: [root],
        settings: {
          excludedPatterns: ['**/.caltrash/**', '**/.calnotes/**'],
          cronSchedule: null,
          seriesStrategy: 'calibre',
          bookStrategy: 'metadata_first',
        },
      },
    ],
    series,
    books,
  };
}

/** calibre rates books and has no users. A series gets the mean of its books, for the desktop user. */
export function readRatings({ members, ratings }: CalibreLibrary): Snapshot['ratings'] {
  return [...members].flatMap(([seriesId, books]) => {
    const given = books.flatMap((book) => ratings.get(book) ?? []);
    if (given.length === 0) return [];
    const mean = given.reduce((sum, one) => sum + one, 0) / given.length;
    return { userId: desktop, seriesId, rating: Math.max(1, Math.round(mean * 10)), notes: null };
  });
}

export function listLeftOut(database: GivenDatabase, { unreadable }: CalibreLibrary): Snapshot['leftOut'] {
  const preferences = new Map(
    database
      .read('preferences', ['key', 'val'])
      .map((row) => [toText(row.key), toRecord(parseJson(row.val))]),
  );
  const count = (key: string) => Object.keys(preferences.get(key) ?? {}).length;
  const templates = database.read('custom_columns', ['id'], { datatype: 'composite' }).length;
  const program = 'calibre';
  return whereAny([
    reason('import_left_formats', { count: unreadable, program }),
    reason('import_left_searches', { count: count('saved_searches'), program }),
    reason('import_left_virtual_libraries', { count: count('virtual_libraries'), program }),
    reason('import_left_categories', { count: count('user_categories') }),
    reason('import_left_templates', { count: templates }),
  ]);
}
