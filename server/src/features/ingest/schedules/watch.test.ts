import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#infrastructure/log.ts';
import { Watcher } from './watch.ts';

test('scans a library periodically and logs a warning if a folder cannot be watched', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const asked: string[] = [];
  const watcher = new Watcher({
    onChange: (id) => asked.push(id),
    log: createLog({ log: { level: 'warn', format: 'json' } }, { write: (line) => lines.push(line) }),
    quietMs: 60_000,
    maxMs: 60_000,
    pollMs: 5,
  });
  // Watching a missing folder fails, as on a machine without free watches or on a share without change events.
  await watcher.set([
    { id: 'unwatched', paths: [join(folder, 'nowhere')] },
    { id: 'watched', paths: [folder] },
  ]);
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  expect(new Set(asked)).toEqual(new Set(['unwatched']));
  expect(lines.join()).toContain('failed to watch a folder; the library is scanned periodically');
  await watcher.stop();
  const count = asked.length;
  await watcher.set([{ id: 'watched', paths: [folder] }]);
  expect(asked).toHaveLength(count);
  await watcher.stop();
});
