import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const entry = new URL('../../../test/fixtures/worker.ts', import.meta.url);

test('what a worker process compiled is kept for those after it, although it is ended without asking', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = fork(entry, {
    serialization: 'advanced',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  // A folder for this version of Node, and in it a file for each module.
  await expect.poll(() => readdirSync(folder, { recursive: true }).length).toBeGreaterThan(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
});
