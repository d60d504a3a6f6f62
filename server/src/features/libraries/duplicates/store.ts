// All SQL of duplicates: groups of the books and series that a viewer sees.
import { type RawBuilder, sql } from 'kysely';
import { allOf, booksInScope, type Scope, seriesInScope } from '#catalog/visible.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { TitledSeries } from './titles.ts';

interface Window {
  limit: number;
  offset: number;
}

/** Maximum number of listed members: a library may contain a thousand empty files. */
export const maxShown = 100;

export interface BookGroup {
  fileHash: string;
  fileSize: number;
  /** Number of members. */
  copies: number;
  /** The oldest members. */
  ids: string[];
}

/** An external id shared by several series. */
export interface SharedId {
  key: string;
  copies: number;
}

export function createDuplicateStore(db: Db) {
  /** Contents of more than one book. Index book_fileSize finds the few sizes of more than one file. */
  const bookGroups = (scope: Scope) => sql`
    select book."fileHash", book."fileSize", count(*) as copies from book
    where ${allOf([sql`book."deletedAt" is null`, sql`book."fileHash" <> ''`, ...booksInScope(scope)])}
      and book."fileSize" in (select "fileSize" from book where "deletedAt" is null
        group by "fileSize" having count(*) > 1)
    group by book."fileHash", book."fileSize" having count(*) > 1`;

  const count = async (groups: RawBuilder<unknown>): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from (${groups}) as g`.execute(db);
    return Number(rows[0]?.total ?? 0);
  };

  return {
    countBooks: (scope: Scope) => count(bookGroups(scope)),

    async listBooks(scope: Scope, { limit, offset }: Window): Promise<BookGroup[]> {
      const { rows } = await sql<{ fileHash: string; fileSize: number; copies: number }>`
        select g."fileHash", g."fileSize", g.copies from (${bookGroups(scope)}) as g
        order by g."fileSize" * (g.copies - 1) desc, g."fileHash" limit ${limit} offset ${offset}`.execute(
        db,
      );
      const groups: BookGroup[] = [];
      for (const { fileHash, fileSize, copies } of rows) {
        const same = [sql`book."fileHash" = ${fileHash}`, sql`book."fileSize" = ${fileSize}`];
        const members = await sql<{ id: string }>`select book.id from book
          where ${allOf([...same, sql`book."deletedAt" is null`, ...booksInScope(scope)])}
          order by book."createdAt", book.id limit ${maxShown}`.execute(db);
        const ids = members.rows.map((row) => row.id);
        groups.push({ fileHash, fileSize: Number(fileSize), copies: Number(copies), ids });
      }
      return groups;
    },

    /** Books with shared content, ordered by content. */
    async listCopies(scope: Scope, { limit, offset }: Window): Promise<{ ids: string[]; total: number }> {
      const live = allOf([sql`book."deletedAt" is null`, ...booksInScope(scope)]);
      const from = sql`from book join (${bookGroups(scope)}) as g
        on g."fileHash" = book."fileHash" and g."fileSize" = book."fileSize" where ${live}`;
      const [copies, counted] = await Promise.all([
        sql<{ id: string }>`select book.id ${from}
          order by book."fileHash", book."createdAt", book.id limit ${limit} offset ${offset}`.execute(db),
        sql<{ total: number }>`select count(*) as total ${from}`.execute(db),
      ]);
      return { ids: copies.rows.map((row) => row.id), total: Number(counted.rows[0]?.total ?? 0) };
    },

    /** All visible series, oldest first. */
    async listTitles(scope: Scope): Promise<TitledSeries[]> {
      const { rows } = await sql<TitledSeries>`
        select series.id, series.title, series.year from series where ${visibleSeries(scope)}
        order by series."createdAt", series.id`.execute(db);
      return rows;
    },

    async listSharedIds(scope: Scope): Promise<SharedId[]> {
      const { rows } = await sql<SharedId>`
        select term."nameFolded" as key, count(*) as copies from term
        join "seriesTerm" link on link."termId" = term.id join series on series.id = link."seriesId"
        where term.kind = 'externalId' and ${visibleSeries(scope)}
        group by term."nameFolded" having count(*) > 1`.execute(db);
      return rows.map((row) => ({ ...row, copies: Number(row.copies) }));
    },

    /** The oldest series with this external id. */
    async listByExternalId(scope: Scope, key: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select series.id from series where ${visibleSeries(scope)} and series.id in (
          select link."seriesId" from "seriesTerm" link join term on term.id = link."termId"
          where term.kind = 'externalId' and term."nameFolded" = ${key})
        order by series."createdAt", series.id limit ${maxShown}`.execute(db);
      return rows.map((row) => row.id);
    },
  };
}

const visibleSeries = (scope: Scope) => allOf([sql`series."bookCount" > 0`, ...seriesInScope(scope)]);
