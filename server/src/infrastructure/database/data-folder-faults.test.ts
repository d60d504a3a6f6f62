import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requireDatabaseFile } from './data-folder-faults.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-database-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('distinguishes a missing database from a folder', () => {
  const folder = aFolder();
  expect(() => requireDatabaseFile(join(folder, 'no.db'))).toThrow('There is no database');
  mkdirSync(join(folder, 'a.db'));
  expect(() => requireDatabaseFile(join(folder, 'a.db'))).toThrow('a.db is a folder');
});

test.skipIf(process.getuid?.() === 0)('a database below a closed folder is not called missing', () => {
  const folder = aFolder();
  chmodSync(folder, 0o600);
  onTestFinished(() => chmodSync(folder, 0o700));
  expect(() => requireDatabaseFile(join(folder, 'lectern.db'))).toThrow(/cannot be reached|denies|chmod/);
});
