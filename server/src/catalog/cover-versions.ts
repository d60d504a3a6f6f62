// Which picture stands for a book or a series, in one word: the `v` of its thumbnail's address and the beginning of its
// ETag, so that clients keep it without asking again. Made of what a picture is drawn from; where a series shows one of
// its books, it is that book's. With it goes the picture's ThumbHash.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/book.ts';
import type { SeriesTable } from '#schema/tables/series.ts';

type Pictured = Pick<BookTable, 'id' | 'coverId' | 'fileSize' | 'fileModifiedUs' | 'updatedAt'>;

/** Selecting another cover and reading another file both set `updatedAt`; so do edits, which costs one request. */
export const toCoverVersion = ({ id, coverId, fileSize, fileModifiedUs, updatedAt }: Pictured): string =>
  toWord([id, coverId, fileSize, fileModifiedUs, updatedAt]);

/** Of an uploaded picture, which never changes. */
const toUploadVersion = (coverId: string): string => toWord([coverId]);

const toWord = (parts: readonly unknown[]): string => hash('sha1', parts.join(' '), 'base64url').slice(0, 14);

export interface SeriesCover {
  /** `''` where there is no book to show: nothing begins with that version. */
  coverVersion: string;
  /** Of the picture that is shown, as far as it was drawn. */
  thumbHash: string | null;
}

/** One statement, two where one shows its latest book. */
export async function readSeriesCovers(
  db: Db,
  ids: readonly string[],
): Promise<(series: SeriesTable) => SeriesCover> {
  const firsts = await readShownBooks(db, ids);
  const latest = firsts.filter(({ coverSource }) => coverSource === 'latest_book').map((row) => row.seriesId);
  const rows = latest.length > 0 ? [...firsts, ...(await readShownBooks(db, latest, true))] : firsts;
  const shown = new Map(rows.map((row) => [row.seriesId, row]));
  return ({ id, coverSource, coverId }) => {
    const book = shown.get(id);
    if (coverSource === 'custom' && coverId !== null)
      return { coverVersion: toUploadVersion(coverId), thumbHash: book?.uploadedHash ?? null };
    return { coverVersion: book ? toCoverVersion(book) : '', thumbHash: book?.thumbHash ?? null };
  };
}

/** The first book of each in its order, by the index `book_series_number`, or the latest; without those that have no picture. */
const readShownBooks = (db: Db, ids: readonly string[], isLatest = false) => {
  const order = isLatest
    ? sql`one."createdAt" desc, one.id desc`
    : sql`one."sortNumber", one."fileKey", one.id`;
  return db
    .selectFrom('series')
    .innerJoin('book', (join) =>
      join.on(
        'book.id',
        '=',
        sql<string>`(
      select one.id from book one where one."seriesTitleKey" = series."titleKey" and one."seriesId" = series.id
        and one."deletedAt" is null and one."thumbnailState" <> 2 order by ${order} limit 1)`,
      ),
    )
    .select(['series.id as seriesId', 'series.coverSource'])
    .select([
      'book.id',
      'book.coverId',
      'book.fileSize',
      'book.fileModifiedUs',
      'book.updatedAt',
      'book.thumbHash',
    ])
    .select(
      sql<string | null>`(select "thumbHash" from cover where cover.id = series."coverId")`.as(
        'uploadedHash',
      ),
    )
    .where('series.id', 'in', ids)
    .execute();
};
