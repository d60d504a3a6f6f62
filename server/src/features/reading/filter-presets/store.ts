// All SQL of filter presets. Every statement is restricted to one user.
import { sql } from 'kysely';
import type { Db, Tx } from '#infrastructure/database/dialect.ts';
import type { FilterPresetTable } from '#schema/tables/reading/filter-preset.ts';

export const find = (db: Db, userId: string, id: string): Promise<FilterPresetTable | undefined> =>
  db
    .selectFrom('filterPreset')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * Sorted here because there are few rows, and SQLite needs several times longer to prepare a sorting statement than to
 * read them.
 */
export async function list(db: Db, userId: string): Promise<FilterPresetTable[]> {
  const { rows } =
    await sql<FilterPresetTable>`select * from "filterPreset" where "userId" = ${userId}`.execute(db);
  return rows.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
}

export async function count(tx: Tx, userId: string): Promise<{ count: number; nextPosition: number }> {
  const row = await tx
    .selectFrom('filterPreset')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { count: Number(row.count), nextPosition: row.last === null ? 0 : Number(row.last) + 1 };
}

export async function insert(tx: Tx, row: FilterPresetTable): Promise<void> {
  await tx.insertInto('filterPreset').values(row).execute();
}

export async function update(
  db: Db,
  userId: string,
  id: string,
  change: Partial<FilterPresetTable>,
): Promise<void> {
  await db
    .updateTable('filterPreset')
    .set(change)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function remove(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('filterPreset').where('userId', '=', userId).where('id', '=', id).execute();
}
