// Opens a connection to the SQLite file, as each thread that uses it does.
import SqliteDatabase from 'better-sqlite3';

/** Throws SQLite's error if the file cannot be opened or is not a database. */
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

/** Opens a connection to an existing file without changing it. */
export function openPlainSqlite(file: string): SqliteDatabase.Database {
  const database = new SqliteDatabase(file, { fileMustExist: true });
  database.pragma('busy_timeout = 5000');
  return database;
}

/** FNV-1a over the id, starting with the seed. */
function toShuffled(id: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
