import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { canKeepIn } from './compiled-code.ts';

test('root does not store compiled modules in the data folder of another user', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-own-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const me = process.getuid?.();
  expect(canKeepIn(folder, me)).toBe(true);
  expect(canKeepIn(folder, 1234)).toBe(true);
  if (me === 0) chownSync(folder, 1234, 1234);
  expect(canKeepIn(folder, 0)).toBe(false);
  expect(canKeepIn(join(folder, 'missing'), me)).toBe(false);
});
