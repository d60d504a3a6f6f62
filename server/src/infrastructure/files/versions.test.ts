import { linkSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isUntouched, msUntilVisible, toFileVersion } from './versions.ts';

function aFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-versions-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'a');
  writeFileSync(path, 'one');
  utimesSync(path, 1_000, 1_000);
  return path;
}

test('a file overwritten in place has a new version, even with equal size and time', async () => {
  const path = aFile();
  const before = statSync(path);
  await expect.poll(() => Date.now()).toBeGreaterThan(before.ctimeMs + 20);
  writeFileSync(path, 'two', { flag: 'r+' });
  utimesSync(path, 1_000, 1_000);
  const now = statSync(path);
  expect([now.size, now.mtimeMs, now.ino]).toEqual([before.size, before.mtimeMs, before.ino]);
  expect(toFileVersion(now)).not.toBe(toFileVersion(before));
  expect([isUntouched(before, before), isUntouched(before, now)]).toEqual([true, false]);
});

test('adding or removing a hard link is not a write', async () => {
  const path = aFile();
  const before = statSync(path);
  await expect.poll(() => Date.now()).toBeGreaterThan(before.ctimeMs + 20);
  linkSync(path, `${path}.other`);
  expect(isUntouched(before, statSync(path))).toBe(true);
});

test.each([
  ['an old file', { mtimeMs: 1_000.5, ctimeMs: 1_000.5 }, 0],
  ['a file written just now', { mtimeMs: 99_999.5, ctimeMs: 99_999.5 }, 19.5],
  ['an old time that was set just now', { mtimeMs: 1_000, ctimeMs: 99_990.5 }, 10.5],
  ['whole seconds', { mtimeMs: 99_000, ctimeMs: 99_000 }, 1_000],
  ['whole seconds, long ago', { mtimeMs: 97_000, ctimeMs: 98_000 }, 0],
  ['a future time', { mtimeMs: 200_000, ctimeMs: 100_000 }, 0],
])('%s detects the next write after this time', (_, times, ms) => {
  expect(msUntilVisible(times, 100_000)).toBe(ms);
});
