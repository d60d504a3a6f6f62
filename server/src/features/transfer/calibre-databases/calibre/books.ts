// The books of a calibre library. One book of calibre may have several files; each is a book here.

import { type FileFormat, findFormatOfName } from '@lectern/contract/values';
import {
  gather,
  groupBy,
  type TheirBook,
  type TheirSeries,
  toNumber,
  toText,
} from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { readDescribed } from './metadata.ts';

export interface CalibreLibrary {
  /** The folder that its paths are in. */
  root: string;
  books: TheirBook[];
  series: TheirSeries[];
  /** The best file of each book of calibre, and each by its format in capitals. */
  best: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Of each series its books of calibre. */
  members: ReadonlyMap<string, readonly string[]>;
  tags: ReadonlyMap<string, readonly string[]>;
  /** 0 to 10, for everybody. */
  ratings: ReadonlyMap<string, number>;
  /** Files of formats that are not read here. */
  unreadable: number;
}

const bestFirst: readonly FileFormat[] = [
  'epub',
  'azw3',
  'mobi',
  'fb2',
  'fbz',
  'htmlz',
  'txtz',
  'md',
  'txt',
  'cbz',
  'cbr',
  'cb7',
  'cbt',
  'pdf',
];
/** What calibre keeps of a file from before a conversion. */
const former = /^ORIGINAL_/;

export function readBooks(database: GivenDatabase, root: string): CalibreLibrary {
  const all = readDescribed(database);
  const columns = ['book', 'format', 'uncompressed_size', 'name'];
  const dataOf = groupBy(
    gather(database, { table: 'data', columns }, (row) => (former.test(toText(row.format)) ? [] : [row])),
    'book',
  );
  const books: TheirBook[] = [];
  const series = new Map<string, TheirSeries>();
  const best = new Map<string, string>();
  const files = new Map<string, Map<string, string>>();
  const members = new Map<string, string[]>();
  let unreadable = 0;
  for (const row of database.each('books', ['id', 'title', 'path'])) {
    const id = toText(row.id);
    const described = all.books.get(id);
    const [seriesId, title] = described?.series ?? [`book ${id}`, toText(row.title)];
    const found = (dataOf.get(id) ?? []).flatMap((data) => {
      const format = toText(data.format);
      const name = `${toText(data.name)}.${format.toLowerCase()}`;
      const kind = findFormatOfName(name);
      if (kind === undefined) unreadable++;
      const sizeBytes = toNumber(data.uncompressed_size) ?? 0;
      return kind === undefined ? [] : [{ id: `${id} ${format}`, format, kind, name, sizeBytes }];
    });
    if (found.length === 0) continue;
    series.set(seriesId, toSeries(seriesId, title));
    const known = members.get(seriesId);
    if (known) known.push(id);
    else members.set(seriesId, [id]);
    files.set(id, new Map(found.map((file) => [file.format, file.id])));
    const first = bestFirst.flatMap((kind) => found.find((file) => file.kind === kind) ?? [])[0];
    if (first) best.set(id, first.id);
    for (const file of found)
      books.push({
        id: file.id,
        seriesId,
        libraryId: libraryId,
        path: `${root}/${toText(row.path)}/${file.name}`,
        sizeBytes: file.sizeBytes,
        readerHash: '',
        edits: {},
        described: described?.fields ?? {},
        cover: undefined,
      });
  }
  const { tags, ratings } = all;
  return { root, books, series: [...series.values()], best, files, members, tags, ratings, unreadable };
}

/** There is but one. */
export const libraryId = 'library';

const toSeries = (id: string, title: string): TheirSeries => ({
  ...{ id, title, edits: {}, known: {} },
  ageRating: undefined,
  sharingTags: [],
  cover: undefined,
});
