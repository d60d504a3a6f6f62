import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createRandom, peerPrograms, spoil } from '../../../../test/peers/programs.ts';
import { makeScratch } from '../../../../test/peers/samples.ts';
import { countSnapshot } from '../snapshot/index.ts';
import { describedFile, GivenDatabaseRefused, PeerRefused, readPeer } from './index.ts';

/** Returns a summary of the snapshot, or the rejection message. Rethrows other errors. */
async function readOrRefuse(file: string): Promise<string> {
  const scratch = join(dirname(file), 'scratch');
  mkdirSync(scratch, { recursive: true });
  try {
    const snapshot = await readPeer(file, scratch);
    for await (const { bookIds } of snapshot.described?.() ?? []) expect(bookIds).not.toEqual([]);
    return `${Object.values(countSnapshot(snapshot)).reduce((sum, one) => sum + one, 0)} things`;
  } catch (error) {
    if (!(error instanceof GivenDatabaseRefused || error instanceof PeerRefused)) throw error;
    // A one-line message without local paths.
    expect(error.message).toMatch(/^[^\n]{10,600}$/);
    expect(error.message).not.toContain(scratch);
    return error.message;
  } finally {
    // The copy of the database is deleted.
    expect(readdirSync(scratch).filter((name) => name !== describedFile)).toEqual([]);
  }
}

const damaged = /is damaged, or its program was writing to it while it was copied/;
const noDatabase = /is not an SQLite database, or it is encrypted[.]$/;

const fill = (from: number, to: number) => (bytes: Buffer) => void bytes.fill(0, from, to);

describe.each(peerPrograms)('a database of $name', ({ make }) => {
  const change = (folder: string, edit: (bytes: Buffer) => void): string => {
    const file = make(folder);
    const bytes = readFileSync(file);
    edit(bytes);
    writeFileSync(file, bytes);
    return file;
  };

  test('is read when undamaged', async () => {
    expect(await readOrRefuse(make(makeScratch()))).toMatch(/^[1-9]\d* things$/);
  });

  test.each([0.1, 0.5, 0.9, 0.99])('truncated at %f of its length is rejected', async (share) => {
    const file = make(makeScratch());
    truncateSync(file, Math.floor((readFileSync(file).length * share) / 512) * 512);
    expect(await readOrRefuse(file)).toMatch(damaged);
  });

  test.each<[what: string, edit: (bytes: Buffer) => void, sentence: RegExp]>([
    ['the first bytes are zeroed', fill(0, 16), noDatabase],
    ['the page size is zeroed', fill(16, 18), damaged],
    ['the header of its schema table is zeroed', fill(100, 108), damaged],
    ['its first page is zeroed after the name', fill(16, 4_096), damaged],
    ['every byte is changed', (bytes) => void randomBytes(bytes.length).copy(bytes), noDatabase],
  ])('is rejected when %s', async (_, edit, sentence) => {
    expect(await readOrRefuse(change(makeScratch(), edit))).toMatch(sentence);
  });

  test('with misplaced pages is rejected, or read without errors', async () => {
    const random = createRandom(7);
    const results = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const file = change(makeScratch(), (bytes) => {
        const pages = Math.floor(bytes.length / 4_096);
        for (let n = 0; n < 1 + round; n++) {
          const [from, to] = [random, random].map((one) => 1 + Math.floor(one() * (pages - 1)));
          bytes.copyWithin((to ?? 1) * 4_096, (from ?? 1) * 4_096, ((from ?? 1) + 1) * 4_096);
        }
      });
      results.add((await readOrRefuse(file)).replace(basename(file), '').replace(/\(.*\)/, ''));
    }
    expect([...results].some((one) => damaged.test(one))).toBe(true);
  });

  test('with flipped bytes is rejected, or read without errors', async () => {
    const random = createRandom(11);
    for (let round = 0; round < 10; round++)
      await readOrRefuse(
        change(makeScratch(), (bytes) => {
          for (let n = 0; n < 20; n++) {
            const at = 100 + Math.floor(random() * (bytes.length - 100));
            bytes[at] = Math.floor(random() * 256);
          }
        }),
      );
  });

  test('with values of other types, unbounded length and out of range is read', {
    timeout: 60_000,
  }, async () => {
    const random = createRandom(13);
    for (let round = 0; round < 20; round++) {
      const file = make(makeScratch());
      const where = spoil(file, random, 6);
      const result = await readOrRefuse(file).catch((cause: unknown) => {
        throw new Error(where.join('; '), { cause });
      });
      expect([result, where]).toEqual([expect.stringMatching(/things$|newer|before|is damaged/), where]);
    }
  });

  test('with missing tables or columns is rejected, or read as empty', async () => {
    const folder = makeScratch();
    const source = new SqliteDatabase(make(folder));
    const names = source.prepare("select name from sqlite_master where type = 'table'").pluck().all();
    const version = source.pragma('user_version', { simple: true });
    source.close();
    const file = join(folder, 'empty.db');
    const empty = new SqliteDatabase(file);
    for (const name of names.map(String).filter((one) => !one.startsWith('sqlite_')))
      empty.exec(`create table "${name}" (x)`);
    empty.pragma(`user_version = ${Number(version)}`);
    empty.close();
    expect(await readOrRefuse(file)).toMatch(
      /^\d+ things$|Update .+, start it once|newer|is not a database of /,
    );
  });
});

const newer: Record<string, string> = {
  Komga: "update flyway_schema_history set version = '20270101000000'",
  Kavita: "update ServerSetting set Value = '0.99.1.0' where Key = 11",
  Codex:
    "update seaql_migrations set version = 'm20270101_000001_more' where rowid = (select max(rowid) from seaql_migrations)",
  calibre: 'pragma user_version = 99',
};

test.each(peerPrograms.filter(({ name }) => !name.startsWith('Calibre-Web')))(
  'rejects a database of a newer $name with its version',
  async ({ name, make }) => {
    const file = make(makeScratch());
    const database = new SqliteDatabase(file);
    const [program = ''] = name.split(' ');
    database.exec(newer[program] ?? '');
    database.close();
    expect(await readOrRefuse(file)).toMatch(
      new RegExp(`^The database was created by a newer ${program} than [\\d.]+ \\(.+\\)`),
    );
  },
);

test.each(peerPrograms.filter(({ name }) => name.startsWith('Calibre-Web')))(
  'rejects a $name with a newer calibre database or another database',
  async ({ make }) => {
    const folder = makeScratch();
    const file = make(folder);
    const books = new SqliteDatabase(join(folder, 'metadata.db'));
    books.pragma('user_version = 99');
    books.close();
    expect(await readOrRefuse(file)).toMatch(/newer calibre than 9 \(version 99\)/);
    writeFileSync(join(folder, 'metadata.db'), 'a letter');
    expect(await readOrRefuse(file)).toMatch(noDatabase);
  },
);
