// Moves rows that belong to a book, such as annotations or reading sessions, to another book.
import { sql } from 'kysely';
import { chunks } from '#infrastructure/chunks.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';

/** A table with the columns `id` and `bookId`. */
interface BookRows {
  table: string;
  /** Column with the time of a row in milliseconds. */
  time: string;
}

/** Without a selection, all rows of the book. */
export interface MovedRows {
  ids?: readonly string[];
  /** Only rows since this time. */
  sinceMs?: number;
}

const movedAtOnce = 500;

/** Moves the rows of all users. Returns their ids. */
export async function moveRows(
  tx: Tx,
  { table, time }: BookRows,
  { from, to, ids: selected, sinceMs = 0 }: { from: string; to: string } & MovedRows,
): Promise<string[]> {
  const isOfBook = sql`"bookId" = ${from}`;
  const ids = selected ?? (await listIds());
  for (const part of chunks(ids, movedAtOnce))
    await sql`update ${sql.table(table)} set "bookId" = ${to}
      where ${isOfBook} and id in (${sql.join(part)})`.execute(tx);
  return [...ids];

  async function listIds(): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
      where ${isOfBook} and ${sql.ref(time)} >= ${sinceMs}`.execute(tx);
    return rows.map(({ id }) => id);
  }
}
