import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { isRunning } from './is-running.ts';
import { runVariable } from './run-guard.ts';

/**
 * A run with a child process that has its own session and ignores SIGTERM. A grandchild does not have the variable of
 * the run.
 */
const run = `
import { spawn } from 'node:child_process';
import { guardRun } from ${JSON.stringify(new URL('run-guard.ts', import.meta.url))};
guardRun();
const grandchild = 'setInterval(() => {}, 1000)';
const child = \`
  process.on('SIGTERM', () => {});
  const { pid } = require('node:child_process').spawn(process.execPath, ['-e', \${JSON.stringify(grandchild)}], { env: {} });
  console.log(process.pid, pid);
  setInterval(() => {}, 1000);
\`;
spawn(process.execPath, ['-e', child], { detached: true, stdio: 'inherit' });
`;

test.runIf(process.platform === 'linux').concurrent.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  'a run that %s ends leaves no process behind',
  async (signal) => {
    const env = { ...process.env, [runVariable]: '' };
    const child = spawn(process.execPath, ['--input-type=module', '-e', run], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const pids = line.toString().trim().split(' ').map(Number);
    expect(pids.map(isRunning)).toEqual([true, true]);
    child.kill(signal);
    await vi.waitUntil(() => !pids.some(isRunning), { timeout: 15_000 });
  },
);

const runWithDatabase = `
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { guardRun } from ${JSON.stringify(new URL('run-guard.ts', import.meta.url))};
import { useMemoryFolder } from ${JSON.stringify(new URL('memory-folder.ts', import.meta.url))};
import { startPostgres } from ${JSON.stringify(new URL('../database-server/postgres-server.ts', import.meta.url))};
guardRun();
useMemoryFolder();
await startPostgres(tmpdir());
const [pid] = readFileSync(tmpdir() + '/cluster/postmaster.pid', 'utf8').split('\\n');
console.log(pid, tmpdir());
`;

test.runIf(process.platform === 'linux').concurrent.each([
  ['alone', 1],
  // A negative id is that of the process group, which includes the database.
  ['with its process group', -1],
])('a run that is killed %s leaves no database and none of its files', async (_, sign) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', runWithDatabase], {
    env: { ...process.env, [runVariable]: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const [pid, folder = ''] = line.toString().trim().split(' ');
  const files = [...readFileSync(`/proc/${pid}/maps`, 'latin1').matchAll(/\/\S*(?:PostgreSQL|mmap)[.]\d+/g)];
  expect(files.map(([file]) => existsSync(file))).toContain(true);
  process.kill(sign * (child.pid ?? 0), 'SIGKILL');
  await vi.waitUntil(() => !isRunning(Number(pid)) && !existsSync(folder), { timeout: 15_000 });
  expect(files.map(([file]) => file).filter((file) => existsSync(file))).toEqual([]);
});
