import { copyFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { makeCodexDatabase } from '../../../../test/peers/codex.ts';
import { aSmallKomga, makeKomgaDatabase } from '../../../../test/peers/komga.ts';
import { copySample, hasSamples, makeScratch } from '../../../../test/peers/samples.ts';
import { readPeer } from './index.ts';

const rows = aSmallKomga('/mnt/comics', [1_000, 2_000]);

function makeDatabase(file: string, ddl: string): string {
  const database = new SqliteDatabase(file);
  database.exec(ddl);
  database.close();
  return file;
}

describe('a database of another server', () => {
  test('is read as a file, in its folder, or where containers store it', async () => {
    const folder = makeScratch();
    mkdirSync(join(folder, 'config'));
    const file = makeKomgaDatabase(join(folder, 'config', 'database.sqlite'), rows);
    for (const given of [file, join(folder, 'config'), folder])
      expect((await readPeer(given, folder)).books).toHaveLength(2);
  });

  test('is not modified, and no files are left next to it', async () => {
    const folder = makeScratch();
    const file = makeKomgaDatabase(join(folder, 'database.sqlite'), rows);
    const before = readFileSync(file);
    await readPeer(file, folder);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['database.sqlite']);
  });

  test('is read with its write-ahead log', async () => {
    const folder = makeScratch();
    const file = makeKomgaDatabase(join(folder, 'database.sqlite'), rows);
    const running = new SqliteDatabase(file);
    running.pragma('journal_mode = WAL');
    running.prepare("insert into READLIST (ID, NAME, ORDERED) values ('r2', 'Only in the log', 1)").run();
    const names = (await readPeer(file, folder)).readLists.map(({ name }) => name);
    running.close();
    expect(names).toEqual(['Evenings', 'Only in the log']);
  });

  test.each<[what: string, make: (file: string) => unknown, sentence: RegExp]>([
    ['does not exist', () => {}, / does not exist[.]$/],
    [
      'is none',
      (file) => writeFileSync(file, 'a letter'),
      /is not an SQLite database, or it is encrypted[.]$/,
    ],
    ['is encrypted', (file) => writeFileSync(file, Buffer.alloc(8_192, 7)), /or it is encrypted[.]$/],
    ['is empty', (file) => writeFileSync(file, ''), /is not an SQLite database/],
    [
      'is torn',
      (file) => {
        makeKomgaDatabase(file, rows);
        truncateSync(file, 8_192);
      },
      /is damaged, or its program was writing to it while it was copied/,
    ],
    [
      'holds nothing',
      (file) => makeDatabase(file, 'create table x (y)'),
      /is not a database of a supported program/,
    ],
    [
      'has views where tables should be',
      (file) =>
        makeDatabase(
          file,
          'create view flyway_schema_history as select 1; create view READ_PROGRESS as select 1; create view USER as select 1',
        ),
      /is not a database of a supported program/,
    ],
    [
      'is from a newer Codex',
      (file) => makeCodexDatabase(file, {}, { version: 'm20270101_000200_more' }),
      /newer Codex than 2\.2 \(schema m20270101_000200_more\)/,
    ],
    [
      'is from an old Codex',
      (file) => makeCodexDatabase(file, {}, { version: 'm20260101_000001_x' }),
      /by a Codex before 1\.28\. Update Codex, start it once/,
    ],
    [
      'is from a newer calibre',
      (file) =>
        makeDatabase(
          file,
          'create table books (x); create table data (x); create table library_id (x); pragma user_version = 99',
        ),
      /newer calibre than 9 \(version 99\)/,
    ],
    [
      'is from a Calibre-Web with a missing library',
      (file) =>
        makeDatabase(
          file,
          `create table user (x); create table book_read_link (x); create table shelf (x);
           create table settings (config_calibre_dir); insert into settings values ('/no/such/library/')`,
        ),
      /calibre's metadata\.db, which is not in \/no\/such\/library\. Copy it next to app\.db/,
    ],
    [
      'is from a newer Komga',
      (file) => makeKomgaDatabase(file, rows, { version: '20270101000000' }),
      /newer Komga than 1\.26 \(schema 20270101000000\)/,
    ],
    [
      'is from an old Komga',
      (file) => makeKomgaDatabase(file, rows, { version: '20200101000000' }),
      /by a Komga before 1\.0\. Update Komga, start it once/,
    ],
  ])('is rejected with a message if it %s', async (_, make, sentence) => {
    const folder = makeScratch();
    const file = join(folder, 'database.sqlite');
    make(file);
    await expect(readPeer(file, folder)).rejects.toThrow(sentence);
    expect(readdirSync(folder).filter((name) => name !== 'database.sqlite')).toEqual([]);
  });

  test('reports a folder without a database', async () => {
    const folder = makeScratch();
    await expect(readPeer(folder, folder)).rejects.toThrow(/ contains no database of a supported server[.]$/);
  });

  test('ignores values of the wrong type', async () => {
    const folder = makeScratch();
    const file = makeKomgaDatabase(join(folder, 'database.sqlite'), {
      ...rows,
      USER: [
        { ID: 'u1', EMAIL: new Uint8Array([1]), PASSWORD: 7, SHARED_ALL_LIBRARIES: 'yes' },
        { ID: 'u3', EMAIL: 'x@example.com', PASSWORD: 7, SHARED_ALL_LIBRARIES: 'yes' },
      ],
      BOOK: [
        { ID: 'b1', URL: 'file:/a%ZZ', SERIES_ID: 's1', LIBRARY_ID: 'l1', FILE_SIZE: 'large' },
        { ID: 'b2', URL: 'http://example.com/x', SERIES_ID: 's1', LIBRARY_ID: 'l1', FILE_SIZE: 1 },
      ],
      READ_PROGRESS: [
        { BOOK_ID: 'b1', USER_ID: 'u1', PAGE: 'two', COMPLETED: 0, READ_DATE: '2026-01-02 10:00:00' },
        { BOOK_ID: 'b1', USER_ID: 'u1', PAGE: 2, COMPLETED: 0, READ_DATE: 'yesterday' },
        {
          BOOK_ID: 'b1',
          USER_ID: 'u1',
          PAGE: 2,
          COMPLETED: 0,
          READ_DATE: '2026-01-02 10:00:00',
          locator: new Uint8Array([1, 2, 3]),
        },
      ],
    });
    const { users, books, readings } = await readPeer(file, folder);
    expect(users).toMatchObject([{ email: 'x@example.com', libraryIds: [], isAdmin: false }]);
    expect(books).toEqual([]);
    expect(readings).toMatchObject([{ page: 2, locator: undefined }]);
  });
});

test.skipIf(!hasSamples)('rejects a write-ahead log from another time', async () => {
  const scratch = makeScratch();
  const folder = copySample('komga/in-use', scratch);
  const file = join(folder, 'database.sqlite');
  const older = makeKomgaDatabase(join(scratch, 'older.sqlite'), rows);
  copyFileSync(older, file);
  await expect(readPeer(file, scratch)).rejects.toThrow(
    /is damaged, or its program was writing to it while it was copied/,
  );
});
