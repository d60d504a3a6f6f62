// An interrupted `npm run test:all` ends its servers, its PostgreSQL and its browsers.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, listProcesses, runVariable } from '@lectern/server/testing';
import { expect, test, vi } from 'vitest';
import { type Program, startProgram } from './harness/program.ts';

const root = join(import.meta.dirname, '..', '..');
/** Starts a server and a browser. PostgreSQL runs during all tests. */
const file = 'e2e/src/web/first-steps.spec.ts';
const programs = ['server/dist/main.js', '/postgres ', '/chromium '];

interface Run {
  npm: Program;
  /** Value of the variable that marks the processes of the run. */
  id: string;
  /** All descendants of npm. */
  pids: number[];
  folder: string;
}

const readCommand = (pid: number): string => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

const listBelow = (pid: number): number[] =>
  read(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .flatMap((child) => [child, ...listBelow(child)]);

const findVariable = (pids: readonly number[], name: string): string | undefined =>
  pids
    .flatMap((pid) => read(`/proc/${pid}/environ`).split('\0'))
    .find((line) => line.startsWith(`${name}=`) && line.length > name.length + 1)
    ?.slice(name.length + 1);

async function startRun(): Promise<Run> {
  const npm = startProgram(['run', 'test:all', '--', '--shard', '1/1', file], {
    command: 'npm',
    cwd: root,
    environment: { [runVariable]: '' },
  });
  const isReady = () => {
    const commands = listBelow(npm.pid).map(readCommand);
    return programs.every((name) => commands.some((command) => command.includes(name)));
  };
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 20 });
  const pids = listBelow(npm.pid);
  const server = pids.filter((pid) => readCommand(pid).includes('server/dist/main.js'));
  const id = findVariable(pids, runVariable);
  if (id === undefined) throw new Error('No process has the variable of the run');
  return { npm, id, pids, folder: findVariable(server, 'TMPDIR') ?? '' };
}

const killVitest = ({ pids }: Run): void => {
  const pid = pids.find((one) => /\/vitest(\.mjs)? run /.test(readCommand(one)));
  process.kill(pid ?? Number.NaN, 'SIGKILL');
};

test.skipIf(process.platform !== 'linux').each([
  ['npm gets SIGTERM', ({ npm }: Run) => process.kill(npm.pid, 'SIGTERM')],
  ['npm gets SIGKILL', ({ npm }: Run) => process.kill(npm.pid, 'SIGKILL')],
  ['all get SIGINT, as by Ctrl-C', ({ npm }: Run) => npm.signalGroup('SIGINT')],
  ['Vitest gets SIGKILL', killVitest],
])('leaves no process behind when %s', { timeout: 120_000 }, async (_, interrupt) => {
  const run = await startRun();
  interrupt(run);
  const left = () => [...run.pids, ...listProcesses(run.id)].filter(isRunning);
  await vi.waitUntil(() => left().length === 0, { timeout: 30_000, interval: 50 });
  await run.npm.ended;
  // The folder is in memory.
  if (run.folder.startsWith('/dev/shm')) expect(existsSync(run.folder)).toBe(false);
});
