// Starts the program as a user does: a separate process with flags, environment variables and terminal output.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { runVariable } from '@lectern/server/testing';

const entry = join(import.meta.dirname, '..', '..', '..', 'server', 'dist', 'main.js');

export interface ProgramOptions {
  /** LECTERN_… variables. From the environment of the tests, only essential variables are passed on. */
  environment?: Record<string, string>;
  cwd?: string;
  /** User id to run as; only if the tests run as root. */
  uid?: number;
  /** Runs with a terminal as output through the tool `script`. All output is on standard output. */
  onTerminal?: boolean;
  /** Starts this command instead. */
  command?: string;
  /** A module that is loaded before the program. */
  preload?: string;
}

interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Program {
  pid: number;
  /** The output so far. */
  out(): string;
  err(): string;
  signal(name: NodeJS.Signals): void;
  /** Sends a signal to the program and all of its child processes, as a terminal does. */
  signalGroup(name: NodeJS.Signals): void;
  /** Closes the reading end of its output. */
  closeOutput(): void;
  /** Resolves when the process has ended. */
  ended: Promise<Ending>;
  /** Resolves with the match in standard output. Rejects immediately if the program ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Address of the running server. */
  url(): Promise<string>;
}

const running = new Set<ChildProcess>();

/** Kills programs that a failed test has left running, including their child processes. */
export function endAllPrograms(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // Another process group holds the output of an ended program.
    }
  }
}

/** Starts `lectern <args>` as `npm start` does, with the build of scripts/install.mjs. */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): Program {
  const { environment = {}, cwd, uid, onTerminal = false, preload, command: other } = options;
  const before = preload === undefined ? [] : ['--import', preload];
  const words = other === undefined ? [process.execPath, ...before, entry, ...args] : [other, ...args];
  const quoted = ['stty cols 80;', 'exec', ...words.map((word) => `'${word.replaceAll("'", "'\\''")}'`)];
  const [command = '', ...rest] = onTerminal ? ['script', '-qfec', quoted.join(' '), '/dev/null'] : words;
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group.
    detached: true,
    // Tests keep the machine busy, so idle-priority work would never run.
    // As root outside a container, the program prints a warning.
    env: { ...inherited(), LECTERN_WORKERS_PRIORITY: 'low', container: 'tests', ...environment },
    ...(cwd !== undefined && { cwd }),
    ...(uid !== undefined && { uid, gid: uid }),
  });
  running.add(child);
  let out = '';
  let err = '';
  let ending: Ending | undefined;
  const lookers = new Set<() => void>();
  const look = () => {
    for (const looker of lookers) looker();
  };
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
    look();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = new Promise<Ending>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      running.delete(child);
      ending = { code, signal };
      look();
      resolve(ending);
    });
  });
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const looker = () => {
        const match = pattern.exec(out);
        if (match === null && ending === undefined) return;
        lookers.delete(looker);
        if (match) resolve(match);
        else reject(new Error(`Program ended without ${pattern}: ${out}${err}`));
      };
      lookers.add(looker);
      looker();
    });
  return {
    pid: child.pid ?? -1,
    out: () => out,
    err: () => err,
    signal: (name) => void child.kill(name),
    signalGroup: (name) => void process.kill(-(child.pid ?? 0), name),
    closeOutput() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    ended,
    waitFor,
    url: async () => (await waitFor(/listening on (http:[^\s"]+)/))[1] ?? '',
  };
}

function inherited(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG', runVariable];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
