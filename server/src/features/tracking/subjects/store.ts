// SQL of a user's progress in tracked series and books. Read-only.
import { toRecord } from '@lectern/contract/records';
import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Db } from '#infrastructure/database/dialect.ts';

export interface ReadBook {
  id: string;
  number: number | null;
  volume: number | null;
  chapter: number | null;
  pageCount: number;
  currentPage: number | null;
  /** 0 to 1. */
  percentage: number | null;
  /** Null if the book was never opened. */
  completed: number | null;
  /** These times are null where the book was only marked as read. */
  startedAt: number | null;
  updatedAt: number | null;
  completedAt: number | null;
}

/** A series with its books, or a single book. */
export interface Subject {
  id: string;
  seriesId: string;
  title: string;
  libraryId: string;
  libraryName: string;
  /** Null for a single book. */
  series: {
    totalVolumeCount: number | null;
    totalChapterCount: number | null;
    isOneshot: boolean;
  } | null;
  /** Only for a single book. */
  isbn: string | null;
  rating: number | null;
  isWanted: boolean;
  books: ReadBook[];
}

interface SubjectRow {
  id: string;
  seriesId: string;
  title: string;
  libraryId: string;
  libraryName: string;
  totalVolumeCount: number | null;
  totalChapterCount: number | null;
  isOneshot: number;
  rating: number | null;
  wantedAt: number | null;
}

const chunkSize = 200;

/** Null where the reader only marked the book as read at that time. */
const whenRead = (column: 'startedAt' | 'updatedAt' | 'completedAt') => sql`
  case when not exists (
    select 1 from "readHistory" mark
    where mark."userId" = p."userId" and mark."bookId" = p."bookId" and mark.marked = 1
      and mark."readAt" = p.${sql.ref(column)}
  ) then p.${sql.ref(column)} end as ${sql.ref(column)}`;

const progressColumns = sql`book.id, book.number, book.volume, book.chapter, book."pageCount",
  p."currentPage", p.percentage, p.completed, ${whenRead('startedAt')}, ${whenRead('updatedAt')},
  ${whenRead('completedAt')}`;

/** By id. Skips deleted ones. */
export async function readSeries(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, Subject>> {
  const found = new Map<string, Subject>();
  for (const part of chunks(ids, chunkSize)) {
    const { rows } = await sql<SubjectRow>`
      select series.id, series.id as "seriesId", series.title, series."libraryId", library.name as "libraryName",
        series."totalVolumeCount", series."totalChapterCount", series."isOneshot",
        rating.rating, want."createdAt" as "wantedAt"
      from series join library on library.id = series."libraryId"
      left join "seriesRating" rating on rating."seriesId" = series.id and rating."userId" = ${userId}
      left join "wantToRead" want on want."entityId" = series.id and want."entityType" = 'series'
        and want."userId" = ${userId}
      where series.id in (${sql.join(part)})`.execute(db);
    for (const row of rows) {
      const { totalVolumeCount, totalChapterCount, isOneshot, ...rest } = row;
      const series = { totalVolumeCount, totalChapterCount, isOneshot: isOneshot === 1 };
      found.set(row.id, toSubject(rest, series));
    }
    const { rows: books } = await sql<ReadBook & { seriesId: string }>`
      select book."seriesId", ${progressColumns}
      from book left join "readProgress" p on p."bookId" = book.id and p."userId" = ${userId}
      where book."seriesId" in (${sql.join(part)}) and book."deletedAt" is null`.execute(db);
    for (const { seriesId, ...book } of books) found.get(seriesId)?.books.push(book);
  }
  return found;
}

export async function readBooks(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, Subject>> {
  const found = new Map<string, Subject>();
  for (const part of chunks(ids, chunkSize)) {
    const { rows } = await sql<SubjectRow & ReadBook & { lists: string | null }>`
      select book."seriesId", book.title, book."libraryId", library.name as "libraryName",
        null as rating, want."createdAt" as "wantedAt", metadata.lists, ${progressColumns}
      from book join library on library.id = book."libraryId"
      left join "bookMetadata" metadata on metadata."bookId" = book.id
      left join "readProgress" p on p."bookId" = book.id and p."userId" = ${userId}
      left join "wantToRead" want on want."entityId" = book.id and want."entityType" = 'book'
        and want."userId" = ${userId}
      where book.id in (${sql.join(part)}) and book."deletedAt" is null`.execute(db);
    for (const row of rows) {
      const subject = { ...toSubject(row, null), isbn: readIsbn(row.lists) };
      subject.books.push(row);
      found.set(row.id, subject);
    }
  }
  return found;
}

const toSubject = (
  {
    id,
    seriesId,
    title,
    libraryId,
    libraryName,
    rating,
    wantedAt,
  }: Pick<SubjectRow, 'id' | 'seriesId' | 'title' | 'libraryId' | 'libraryName' | 'rating' | 'wantedAt'>,
  series: Subject['series'],
): Subject => ({
  id,
  seriesId,
  title,
  libraryId,
  libraryName,
  series,
  rating,
  isbn: null,
  isWanted: wantedAt !== null,
  books: [],
});

function readIsbn(lists: string | null): string | null {
  const { isbns } = toRecord(lists === null ? null : JSON.parse(lists));
  const isbn: unknown = Array.isArray(isbns) ? isbns[0] : null;
  return typeof isbn === 'string' ? isbn : null;
}
