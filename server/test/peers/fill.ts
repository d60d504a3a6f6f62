// Generates databases of other programs.
import SqliteDatabase from 'better-sqlite3';

type Value = string | number | Uint8Array | null;
/** Rows by table. */
export type PeerRows = Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>>;

/** Creates a file with these tables and rows. */
export function fillDatabase(file: string, tables: string, rows: PeerRows): string {
  const database = new SqliteDatabase(file);
  database.exec(tables);
  const statements = new Map<string, SqliteDatabase.Statement>();
  database.exec('begin');
  for (const [table, list] of Object.entries(rows))
    for (const row of list) {
      const columns = Object.keys(row).map((column) => `"${column}"`);
      const places = columns.map(() => '?').join(', ');
      const sql = `insert into ${table} (${columns.join(', ')}) values (${places})`;
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      statement.run(...Object.values(row));
    }
  database.exec('commit');
  database.close();
  return file;
}
