import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
