import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-made-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('creates the folders above, and accepts a folder that exists', () => {
  const folder = join(aFolder(), 'a', 'b');
  makeFolder(folder, 0o700);
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
  if (process.platform !== 'win32') expect(statSync(join(folder, '..')).mode & 0o777).toBe(0o700);
});

test('refuses a file in the place of a folder', () => {
  const file = join(aFolder(), 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(/EEXIST/);
  expect(() => makeFolder(join(file, 'a'))).toThrow(/ENOTDIR|ENOENT|EEXIST/);
});

test.skipIf(process.platform === 'win32')('refuses a link to a missing folder', () => {
  const folder = aFolder();
  symlinkSync(join(folder, 'missing'), join(folder, 'link'));
  expect(() => makeFolder(join(folder, 'link', 'a'))).toThrow(/EEXIST|ENOENT/);
  expect(existsSync(join(folder, 'missing'))).toBe(false);
});

// In another process: Node's recursive `mkdir` would hang this one.
test.runIf(process.platform === 'linux').each(['/proc/lectern', '/proc/lectern/data', '/sys/lectern'])(
  'refuses %s in a sentence',
  (dataDir) => {
    const lock = JSON.stringify(join(import.meta.dirname, '../database/sqlite/data-folder-lock.ts'));
    const code = `import { lockDataFolder } from ${lock};
      try {
        lockDataFolder({ dataDir: ${JSON.stringify(dataDir)}, database: {} });
      } catch ({ name, message }) {
        console.log(name, message);
      }`;
    const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      timeout: 30_000,
      encoding: 'utf8',
    });
    expect(signal).toBeNull();
    expect(stdout).toMatch(/^StartError The data folder \/(proc|sys)\/lectern\S* cannot be /);
  },
);
