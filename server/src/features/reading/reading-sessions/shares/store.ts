// The SQL of reading statistics that name books, or that cover all users. Only reads visible books.
import { maxTermShares } from '@lectern/contract/reading/reading-sessions';
import type { FileFormat } from '@lectern/contract/values';
import { type RawBuilder, sql } from 'kysely';
import { allOf, booksInScope, type Scope } from '#catalog/visible.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import { quarterMs } from '../calendar.ts';
import type { QuarterCounts } from '../statistics.ts';
import { finishedEntries, type Range } from '../store.ts';

interface ShareFigures {
  /** Milliseconds. */
  time: number;
  pagesRead: number;
  bookCount: number;
  booksFinished: number;
}

export interface FormatShare extends ShareFigures {
  format: FileFormat;
}

export interface TermShare extends ShareFigures {
  kind: string;
  id: string;
  name: string;
}

const creatorRoles = ['author', 'co_author', 'writer'];

const everyUser = sql`select id from "user"`;

/** The condition that a row with a `bookId` belongs to a visible book. */
const isVisible = (scope: Scope) =>
  scope.libraryIds.length === 0 ? sql`1 = 0` : allOf([sql`1 = 1`, ...booksInScope(scope)]);

/** The visible books that the viewer read or finished in the range, with their figures. */
const readBooks = (scope: Scope, { fromMs, toMs }: Range): RawBuilder<unknown> => sql`
  select read.*, book."fileFormat", book."seriesId" from (
    select "bookId", sum("time") as "time", sum(pages) as pages, sum(finished) as finished from (
      select "bookId", sum("endedAt" - "startedAt") as "time", sum("pagesRead") as pages, 0 as finished
      from "readingSession"
      where "userId" = ${scope.viewer.userId} and "startedAt" >= ${fromMs} and "startedAt" < ${toMs}
      group by "bookId"
      union all
      select f."bookId", 0, 0, count(*)
      from (${finishedEntries(sql`${scope.viewer.userId}`, { fromMs, toMs })}) as f group by f."bookId"
    ) as part group by "bookId"
  ) as read join book on book.id = read."bookId" where ${isVisible(scope)}`;

const sums = sql`count(*) as "bookCount", sum("time") as "time", sum(pages) as "pagesRead",
  sum(finished) as "booksFinished"`;

const toFigures = <Row extends ShareFigures>(row: Row): Row => ({
  ...row,
  time: Number(row.time),
  pagesRead: Number(row.pagesRead),
  bookCount: Number(row.bookCount),
  booksFinished: Number(row.booksFinished),
});

/** Most reading time first. */
export async function listFormatShares(db: Db, scope: Scope, range: Range): Promise<FormatShare[]> {
  const { rows } = await sql<FormatShare>`
    select "fileFormat" as format, ${sums} from (${readBooks(scope, range)}) as seen
    group by "fileFormat" order by "time" desc, "bookCount" desc, "fileFormat"`.execute(db);
  return rows.map(toFigures);
}

/** Genres and authors with the most reading time. A book without terms of a kind has those of its series. */
export async function listTermShares(db: Db, scope: Scope, range: Range): Promise<TermShare[]> {
  const isCounted = (link: RawBuilder<unknown>) =>
    sql`(term.kind = 'genre' or (term.kind = 'author' and ${link}.role in (${sql.join(creatorRoles)})))`;
  const { rows } = await sql<TermShare>`
    with seen as (${readBooks(scope, range)}),
    own as (
      select distinct seen."bookId", term.kind, link."termId" from seen
      join "bookTerm" link on link."bookId" = seen."bookId"
      join term on term.id = link."termId" where ${isCounted(sql`link`)}),
    linked as (
      select "bookId", "termId" from own
      union
      select seen."bookId", link."termId" from seen
      join "seriesTerm" link on link."seriesId" = seen."seriesId"
      join term on term.id = link."termId"
      where ${isCounted(sql`link`)}
        and not exists (select 1 from own where own."bookId" = seen."bookId" and own.kind = term.kind)),
    ranked as (
      select shares.*, row_number() over (partition by kind
        order by "time" desc, "bookCount" desc, "nameKey", id) as place
      from (
        select term.kind, term.id, term.name, term."nameKey", ${sums} from linked
        join seen on seen."bookId" = linked."bookId" join term on term.id = linked."termId"
        group by term.kind, term.id, term.name, term."nameKey"
      ) as shares)
    select kind, id, name, "bookCount", "time", "pagesRead", "booksFinished" from ranked
    where place <= ${sql.lit(maxTermShares)} order by kind, place`.execute(db);
  return rows.map(toFigures);
}

/** Visible books finished in the range, most recently finished first. */
export async function listFinishedBooks(
  db: Db,
  scope: Scope,
  { limit, offset, ...range }: Range & { limit: number; offset: number },
): Promise<{ rows: { bookId: string; finishedAt: number }[]; total: number }> {
  const finished = sql`
    select f."bookId", max(f."readAt") as "finishedAt"
    from (${finishedEntries(sql`${scope.viewer.userId}`, range)}) as f
    join book on book.id = f."bookId" where ${isVisible(scope)} group by f."bookId"`;
  const { rows } = await sql<{ bookId: string; finishedAt: number; total: number }>`
    select "bookId", "finishedAt", count(*) over () as total from (${finished}) as books
    order by "finishedAt" desc, "bookId" limit ${limit} offset ${offset}`.execute(db);
  return {
    rows: rows.map(({ bookId, finishedAt }) => ({ bookId, finishedAt: Number(finishedAt) })),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** Sessions and finished books of all users by quarter of an hour. */
export async function listServerQuarters(db: Db, scope: Scope, range: Range): Promise<QuarterCounts[]> {
  const { rows } = await sql<Record<keyof Required<QuarterCounts>, number>>`
    select r."startedAt" / ${sql.lit(quarterMs)} as quarter, sum(r."endedAt" - r."startedAt") as "time",
      sum(r."pagesRead") as "pagesRead", count(*) as sessions, 0 as "booksFinished"
    from "readingSession" r join book on book.id = r."bookId"
    where r."userId" in (${everyUser}) and r."startedAt" >= ${range.fromMs} and r."startedAt" < ${range.toMs}
      and ${isVisible(scope)}
    group by 1
    union all
    select f."readAt" / ${sql.lit(quarterMs)}, 0, 0, 0, count(*)
    from (${finishedEntries(everyUser, range)}) as f join book on book.id = f."bookId"
    where ${isVisible(scope)} group by 1`.execute(db);
  return rows.map(({ quarter, time, pagesRead, sessions, booksFinished }) => ({
    quarter: Number(quarter),
    time: Number(time),
    pagesRead: Number(pagesRead),
    sessions: Number(sessions),
    booksFinished: Number(booksFinished),
  }));
}

/** Active accounts, and users who read or finished a visible book in the range. */
export async function countReaders(
  db: Db,
  scope: Scope,
  range: Range,
): Promise<{ userCount: number; readerCount: number }> {
  const { rows } = await sql<{ userCount: number; readerCount: number }>`
    select (select count(*) from "user" where "isActive" = 1) as "userCount",
      (select count(*) from (
        select r."userId" from "readingSession" r join book on book.id = r."bookId"
        where r."userId" in (${everyUser}) and r."startedAt" >= ${range.fromMs} and r."startedAt" < ${range.toMs}
          and ${isVisible(scope)}
        union
        select f."userId" from (${finishedEntries(everyUser, range)}) as f
        join book on book.id = f."bookId" where ${isVisible(scope)}
      ) as readers) as "readerCount"`.execute(db);
  const [counts] = rows;
  return { userCount: Number(counts?.userCount ?? 0), readerCount: Number(counts?.readerCount ?? 0) };
}
