import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesSource, openFileSource } from './source.ts';

test('reads the same bytes from a file and from memory, and none past the end', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-source-'));
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
  writeFileSync(join(folder, 'book'), bytes);
  const file = openFileSource(join(folder, 'book'));
  const memory = bytesSource(bytes);
  for (const [offset, length] of [
    [0, 10],
    [990, 10],
    [990, 100],
    [1000, 1],
    [5000, 1],
    [0, 1000],
  ] as const) {
    expect(Buffer.from(file.read(offset, length))).toEqual(Buffer.from(memory.read(offset, length)));
  }
  expect(file.size).toBe(1000);
  file.close();
  rmSync(folder, { recursive: true });
});
