import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const entry = new URL('../../../test/fixtures/worker.ts', import.meta.url);

test('the compile cache of a worker process is kept for later ones, even if it is killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const child = fork(entry, {
    serialization: 'advanced',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: folder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  // Contains a folder for this version of Node.js with a file for each module.
  await expect.poll(() => readdirSync(folder, { recursive: true }).length).toBeGreaterThan(2);
  child.kill('SIGKILL');
  await once(child, 'exit');
});
