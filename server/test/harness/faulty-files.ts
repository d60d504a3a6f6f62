// A file system that fails on demand: calls on a path and its descendants fail with an error code or are delayed.
// Import it before all other modules, because modules keep references to the functions that they import. It applies to
// this process, and to worker processes that start with fixtures/faulty-worker.ts.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FileFault {
  /** The path, including its descendants. */
  below: string;
  /** `readdir`, `stat`, `lstat`, `open`, `read`, `fstat`, `statfs` …; all calls by default. */
  calls?: readonly string[];
  /** Error code, for example `EIO`. Undefined for a call that is only delayed. */
  code?: string;
  delayMs?: number;
  /** Value that a synchronous call returns instead. */
  answer?: unknown;
}

type Call = (...values: unknown[]) => unknown;
type Calls = Record<string, Call | undefined>;

/** File with the faults of a process and its worker processes. */
const rulesOf = (pid: number): string => join(tmpdir(), `lectern-faults-${pid}.json`);
/** This module uses the original functions. */
const real = { readFileSync: fs.readFileSync, writeFileSync: fs.writeFileSync, rmSync: fs.rmSync };

let faults: readonly FileFault[] = [];
let readFaults = (): readonly FileFault[] => faults;

/** Replaces the current faults. Call it without arguments at the end of a test. */
export function setFileFaults(...wanted: readonly FileFault[]): void {
  faults = wanted;
  if (wanted.length > 0) real.writeFileSync(rulesOf(process.pid), JSON.stringify(wanted));
  else real.rmSync(rulesOf(process.pid), { force: true });
}

/** Applies the faults of the server process in a worker process. */
export function followFileFaults(): void {
  readFaults = () => {
    try {
      return JSON.parse(real.readFileSync(rulesOf(process.ppid), 'utf8')) as FileFault[];
    } catch {
      return [];
    }
  };
}

const toPath = (value: unknown): string | undefined =>
  typeof value === 'number' ? openPaths.get(value) : value === undefined ? undefined : String(value);
/** Paths of open files by file descriptor. */
const openPaths = new Map<number, string>();

function findFault(name: string, target: unknown): FileFault | undefined {
  const path = toPath(target);
  if (path === undefined) return undefined;
  return readFaults().find(
    ({ below, calls }) =>
      (path === below || path.startsWith(`${below}/`)) && (calls === undefined || calls.includes(name)),
  );
}

const toError = (name: string, code: string, target: unknown) =>
  Object.assign(new Error(`${code}: injected, ${name} '${toPath(target)}'`), { code, syscall: name });

function waitNow(ms = 0): void {
  if (ms > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** Calls that take a path; `read` and `fstat` take a descriptor. */
const names = [
  'access',
  'fstat',
  'lstat',
  'mkdir',
  'open',
  'read',
  'readdir',
  'readFile',
  'realpath',
  'rename',
  'stat',
  'statfs',
  'writeFile',
];

for (const name of names) {
  wrapSync(name);
  wrapCallback(name);
  wrapPromise(name);
}
syncBuiltinESMExports();

function wrapSync(name: string): void {
  const calls = fs as unknown as Calls;
  const call = calls[`${name}Sync`];
  if (!call) return;
  calls[`${name}Sync`] = (...values) => {
    const fault = findFault(name, values[0]);
    waitNow(fault?.delayMs);
    if (fault?.code !== undefined) throw toError(name, fault.code, values[0]);
    if (fault?.answer !== undefined) return fault.answer;
    const result = call(...values);
    if (name === 'open') openPaths.set(Number(result), String(values[0]));
    return result;
  };
}

function wrapCallback(name: string): void {
  const calls = fs as unknown as Calls;
  const call = calls[name];
  if (!call) return;
  calls[name] = (...values) => {
    const answer = values.at(-1);
    const fault = findFault(name, values[0]);
    if (typeof answer !== 'function') return call(...values);
    const go = () => {
      if (fault?.code !== undefined) return answer(toError(name, fault.code, values[0]));
      return call(...values.slice(0, -1), (error: unknown, ...results: unknown[]) => {
        if (name === 'open' && !error) openPaths.set(Number(results[0]), String(values[0]));
        answer(error, ...results);
      });
    };
    if (fault?.delayMs === undefined) go();
    else setTimeout(go, fault.delayMs);
  };
}

function wrapPromise(name: string): void {
  const calls = promises as unknown as Calls;
  const call = calls[name];
  if (!call) return;
  calls[name] = async (...values) => {
    const fault = findFault(name, values[0]);
    if (fault?.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    if (fault?.code !== undefined) throw toError(name, fault.code, values[0]);
    return call(...values);
  };
}
