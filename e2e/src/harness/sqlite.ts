// The embedded database of a program that has ended.
import { DatabaseSync } from 'node:sqlite';

/** Runs a statement on the database file. */
export function changeDatabase(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(statement);
  } finally {
    database.close();
  }
}

/** Throws what SQLite finds wrong in the file. */
export function checkDatabase(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const found = database.prepare('pragma integrity_check').get()?.integrity_check;
    if (found !== 'ok') throw new Error(String(found));
  } finally {
    database.close();
  }
}
