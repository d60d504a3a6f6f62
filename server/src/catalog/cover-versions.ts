// Version of a book's or series' cover: the `v` of the thumbnail URL and the start of its ETag, so that clients can
// cache it without revalidation. Derived from the inputs of the image. A series that shows a book's cover has the
// version of that book. Includes the ThumbHash of the image.
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { BookTable } from '#schema/tables/libraries/book.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';

type Pictured = Pick<BookTable, 'id' | 'coverId' | 'fileSize' | 'updatedAt'>;

/** Selecting a cover and reading a changed file both set `updatedAt`. Edits do too, which costs one extra request. */
export const toCoverVersion = ({ id, coverId, fileSize, updatedAt }: Pictured): string =>
  toWord([id, coverId, fileSize, updatedAt]);

/** Uploaded images never change. */
const toUploadVersion = (coverId: string): string => toWord([coverId]);

const toWord = (parts: readonly unknown[]): string => hash('sha1', parts.join(' '), 'base64url').slice(0, 14);

export interface SeriesCover {
  /** Empty if the series has no book to show. No version starts with an empty string. */
  coverVersion: string;
  /** ThumbHash of the shown image. Null until its thumbnail is generated. */
  thumbHash: string | null;
}

/** Runs one statement, or two if a series shows its latest book. */
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

/** The first book of each series (index `book_series_number`), or the latest. Skips books without an image. */
const readShownBooks = (db: Db, ids: readonly string[], isLatest = false) => {
  const order = isLatest ? sql`one."createdAt" desc, one.id desc` : sql`one."orderKey", one.id`;
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
    .select(['book.id', 'book.coverId', 'book.fileSize', 'book.updatedAt', 'book.thumbHash'])
    .select(
      sql<string | null>`(select "thumbHash" from cover where cover.id = series."coverId")`.as(
        'uploadedHash',
      ),
    )
    .where('series.id', 'in', ids)
    .execute();
};
