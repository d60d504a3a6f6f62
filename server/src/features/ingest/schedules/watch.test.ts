import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#infrastructure/log.ts';
import { createWatcher } from './watch.ts';

test('a library of which a folder cannot be watched is looked at now and then instead, and the log says so', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const asked: string[] = [];
  const watcher = createWatcher({
    onChange: (id) => asked.push(id),
    log: createLog({ log: { level: 'warn', format: 'json' } }, { write: (line) => lines.push(line) }),
    quietMs: 60_000,
    maxMs: 60_000,
    pollMs: 5,
  });
  // No watch can be had where nothing is: as on a machine without watches left, or a share that tells of no changes.
  await watcher.set([
    { id: 'unwatched', paths: [join(folder, 'nowhere')] },
    { id: 'watched', paths: [folder] },
  ]);
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(new Set(asked)).toEqual(new Set(['unwatched']));
  expect(lines.join()).toContain('a folder cannot be watched; it is looked at now and then');
  await watcher.stop();
  const count = asked.length;
  await watcher.set([{ id: 'watched', paths: [folder] }]);
  expect(asked).toHaveLength(count);
  await watcher.stop();
});
