// Version of a book's or series' cover: the `v` of the thumbnail URL and the start of its ETag, so that clients can
// cache it without revalidation. Derived from the inputs of the image. A series that shows a book's cover has the
// version of that book. Includes the ThumbHash of the image.
import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
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

/** Columns of `coverJoin`. `uploadedHash` is the ThumbHash of the uploaded image of the series. */
export const coverColumns = sql`shown.id as "shownId", shown."coverId" as "shownCoverId", shown."fileSize" as "shownSize",
  shown."updatedAt" as "shownUpdatedAt", shown."thumbHash",
  (select "thumbHash" from cover where cover.id = series."coverId") as "uploadedHash"`;

export interface CoverColumns {
  shownId: string | null;
  shownCoverId: string | null;
  shownSize: number;
  shownUpdatedAt: number;
  thumbHash: string | null;
  uploadedHash: string | null;
}

/** The book whose cover a series shows: its first book (index `book_series_number`), or its latest. */
export const coverJoin = sql`left join book shown on shown.id = (case
  when series."coverSource" = 'latest_book' then ${selectShown(sql`one."createdAt" desc, one.id desc`)}
  else ${selectShown(sql`one."orderKey", one.id`)} end)`;

/** Skips books without an image. */
function selectShown(order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select one.id from book one
    where one."seriesTitleKey" = series."titleKey" and one."seriesId" = series.id
      and one."deletedAt" is null and one."thumbnailState" <> 2 order by ${order} limit 1)`;
}

export function toSeriesCover(row: Pick<SeriesTable, 'coverSource' | 'coverId'> & CoverColumns): SeriesCover {
  const { coverSource, coverId, shownId, shownCoverId, shownSize, shownUpdatedAt } = row;
  if (coverSource === 'custom' && coverId !== null)
    return { coverVersion: toUploadVersion(coverId), thumbHash: row.uploadedHash };
  if (shownId === null) return { coverVersion: '', thumbHash: null };
  const shown = { id: shownId, coverId: shownCoverId, fileSize: shownSize, updatedAt: shownUpdatedAt };
  return { coverVersion: toCoverVersion(shown), thumbHash: row.thumbHash };
}
