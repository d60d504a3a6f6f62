import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { explainDatabaseFile, requireDatabaseFile } from './data-folder-faults.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-database-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('distinguishes a missing database from a folder', () => {
  const folder = aFolder();
  expect(() => requireDatabaseFile(join(folder, 'no.db'), '--data-dir')).toThrow('There is no database');
  mkdirSync(join(folder, 'a.db'));
  expect(() => requireDatabaseFile(join(folder, 'a.db'), '--data-dir')).toThrow('a.db is a folder');
});

test.skipIf(process.getuid?.() === 0)('a database below a closed folder is not called missing', () => {
  const folder = aFolder();
  chmodSync(folder, 0o600);
  onTestFinished(() => chmodSync(folder, 0o700));
  expect(() => requireDatabaseFile(join(folder, 'lectern.db'), '--data-dir')).toThrow(
    /cannot be reached|denies|chmod/,
  );
});

test('names the setting of a database file outside the data folder', () => {
  const folder = aFolder();
  const explain = (name: string) => explainDatabaseFile(join(folder, name), 'database.sqlite');
  writeFileSync(join(folder, 'file'), '');
  expect(explain('file/a.db')).toEqual({
    message: `The folder of the database file ${folder}/file is a file`,
    remedy: 'Check the path, or change database.sqlite',
  });
  mkdirSync(join(folder, 'a.db'));
  expect(explain('a.db')).toEqual({
    message: `The database file ${folder}/a.db is a folder`,
    remedy: 'Check the path, or change database.sqlite',
  });
  expect(() => requireDatabaseFile(join(folder, 'no.db'), 'database.sqlite')).toThrow(
    `There is no database ${folder}/no.db; check database.sqlite`,
  );
});
