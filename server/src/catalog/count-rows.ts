// Returns the number of rows of a `from … where …`.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#infrastructure/database/dialect.ts';

export async function countRows(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from}`.execute(db);
  return Number(rows[0]?.total ?? 0);
}
