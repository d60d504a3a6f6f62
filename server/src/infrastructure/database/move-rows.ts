// Moves the rows of one owner to another. The caller is the feature that writes the table.
import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Tx } from './dialect.ts';

/** A table with the column `id`. */
interface OwnedRows {
  table: string;
  /** Column with the id of the owner. */
  owner: string;
  /** Column with the time of a row in milliseconds. */
  time: string;
}

/** Without a selection, all rows of the owner. */
export interface MovedRows {
  ids?: readonly string[];
  /** Only rows since this time. */
  sinceMs?: number;
}

const movedAtOnce = 500;

/** Returns the ids of the moved rows. */
export async function moveRows(
  tx: Tx,
  { table, owner, time }: OwnedRows,
  { from, to, ids: selected, sinceMs = 0 }: { from: string; to: string } & MovedRows,
): Promise<string[]> {
  const isOwned = sql`${sql.ref(owner)} = ${from}`;
  const ids = selected ?? (await listIds());
  for (const part of chunks(ids, movedAtOnce))
    await sql`update ${sql.table(table)} set ${sql.ref(owner)} = ${to}
      where ${isOwned} and id in (${sql.join(part)})`.execute(tx);
  return [...ids];

  async function listIds(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where ${isOwned} and ${sql.ref(time)} >= ${sinceMs}`.execute(tx);
    return rows.map(({ id }) => id);
  }
}
