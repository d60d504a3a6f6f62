// Calibre-Web: stores users, shelves and reading positions in `app.db`, and reads books from calibre's database.
import {
  groupBy,
  nothing,
  type Snapshot,
  sortBy,
  toFlag,
  toSourceId,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import {
  type CalibreLibrary,
  findBest,
  listLeftOut,
  readDescribed,
  readLibrary,
  readRatings,
  readUuid,
  toParts,
} from '../calibre/index.ts';
import type { AppRows } from './app.ts';
import { readCompletions, readReadings, readTimes } from './readings.ts';
import { findRules } from './rules.ts';
import { readUsers } from './users.ts';

export const isCalibreWeb = (database: GivenDatabase): boolean =>
  database.has('user') && database.has('book_read_link') && database.has('shelf');

/** `root` is the books folder and `database` is calibre's. calibre's book metadata is written to `scratch`. */
export function readCalibreWeb(
  app: AppRows,
  database: GivenDatabase,
  { root, scratch }: { root: string; scratch: string },
): Snapshot {
  const library = readLibrary(database, root);
  const rules = findRules(app, database, library);
  const { libraries, books, series } = toParts(library);
  return {
    ...nothing,
    program: 'Calibre-Web',
    source: toSourceId('Calibre-Web', app.installation ?? readUuid(database)),
    users: readUsers(app, rules),
    libraries,
    books,
    series: rules.tag(series),
    readings: readReadings(app, database, library),
    finished: readCompletions(app, library),
    sessions: readTimes(app, library),
    readLists: readShelves(app, library),
    ratings: readRatings(library),
    leftOut: [...app.counts, ...listLeftOut(database, library)],
    ...readDescribed(database, library, scratch),
  };
}

/** Public shelves only, because lists have no owners in Lectern. */
function readShelves({ shelves, shelved }: AppRows, library: CalibreLibrary): Snapshot['readLists'] {
  const members = groupBy(shelved, 'shelf');
  return shelves
    .filter((row) => toFlag(row.is_public))
    .map((row) => ({
      id: toText(row.id),
      name: toText(row.name),
      summary: null,
      ordered: true,
      memberIds: sortBy(members.get(toText(row.id)) ?? [], 'order').map((one) => {
        const book = toText(one.book_id);
        return findBest(library, book) ?? `book ${book}`;
      }),
      condition: undefined,
      cover: undefined,
    }));
}
