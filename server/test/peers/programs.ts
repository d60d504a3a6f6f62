// A database of each program that can be imported, for tests of common behavior: created by the program itself if the
// samples are available, otherwise generated.
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { aSmallCalibre, makeCalibreDatabase, makeCalibreWebDatabase } from './calibre.ts';
import { aSmallCodex, makeCodexDatabase } from './codex.ts';
import { aSmallKavita, makeKavitaDatabase } from './kavita.ts';
import { aSmallKomga, makeKomgaDatabase } from './komga.ts';
import { copySample, hasSamples } from './samples.ts';

export interface PeerProgram {
  name: string;
  /** Creates the database and its companion files in this folder. Returns the database file. */
  make(folder: string): string;
}

/** A path that does not exist, so that file sizes are unknown. */
const root = '/mnt/comics';

function makeCalibreWeb(folder: string): string {
  makeCalibreDatabase(join(folder, 'metadata.db'), aSmallCalibre([1, 2, 3]));
  return makeCalibreWebDatabase(join(folder, 'app.db'), 'x');
}

const made: PeerProgram[] = [
  {
    name: 'Komga',
    make: (folder) => makeKomgaDatabase(join(folder, 'database.sqlite'), aSmallKomga(root, [1, 2])),
  },
  {
    name: 'Kavita',
    make: (folder) =>
      makeKavitaDatabase(join(folder, 'kavita.db'), aSmallKavita({ root, mark: 'x' }, [1, 2, 3])),
  },
  {
    name: 'Codex',
    make: (folder) =>
      makeCodexDatabase(
        join(folder, 'codex.db'),
        aSmallCodex({ root, mark: 'x', sizes: [1, 2], hash: '$argon2id$x' }),
      ),
  },
  {
    name: 'calibre',
    make: (folder) => makeCalibreDatabase(join(folder, 'metadata.db'), aSmallCalibre([1, 2, 3])),
  },
  { name: 'Calibre-Web', make: makeCalibreWeb },
];

const sampled: PeerProgram[] = [
  { name: 'Komga 1.26', make: (folder) => copySample('komga/database.sqlite', folder) },
  { name: 'Kavita 0.9', make: (folder) => copySample('kavita/kavita.db', folder) },
  { name: 'Kavita 0.8', make: (folder) => copySample('kavita/kavita-0.8.3.db', folder) },
  { name: 'Codex 2.2', make: (folder) => copySample('codex/codex.db', folder) },
  { name: 'calibre 6', make: (folder) => copySample('calibre/library/metadata.db', folder) },
  { name: 'calibre 9', make: (folder) => copySample('calibre/metadata-v27.db', folder) },
  {
    name: 'Calibre-Web 0.6',
    make(folder) {
      copySample('calibre/library/metadata.db', folder);
      return copySample('calibre/app.db', folder);
    },
  },
];

export const peerPrograms: readonly PeerProgram[] = [...made, ...(hasSamples ? sampled : [])];

/** Values that no program writes: wrong types, overlong, out of range, and with path traversal. */
const hostileValues: readonly unknown[] = [
  null,
  '',
  ' ',
  -1,
  0,
  2 ** 53,
  -1e308,
  Number.POSITIVE_INFINITY,
  0.5,
  'x'.repeat(1_000_000),
  'a\u0000b',
  '\u202e@\u0007',
  '../../../etc/passwd',
  'file:///mnt/comics/../../etc/passwd',
  'file:/%2e%2e/%2e%2e/etc/passwd',
  '0000-00-00 00:00:00',
  '9999-12-31 23:59:59',
  '12026-01-01 00:00:00',
  '2026-02-31T25:61:61',
  '[1,[2,[3]]]',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  `${'{"allOf":['.repeat(20_000)}1${']}'.repeat(20_000)}`,
  '{"__proto__":{"a":1},"constructor":1}',
  '{"text":"\\u0000 \\ud800"}',
  Buffer.from([0, 255, 1, 254]),
  Buffer.alloc(16, 7),
  Buffer.from('1f8b0800000000000003', 'hex'),
];

/** Returns numbers from 0 (inclusive) to 1 (exclusive), reproducible by seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Writes hostile values to this many columns, in one or all rows. Returns the changed columns for failure messages.
 * Columns that identify the program are not changed.
 */
export function spoil(file: string, random: () => number, count: number): string[] {
  const database = new SqliteDatabase(file);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const done: string[] = [];
  database.pragma('foreign_keys = OFF');
  database.pragma('ignore_check_constraints = ON');
  const listed = database.prepare("select name from sqlite_master where type = 'trigger'").pluck().all();
  for (const name of listed) database.exec(`drop trigger "${String(name)}"`);
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
    .pluck()
    .all()
    .map(String)
    .filter((name) => !/history|migrations|ServerSetting|_fts|library_id/i.test(name));
  const filled = tables.filter(
    (name) => database.prepare(`select 1 from "${name}" limit 1`).pluck().get() === 1,
  );
  for (let n = 0; n < count; n++) {
    const table = pick(filled);
    const columns = database.prepare('select name from pragma_table_info(?)').pluck().all(table).map(String);
    const column = pick(columns);
    const value = pick(hostileValues);
    const where = random() < 0.5 ? '' : ` where rowid = (select min(rowid) from "${table}")`;
    try {
      database.prepare(`update "${table}" set "${column}" = ?${where}`).run(value);
      done.push(`${table}.${column}${where === '' ? '' : ' (one)'} = ${String(value).slice(0, 40)}`);
    } catch {
      // A constraint of the database rejects the value.
    }
  }
  database.close();
  return done;
}
