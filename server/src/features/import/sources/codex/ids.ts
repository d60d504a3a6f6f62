// Converts ids of Codex: 16 bytes in SQLite, a UUID in PostgreSQL.
import type { GivenDatabase, GivenRow } from '#infrastructure/database/given/given-database.ts';

/** Wraps the database to return all ids as text. */
export const withUuids = (database: GivenDatabase): GivenDatabase => ({
  ...database,
  read: (...asked) => database.read(...asked).map(toRow),
  *each(...asked) {
    for (const row of database.each(...asked)) yield toRow(row);
  },
});

const toRow = (row: GivenRow): GivenRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toId(value)]));

function toId(value: unknown): unknown {
  if (!(value instanceof Uint8Array) || value.length !== 16) return value;
  const digits = Buffer.from(value).toString('hex');
  const a = digits.slice(0, 8);
  const b = digits.slice(8, 12);
  const c = digits.slice(12, 16);
  const d = digits.slice(16, 20);
  const e = digits.slice(20);
  return `${a}-${b}-${c}-${d}-${e}`;
}
