// Ends the processes that an interrupted test run leaves behind. A separate process holds the end of a pipe: when the run
// ends, for any reason, it ends every process that has the variable of the run or descends from one that has it. This
// includes programs in another process group or session.
//   node run-guard.ts <id>   the process
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { removeFoldersOfEndedRuns } from './memory-folder.ts';

/** Variable that marks the processes of a run. A test that clears the environment of a program passes it on. */
export const runVariable = 'TEST_RUN_ID';
/** Time for the server and PostgreSQL to close their files. */
const graceMs = 3000;
const checkMs = 100;
/** A killed process may need time until the system has removed it. */
const maxKillMs = 10_000;

/** Guards this process and everything that it starts from now on. Only Linux shows the environment of a process. */
export function guardRun(): void {
  if (process.platform !== 'linux' || process.env[runVariable]) return;
  const id = randomUUID();
  // Its own session: Ctrl-C must not reach it.
  const guard = spawn(process.execPath, [fileURLToPath(import.meta.url), id], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  process.env[runVariable] = id;
}

interface Process {
  pid: number;
  parent: number;
  isOfRun: boolean;
}

/** Living processes of the run and their descendants. */
export function listProcesses(id: string): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(name, id));
  const found = new Set(all.filter(({ isOfRun }) => isOfRun).map(({ pid }) => pid));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

function readProcess(name: string, id: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return [];
    return [{ pid: Number(name), parent: Number(parent), isOfRun: hasVariable(name, id) }];
  } catch {
    return [];
  }
}

function hasVariable(name: string, id: string): boolean {
  try {
    return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`${runVariable}=${id}`);
  } catch {
    // The process belongs to another account.
    return false;
  }
}

async function endRun(id: string): Promise<void> {
  const started = Date.now();
  signalAll(listProcesses(id), 'SIGTERM');
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, checkMs));
    const left = listProcesses(id);
    const elapsedMs = Date.now() - started;
    if (left.length === 0 || elapsedMs > graceMs + maxKillMs) break;
    if (elapsedMs > graceMs) signalAll(left, 'SIGKILL');
  }
  removeFoldersOfEndedRuns();
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended.
    }
  }
}

if (import.meta.main) {
  const [, , id = ''] = process.argv;
  process.stdin.on('end', () => void endRun(id)).resume();
}
