// `npm start` in a working copy with installed packages: signals to npm, and flags that npm takes for itself.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Program, startProgram } from './harness/program.ts';
import { makeFolder, serve } from './harness/server.ts';

const root = join(import.meta.dirname, '..', '..');
const environment = { LECTERN_ADMIN_PASSWORD: 'a password of my own' };

const npmStart = (...words: string[]): Program =>
  startProgram(['start', ...words], { command: 'npm', cwd: root, environment });

const startServer = (dataDir: string): Program =>
  npmStart('--', '--port', '0', '--host', '127.0.0.1', '--data-dir', dataDir);

/** Returns whether another program can listen on the port. */
const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The process that npm started: its shell. */
const findShell = ({ pid }: Program): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

const parentOf = (pid: number): number =>
  Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

test.skipIf(process.platform !== 'linux').each([
  ['npm gets SIGTERM', ({ pid }: Program) => process.kill(pid, 'SIGTERM')],
  ['npm gets SIGKILL', ({ pid }: Program) => process.kill(pid, 'SIGKILL')],
  [
    'npm gets SIGKILL together with its shell',
    (npm: Program) => {
      process.kill(findShell(npm), 'SIGKILL');
      process.kill(npm.pid, 'SIGKILL');
    },
  ],
  ['the shell of npm gets SIGKILL', (npm: Program) => process.kill(findShell(npm), 'SIGKILL')],
])('frees port and data folder within 10 seconds when %s', { timeout: 60_000 }, async (_, signal) => {
  const dataDir = join(makeFolder(), 'data');
  const program = startServer(dataDir);
  const port = Number(new URL(await program.url()).port);
  expect(parentOf(findShell(program))).toBe(program.pid);
  expect(await isFree(port)).toBe(false);
  signal(program);
  await vi.waitUntil(() => isFree(port), { interval: 50, timeout: 10_000 });
  await program.ended;
  // An interrupted stop or a kill would log no end; a running server would keep the lock.
  expect(program.err()).toContain('"signal":"SIGTERM","msg":"stopping"');
  expect(program.err()).not.toMatch(/"level":"(warn|error|fatal)"/);
  const next = serve({ dataDir });
  await next.url();
  next.signal('SIGTERM');
  await next.ended;
});

test('shows the right command if npm takes the flags for itself', { timeout: 60_000 }, async () => {
  const program = npmStart('--setup');
  expect(await program.ended).toEqual({ code: 1, signal: null });
  expect(program.err()).toContain('Put "--" before the arguments of Lectern:\n  npm start -- --setup\n');
});
