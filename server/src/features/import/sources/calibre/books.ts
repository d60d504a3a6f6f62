// Books of a calibre library. A calibre book may have several files; each becomes a book in Lectern.

import { type FileFormat, findFormatOfName } from '@lectern/contract/values';
import {
  createPool,
  type TheirBook,
  type TheirSeries,
  toNumber,
  toText,
} from '#features/import/snapshot/index.ts';
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';
import { readLinked, toTexts } from './linked.ts';
import { readSeriesOf } from './metadata.ts';

export interface CalibreLibrary {
  /** Folder of the book paths. */
  root: string;
  books: TheirBook[];
  series: TheirSeries[];
  /** File ids by calibre book id, best format first. */
  files: ReadonlyMap<string, readonly string[]>;
  /** calibre book ids by series id. */
  members: ReadonlyMap<string, readonly string[]>;
  tags: ReadonlyMap<string, readonly string[]>;
  /** 0 to 10, shared by all users. */
  ratings: ReadonlyMap<string, number>;
  /** Number of files in unsupported formats. */
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
const placeOf = (kind: FileFormat): number =>
  bestFirst.includes(kind) ? bestFirst.indexOf(kind) : bestFirst.length;

/** calibre stores format names in upper case. */
const toFileId = (book: string, format: string): string => `${book} ${format}`;

export const findBest = ({ files }: Pick<CalibreLibrary, 'files'>, book: string): string | undefined =>
  files.get(book)?.[0];

/** Returns undefined if the book has no file of this format. */
export const findFile = (
  { files }: Pick<CalibreLibrary, 'files'>,
  { book, format }: GivenRow,
): string | undefined =>
  files.get(toText(book))?.find((id) => id === toFileId(toText(book), toText(format).toUpperCase()));

/** calibre keeps the original file of a conversion under this format name. */
const former = /^ORIGINAL_/;

export function readBooks(database: GivenDatabase, root: string): CalibreLibrary {
  const seriesOf = readSeriesOf(database);
  const tagsOf = readLinked(database, 'tags', 'tag', 'name');
  const ratingOf = readLinked(database, 'ratings', 'rating', 'rating');
  const dataOf = database.lookUp('data', ['format', 'uncompressed_size', 'name'], 'book');
  const share = createPool();
  const books: TheirBook[] = [];
  const series = new Map<string, TheirSeries>();
  const files = new Map<string, string[]>();
  const members = new Map<string, string[]>();
  const tags = new Map<string, readonly string[]>();
  const ratings = new Map<string, number>();
  let unreadable = 0;
  for (const row of database.each('books', ['id', 'title', 'path'])) {
    const id = toText(row.id);
    const { id: seriesId, name: title } = seriesOf(id) ?? { id: `book ${id}`, name: toText(row.title) };
    tags.set(id, toTexts(tagsOf(id)));
    const rating = toNumber(ratingOf(id)[0]) ?? 0;
    if (rating > 0) ratings.set(id, Math.min(10, rating));
    const found = dataOf(id).flatMap((data) => {
      const format = toText(data.format);
      if (former.test(format)) return [];
      const name = `${toText(data.name)}.${format.toLowerCase()}`;
      const kind = findFormatOfName(name);
      if (kind === undefined) unreadable++;
      const sizeBytes = toNumber(data.uncompressed_size) ?? 0;
      return kind === undefined ? [] : [{ id: toFileId(id, format), kind, name, sizeBytes }];
    });
    if (found.length === 0) continue;
    series.set(seriesId, toSeries(seriesId, title));
    const known = members.get(seriesId);
    if (known) known.push(id);
    else members.set(seriesId, [id]);
    found.sort((a, b) => placeOf(a.kind) - placeOf(b.kind));
    files.set(
      id,
      found.map((file) => file.id),
    );
    for (const file of found)
      books.push(
        share({
          id: file.id,
          seriesId,
          libraryId: libraryId,
          path: `${root}/${toText(row.path)}/${file.name}`,
          sizeBytes: file.sizeBytes,
          readerHash: '',
          edits: {},
          cover: undefined,
        }),
      );
  }
  return { root, books, series: [...series.values()], files, members, tags, ratings, unreadable };
}

/** A calibre database contains exactly one library. */
export const libraryId = 'library';

const toSeries = (id: string, title: string): TheirSeries => ({
  id,
  title,
  edits: {},
  known: {},
  ageRating: undefined,
  sharingTags: [],
  cover: undefined,
});
