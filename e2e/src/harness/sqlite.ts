// Accesses the SQLite database of a program from outside.
import { DatabaseSync } from 'node:sqlite';

/** Runs a statement on the database file of a program that has ended. */
export function changeDatabase(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}

/** Throws if the integrity check finds an error. */
export function checkDatabase(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare('pragma integrity_check').get()?.integrity_check;
    if (found !== 'ok') throw new Error(String(found));
  } finally {
    database.close();
  }
}

/** Returns the rows of a query, even while a program writes. */
export function queryDatabase(file: string, query: string): Record<string, unknown>[] {
  // A program that starts after a kill locks the file while it recovers the write-ahead log.
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** Counts the rows of a table, even while a program writes. */
export const countRows = (file: string, table: string): number =>
  Number(queryDatabase(file, `select count(*) as count from "${table}"`)[0]?.count);
