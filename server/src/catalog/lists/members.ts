// Visible members of collections and read lists: count and first members. Automatic lists have no stored members; they
// are lists with a condition (series.ts, books.ts).
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { Libraries } from '../libraries.ts';
import { booksInScope, seriesInScope, toScope } from '../visible.ts';
import { memberTables, type Owner } from './shelf-sql.ts';

type Scope = Awaited<ReturnType<typeof toScope>>;

const toConditions = (owner: Owner, scope: Scope) =>
  owner === 'series'
    ? [sql`series."bookCount" > 0`, ...seriesInScope(scope)]
    : [sql`book."deletedAt" is null`, ...booksInScope(scope)];

/** Order of lists without a manual order. */
const usualOrder = {
  series: sql`series."titleKey", series.id`,
  book: sql`book."seriesTitleKey", book."seriesId", book."orderKey", book.id`,
};

export type MemberReads = ReturnType<typeof createMemberReads>;

export function createMemberReads({ db, libraries }: { db: Db; libraries: Libraries }) {
  return {
    /** Returns the first members of each list in list order, in one statement. */
    async listFirst(
      viewer: Viewer,
      owner: Owner,
      { lists, limit }: { lists: readonly { id: string; ordered: boolean }[]; limit: number },
    ): Promise<ReadonlyMap<string, string[]>> {
      const scope = await toScope(libraries, viewer);
      if (scope.libraryIds.length === 0 || lists.length === 0) return new Map();
      const { members, list, member } = memberTables[owner];
      const listId = sql`m.${sql.ref(list)}`;
      const ordered = lists.filter((one) => one.ordered).map(({ id }) => id);
      const isOrdered = ordered.length === 0 ? sql`1 = 0` : sql`${listId} in (${sql.join(ordered)})`;
      const { rows } = await sql<{ list: string; id: string }>`
        select list, id from (
          select ${listId} as list, ${sql.ref(`${owner}.id`)} as id, row_number() over (
            partition by ${listId}
            order by case when ${isOrdered} then m.position else 0 end, ${usualOrder[owner]}) as place
          from ${sql.table(members)} m join ${sql.table(owner)} on ${sql.ref(`${owner}.id`)} = m.${sql.ref(member)}
          where ${listId} in (${sql.join(lists.map(({ id }) => id))})
            and ${sql.join(toConditions(owner, scope), sql` and `)}) ranked
        where place <= ${limit} order by list, place`.execute(db);
      const byList = Map.groupBy(rows, (row) => row.list);
      return new Map([...byList].map(([id, found]) => [id, found.map((row) => row.id)]));
    },
    /** Returns counts by list, in one statement. Skips lists without visible members. */
    async countSeen(viewer: Viewer, owner: Owner): Promise<ReadonlyMap<string, number>> {
      const scope = await toScope(libraries, viewer);
      if (scope.libraryIds.length === 0) return new Map();
      const { members, list, member } = memberTables[owner];
      const { rows } = await sql<{ id: string; count: number }>`
        select m.${sql.ref(list)} as id, count(*) as count
        from ${sql.table(members)} m join ${sql.table(owner)} on ${sql.ref(`${owner}.id`)} = m.${sql.ref(member)}
        where ${sql.join(toConditions(owner, scope), sql` and `)} group by m.${sql.ref(list)}`.execute(db);
      return new Map(rows.map((row) => [row.id, Number(row.count)]));
    },
  };
}
