// All SQL that writes want-to-read entries; the catalog reads them.
import { sql } from 'kysely';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { WantToReadTable } from '#schema/tables/reading/shelves.ts';

export function createWantStore(db: Db) {
  return {
    /** Returns false for an existing entry. */
    async add(row: WantToReadTable): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('wantToRead')
        .values(row)
        .onConflict((conflict) => conflict.columns(['userId', 'entityType', 'entityId']).doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows > 0n;
    },

    async remove(userId: string, entityType: 'series' | 'book', entityId: string): Promise<void> {
      await db
        .deleteFrom('wantToRead')
        .where('userId', '=', userId)
        .where('entityType', '=', entityType)
        .where('entityId', '=', entityId)
        .execute();
    },
  };
}

interface Replacement {
  from: string;
  to: string;
}

/**
 * Replaces a book or series by another, unless the user already wants to read the other. Returns the users. `only`:
 * limits the change to these users.
 */
async function replace(
  tx: Tx,
  entityType: 'book' | 'series',
  { from, to }: Replacement,
  only?: readonly string[],
): Promise<string[]> {
  if (only?.length === 0) return [];
  const { rows } = await sql<{ userId: string }>`update "wantToRead" set "entityId" = ${to}
    where "entityType" = ${entityType} and "entityId" = ${from}
      ${only ? sql`and "userId" in (${sql.join(only)})` : sql``} and not exists (select 1 from "wantToRead" other
      where other."userId" = "wantToRead"."userId" and other."entityType" = ${entityType} and other."entityId" = ${to})
    returning "userId"`.execute(tx);
  return rows.map(({ userId }) => userId);
}

export const replaceBook = (tx: Tx, books: Replacement, only?: readonly string[]): Promise<string[]> =>
  replace(tx, 'book', books, only);

export const replaceSeries = (tx: Tx, series: Replacement, only?: readonly string[]): Promise<string[]> =>
  replace(tx, 'series', series, only);
