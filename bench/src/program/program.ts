// The measured program: started like by a user, requested over HTTP, observed from outside.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toRecord } from '@lectern/contract/records';
import { watchLoop } from '@lectern/server/testing';
import { listNodeOptions } from '../../../scripts/runtime.mjs';
import type { DataLocation } from '../books/rows.ts';

const main = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
/** Options of the runtime, equal to those of `npm start`. */
const options = listNodeOptions(readStart());
/** With `LECTERN_BENCH_PROFILE=<folder>` the server writes a CPU profile into this folder. */
const profileFolder = process.env.LECTERN_BENCH_PROFILE;
const profiling = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`];
const password = 'for measuring only';

export interface Program {
  url: string;
  /** Milliseconds from the start of the process to the log line with its address. */
  startMs: number;
  headers: { authorization: string };
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put<T>(path: string, body: unknown): Promise<T>;
  /** Resident memory of the server and of its worker processes together, in MiB. */
  memoryMb(): { server: number; workers: number };
  /**
   * Memory of the server process that no file backs, in MiB. Other processes with the same Node.js do not change it.
   */
  privateMb(): number;
  /** Processor time of the server in seconds, without its worker processes. */
  cpuSeconds(): number;
  /** Processor time including the worker processes, also ended ones. */
  allCpuSeconds(): number;
  /** With `loopFile`: starts the percentiles of the event loop delay again. */
  resetLoop(): void;
  stop(): Promise<void>;
}

export const aFolder = (): string => mkdtempSync(join(tmpdir(), 'lectern-bench-data-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

interface StartOptions {
  /** File to which the server writes the delay of its event loop every second. */
  loopFile?: string | undefined;
  /** Command of an installed program. Default: the built program on this Node.js. */
  command?: string | undefined;
}

/**
 * Starts a server on a free port with this data folder, or data folder and database. The first start creates the
 * administrator.
 */
export async function startProgram(
  place: string | DataLocation,
  startOptions: StartOptions = {},
): Promise<Program> {
  const startedMs = performance.now();
  const child = spawnProgram(typeof place === 'string' ? { dataDir: place } : place, startOptions);
  child.stderr?.pipe(process.stderr);
  const url = await waitForUrl(child);
  const startMs = performance.now() - startedMs;
  const session = await request<{ accessToken: string }>(url, '/api/v1/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', password }),
  });
  const headers = { authorization: `Bearer ${session.accessToken}` };
  const send = <T>(method: string, path: string, body: unknown) =>
    request<T>(url, path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    url,
    startMs,
    headers,
    get: (path) => request(url, path, { headers }),
    post: (path, body) => send('POST', path, body ?? {}),
    put: (path, body) => send('PUT', path, body),
    memoryMb: () => measureMemory(child.pid ?? 0),
    privateMb: () => readPrivateMb(child.pid ?? 0),
    cpuSeconds: () => readCpuSeconds(child.pid ?? 0),
    allCpuSeconds: () => readAllCpuSeconds(child.pid ?? 0),
    resetLoop: () => void child.kill('SIGUSR2'),
    stop: () => stop(child),
  };
}

function readStart(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return String(toRecord(toRecord(JSON.parse(text)).scripts).start);
}

function spawnProgram(
  { dataDir, postgres, workersMemory }: DataLocation,
  { loopFile, command }: StartOptions,
): ChildProcess {
  const before = command === undefined ? [...profiling, ...options, main] : [];
  return spawn(
    command ?? process.execPath,
    [...before, 'serve', '--port', '0', '--host', '127.0.0.1', '--data-dir', dataDir],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        LECTERN_ADMIN_USERNAME: 'bench',
        LECTERN_ADMIN_PASSWORD: password,
        LECTERN_RATE_LIMIT_ENABLED: 'false',
        LECTERN_LOG_LEVEL: 'error',
        ...(postgres !== undefined && { LECTERN_DATABASE_POSTGRES: postgres }),
        ...(workersMemory !== undefined && { LECTERN_WORKERS_MEMORY: workersMemory }),
        ...(loopFile !== undefined && watchLoop(loopFile)),
      },
    },
  );
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const port = /listening on http:\/\/\S+:(\d+)/.exec(text)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', (code) => reject(new Error(`The program ended with ${code}: ${text}`)));
  });
}

async function request<T>(url: string, path: string, init: RequestInit): Promise<T> {
  const response = await fetch(url + path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  return ended;
}

/** Reads `utime` and `stime` of proc(5), in hundredths of a second. */
function readCpuSeconds(pid: number): number {
  const { 11: user, 12: system } = readStat(String(pid));
  return (Number(user) + Number(system)) / 100;
}

/** Adds `cutime` and `cstime`, the times of ended child processes. */
function readAllCpuSeconds(pid: number): number {
  const { 13: user, 14: system } = readStat(String(pid));
  const running = childrenOf(pid).reduce((sum, id) => sum + readCpuSeconds(Number(id)), 0);
  return readCpuSeconds(pid) + running + (Number(user) + Number(system)) / 100;
}

/** Returns the fields of proc_pid_stat(5) after the program name, which may contain spaces. The first is the state. */
function readStat(pid: string): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

function measureMemory(pid: number): { server: number; workers: number } {
  const workers = childrenOf(pid).reduce((sum, id) => sum + residentMb(id), 0);
  return { server: residentMb(String(pid)), workers };
}

function readPrivateMb(pid: number): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024;
}

const childrenOf = (pid: number): string[] =>
  readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);

function parentOf(pid: string): number {
  try {
    return Number(readStat(pid)[1]);
  } catch {
    return 0;
  }
}

/**
 * Returns the memory of a process in MiB. Pages shared with other processes, such as the runtime's code, count
 * proportionally (proportional set size, proc(5)), so that the sum over all processes is the memory of the program.
 */
function residentMb(pid: string): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
