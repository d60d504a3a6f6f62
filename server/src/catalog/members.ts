// How much of each collection and read list a viewer sees. Automatic lists have no members: they are lists with a
// condition (series.ts, books.ts).
import { sql } from 'kysely';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Db } from '#infrastructure/database/dialect.ts';
import type { Libraries } from './libraries.ts';
import { memberTables, type Owner } from './shelf-sql.ts';
import { booksInScope, seriesInScope, toScope } from './visible.ts';

export type MemberReads = ReturnType<typeof createMemberReads>;

export function createMemberReads({ db, libraries }: { db: Db; libraries: Libraries }) {
  return {
    /** By list, in one statement; lists of which nothing is seen are left out. */
    async countSeen(viewer: Viewer, owner: Owner): Promise<ReadonlyMap<string, number>> {
      const scope = await toScope(libraries, viewer);
      if (scope.libraryIds.length === 0) return new Map();
      const { members, list, member } = memberTables[owner];
      const conditions =
        owner === 'series'
          ? [sql`series."bookCount" > 0`, ...seriesInScope(scope)]
          : [sql`book."deletedAt" is null`, ...booksInScope(scope)];
      const { rows } = await sql<{ id: string; count: number }>`
        select m.${sql.ref(list)} as id, count(*) as count
        from ${sql.table(members)} m join ${sql.table(owner)} on ${sql.ref(`${owner}.id`)} = m.${sql.ref(member)}
        where ${sql.join(conditions, sql` and `)} group by m.${sql.ref(list)}`.execute(db);
      return new Map(rows.map((row) => [row.id, Number(row.count)]));
    },
  };
}
