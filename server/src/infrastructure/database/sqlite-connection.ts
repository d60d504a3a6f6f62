// One connection to the file of the embedded database, as each thread that reads or writes it opens it.
import SqliteDatabase from 'better-sqlite3';

/** Throws what SQLite throws when the file cannot be opened or is none of its own. */
export function openSqliteConnection(file: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  database.pragma('cache_size = -16000');
  database.pragma('temp_store = MEMORY');
  database.function('shuffled', { deterministic: true }, (id, seed) => toShuffled(String(id), Number(seed)));
  return database;
}

/** A connection to a file that is there, as it is: nothing of it is changed by opening it. */
export function openPlainSqlite(file: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(file, { fileMustExist: true });
  database.pragma('busy_timeout = 5000');
  return database;
}

/** FNV-1a over the id, begun at the seed. */
function toShuffled(id: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
