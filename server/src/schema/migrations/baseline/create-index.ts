// Indexes as both databases take them.
import { type Kysely, sql } from 'kysely';

/** `columns` and `where` are SQL: names in double quotes, directions, expressions in brackets. */
export async function index(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: string,
  { isUnique = false, where }: { isUnique?: boolean; where?: string } = {},
): Promise<void> {
  const kind = sql.raw(isUnique ? 'unique index' : 'index');
  const condition = sql.raw(where === undefined ? '' : ` where ${where}`);
  await sql`create ${kind} ${sql.id(name)} on ${sql.id(table)} (${sql.raw(columns)})${condition}`.execute(db);
}
