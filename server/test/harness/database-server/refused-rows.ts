// Makes a database reject one row, for tests of atomic operations.
import { sql } from 'kysely';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';

interface Refused {
  table: string;
  column: string;
  value: string;
}

/** Makes the table reject rows with this value until the returned function is called. */
export async function refuseRows(
  { db, dialect }: OpenedDatabase,
  { table, column, value }: Refused,
): Promise<() => Promise<void>> {
  const name = sql.id(table);
  const isRefused = sql`new.${sql.id(column)} = ${sql.lit(value)}`;
  if (dialect.name === 'sqlite') {
    await sql`create trigger refused before insert on ${name} when ${isRefused}
      begin select raise(abort, 'refused'); end`.execute(db);
    return async () => void (await sql`drop trigger refused`.execute(db));
  }
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused'; end $$`.execute(db);
  await sql`create trigger refused before insert on ${name} for each row
    when (${isRefused}) execute function refuse()`.execute(db);
  return async () => void (await sql`drop function refuse cascade`.execute(db));
}
