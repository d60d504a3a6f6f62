// The program as a person starts it: a process of its own with flags, an environment and a terminal's output.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { runVariable } from '@lectern/server/testing';

const entry = join(import.meta.dirname, '..', '..', '..', 'server', 'dist', 'main.js');

export interface ProgramOptions {
  /** LECTERN_… variables; nothing of the tests' own environment but what every program needs. */
  environment?: Record<string, string>;
  cwd?: string;
  /** Run as another account; only when the tests run as root. */
  uid?: number;
  /** With a terminal for its output, by the tool `script`; everything comes on standard output. */
  onTerminal?: boolean;
  /** What is started instead of it. */
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
  /** What it has written so far. */
  out(): string;
  err(): string;
  signal(name: NodeJS.Signals): void;
  /** To the program and everything that it has started, as a terminal does. */
  signalGroup(name: NodeJS.Signals): void;
  /** Nobody reads any more what it writes. */
  closeOutput(): void;
  /** Resolves when the process has ended. */
  ended: Promise<Ending>;
  /** Resolves with the match once standard output has it; fails at once when the program ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Address of the running server. */
  url(): Promise<string>;
}

const running = new Set<ChildProcess>();

/** Kills the programs that a failed test has left running, with the processes that they started. */
export function endAllPrograms(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // Another process group holds the output of an ended program.
    }
  }
}

/** `lectern <args>` as `npm start` runs it; scripts/install.mjs has built it. */
export function startProgram(args: readonly string[], options: ProgramOptions = {}): Program {
  const { environment = {}, cwd, uid, onTerminal = false, preload, command: other } = options;
  const before = preload === undefined ? [] : ['--import', preload];
  const words = other === undefined ? [process.execPath, ...before, entry, ...args] : [other, ...args];
  const quoted = ['stty cols 80;', 'exec', ...words.map((word) => `'${word.replaceAll("'", "'\\''")}'`)];
  const [command = '', ...rest] = onTerminal ? ['script', '-qfec', quoted.join(' '), '/dev/null'] : words;
  const child = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own.
    detached: true,
    // Tests keep the machine busy to the end: what runs only while it is idle would not.
    // As root outside a container the program warns.
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
        else reject(new Error(`The program ended without ${pattern}: ${out}${err}`));
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
