// Shelves: in progress, on deck, recently added.
import type { PageRequest } from '@lectern/contract/pagination';
import { fileFormats, isDocument } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { type BookRow, readBookRows } from '../books/book-rows.ts';
import { countRows } from '../count-rows.ts';
import { countRead } from '../reading.ts';
import { readSeriesRows, type SeriesRow } from '../series/series-dto.ts';
import { booksInScope, type Scope, seriesInScope, toScope } from '../visible.ts';
import { countBooks } from './book-lists.ts';
import type { CountedRows, ListDependencies } from './dependencies.ts';
import { toWindow } from './listing.ts';

export type Shelf = 'in-progress' | 'on-deck' | 'recently-added' | 'recently-read';
export type SeriesShelf = 'recently-added' | 'recently-updated' | 'in-progress';

export interface ShelfRequest {
  libraryId?: string | undefined;
  page: PageRequest;
}

interface ShelfQuery {
  from: RawBuilder<unknown>;
  /** Omits unreadable books from the list. */
  isReadableOnly?: true;
  order: RawBuilder<unknown>;
}

export async function readBookShelf(
  deps: ListDependencies,
  viewer: Viewer,
  shelf: Shelf,
  { libraryId, page }: ShelfRequest,
): Promise<CountedRows<BookRow>> {
  const scope = await toScope(deps.libraries, viewer, libraryId);
  if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
  const query = toBookShelf(shelf, scope);
  const [ids, total] = await Promise.all([
    readIds(deps, 'book', query, page),
    countBookShelf(deps, shelf, scope, query),
  ]);
  return { rows: await readBookRows(deps, viewer, ids), total };
}

export async function readSeriesShelf(
  deps: ListDependencies,
  viewer: Viewer,
  shelf: SeriesShelf,
  { libraryId, page }: ShelfRequest,
): Promise<CountedRows<SeriesRow>> {
  const scope = await toScope(deps.libraries, viewer, libraryId);
  if (scope.libraryIds.length === 0) return { rows: [], total: 0 };
  const query = toSeriesShelf(shelf, scope);
  const [ids, total] = await Promise.all([
    readIds(deps, 'series', query, page),
    countRows(deps.db, query.from),
  ]);
  return { rows: await readSeriesRows(deps, viewer, ids), total };
}

async function readIds(
  { db }: ListDependencies,
  table: 'book' | 'series',
  { from, order, isReadableOnly }: ShelfQuery,
  page: PageRequest,
): Promise<string[]> {
  const { limit, offset } = toWindow(page);
  const readable = isReadableOnly ? sql`and ${isReadable(table)}` : sql``;
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(`${table}.id`)} ${from} ${readable} order by ${order} limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Uses cached totals of the library, or of the user's progress per series. On deck is counted. */
async function countBookShelf(
  deps: ListDependencies,
  shelf: Shelf,
  scope: Scope,
  { from }: ShelfQuery,
): Promise<number> {
  switch (shelf) {
    case 'on-deck':
      return countRows(deps.db, from);
    case 'recently-read':
      return countRead(deps.db, scope, undefined);
    case 'recently-added':
      return countReadable(countBooks(deps, scope), deps.db, from);
    case 'in-progress':
      return countReadable(countRead(deps.db, scope, false), deps.db, from);
  }
}

/** Subtracts the unreadable books, which are few and each have an error. */
async function countReadable(all: Promise<number>, db: Db, from: RawBuilder<unknown>): Promise<number> {
  const unreadable = sql`${from}
    and book.id in (select "bookId" from "bookError") and not ${isReadable('book')}`;
  return (await all) - (await countRows(db, unreadable));
}

const documents = sql.join(fileFormats.filter(isDocument));

/** Books without a read error, and encrypted documents, for which readers ask for the password. */
function isReadable(table: string): RawBuilder<unknown> {
  const [analyzed, format, id] = ['analyzed', 'fileFormat', 'id'].map((name) => sql.ref(`${table}.${name}`));
  return sql`(${analyzed} = 1 or (${format} in (${documents}) and exists (
    select 1 from "bookError" e where e."bookId" = ${id} and e.details like '%"reason":"encrypted"%')))`;
}

function toVisible(scope: Scope): RawBuilder<unknown> {
  const inScope = booksInScope(scope);
  return inScope.length > 0 ? sql.join(inScope, sql` and `) : sql`1 = 1`;
}

function toBookShelf(shelf: Shelf, scope: Scope): ShelfQuery {
  const visible = toVisible(scope);
  const { userId } = scope.viewer;
  const toRead = (condition: RawBuilder<unknown>): ShelfQuery => ({
    from: sql`from "readProgress" p join book on book.id = p."bookId"
      where p."userId" = ${userId} ${condition} and book."deletedAt" is null and ${visible}`,
    order: sql`p."updatedAt" desc, book.id desc`,
  });
  switch (shelf) {
    case 'recently-added':
      return {
        from: sql`from book where book."deletedAt" is null and ${visible}`,
        isReadableOnly: true,
        order: sql`book."createdAt" desc, book.id desc`,
      };
    case 'in-progress':
      return { ...toRead(sql`and p.completed = 0`), isReadableOnly: true };
    case 'recently-read':
      return toRead(sql``);
    case 'on-deck':
      return {
        from: sql`from "seriesProgress" s join series home on home.id = s."seriesId" join book on book.id = (
            select b.id from book b
            where b."seriesId" = s."seriesId" and b."deletedAt" is null and ${isReadable('b')}
              and not exists (select 1 from "readProgress" r where r."userId" = ${userId} and r."bookId" = b.id)
            order by b."orderKey", b.id limit 1)
          where s."userId" = ${userId} and s."readCount" > 0 and s."inProgressCount" = 0
            and s."readCount" < home."bookCount" and ${visible}`,
        order: sql`s."lastReadAt" desc, book.id desc`,
      };
  }
}

function toSeriesShelf(shelf: SeriesShelf, scope: Scope): ShelfQuery {
  const visible = sql.join([sql`series."bookCount" > 0`, ...seriesInScope(scope)], sql` and `);
  switch (shelf) {
    case 'recently-added':
      return {
        from: sql`from series where ${visible}`,
        order: sql`series."createdAt" desc, series.id desc`,
      };
    case 'recently-updated':
      return {
        from: sql`from series where ${visible}`,
        order: sql`series."booksUpdatedAt" desc, series.id desc`,
      };
    case 'in-progress':
      return {
        from: sql`from "seriesProgress" s join series on series.id = s."seriesId"
          where s."userId" = ${scope.viewer.userId} and s."inProgressCount" > 0 and ${visible}`,
        order: sql`s."lastReadAt" desc, series.id desc`,
      };
  }
}
