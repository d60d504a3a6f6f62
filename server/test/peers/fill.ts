// Databases of other programs, made in code.
import SqliteDatabase from 'better-sqlite3';

type Value = string | number | Uint8Array | null;
/** Rows by their table. */
export type PeerRows = Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;

/** A new file with these tables and rows. */
export function fillDatabase(file: string, tables: string, rows: PeerRows): string {
  const database = new SqliteDatabase(file);
  database.exec(tables);
  for (const [table, list] of Object.entries(rows))
    for (const row of list) {
      const columns = Object.keys(row).map((column) => `"${column}"`);
      const places = columns.map(() => '?').join(', ');
      database
        .prepare(`insert into ${table} (${columns.join(', ')}) values (${places})`)
        .run(...Object.values(row));
    }
  database.close();
  return file;
}
