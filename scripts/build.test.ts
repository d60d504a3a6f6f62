import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildFresh } from './build.mjs';

let folder: string;
let source: string;
let built: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-build-'));
  source = join(folder, 'source');
  built = join(folder, 'built');
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns whether a build ran. */
async function build(text: string, fail = false): Promise<boolean> {
  writeFileSync(source, text);
  let hasRun = false;
  await buildFresh({
    what: 'a program',
    built,
    sources: [source],
    async build(fresh) {
      hasRun = true;
      mkdirSync(fresh);
      writeFileSync(join(fresh, 'out'), text);
      if (fail) throw new Error('broken');
    },
  });
  return hasRun;
}

test('a build is made once, and again when a source has changed', async () => {
  expect([await build('one'), await build('one'), await build('two'), await build('two')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(readFileSync(join(built, 'out'), 'utf8')).toBe('two');
});

test('a build that fails leaves the one before, and is tried again', async () => {
  await build('one');
  await expect(build('two', true)).rejects.toThrow('broken');
  expect(readFileSync(join(built, 'out'), 'utf8')).toBe('one');
  expect(existsSync(`${built}.${process.pid}`)).toBe(false);
  expect(await build('two')).toBe(true);
});
