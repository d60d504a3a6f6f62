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

/** Replaces a book by another, unless the user already wants to read that one. */
export async function replaceBook(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update "wantToRead" set "entityId" = ${to}
    where "entityType" = 'book' and "entityId" = ${from} and not exists (select 1 from "wantToRead" other
      where other."userId" = "wantToRead"."userId" and other."entityType" = 'book' and other."entityId" = ${to})`.execute(
    tx,
  );
}
