// One worker process as its pool sees it: at most one job at a time, a time limit that starts anew with every
// sign of life, and a memory limit watched from outside.
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import type { Confinement, Places } from '#infrastructure/confinement/confinement.ts';
import { readProcessMemory } from './process-memory.ts';
import { JobError, type JobMessage, type LossReason, type ReplyMessage, WorkerLost } from './protocol.ts';

export interface WorkerOptions {
  /** Module that calls serveJobs. */
  entry: URL;
  memoryLimitMb: number;
  /** 0 ordinary, 10 gives way to everything else. */
  niceness: number;
  confinement: Confinement;
  /** What it may use besides the program; undefined for everything. */
  places: Places | undefined;
}

export interface JobRequest {
  name: string;
  input: unknown;
  /** Milliseconds without any sign of life after which the process is ended. */
  timeoutMs: number;
  onPartial?: (value: unknown) => void;
}

export interface Worker {
  /** False once the process has ended or was told to. */
  readonly isAlive: boolean;
  /** Undefined where it could not be started. */
  readonly pid: number | undefined;
  run(request: JobRequest): Promise<unknown>;
  /** Ends the process; a running job fails with WorkerLost. */
  end(reason?: LossReason): void;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
}

interface Current {
  id: number;
  request: JobRequest;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
}

const memoryCheckMs = 250;
/** What a process may take to begin, on a busy machine. It does not count as its first job's time. */
const startMs = 60_000;
/** What worker processes need of the environment; no secret of the server's goes along. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL', 'SystemRoot'];

/**
 * libvips keeps the loaders shut that its makers call unsafe for untrusted files, also where somebody forgets to, and
 * holds large pictures in memory, where they are counted. OpenSSL's settings cannot be read and are not needed.
 */
const decoding = { VIPS_BLOCK_UNTRUSTED: '1', VIPS_DISC_THRESHOLD: '8g', OPENSSL_CONF: '/dev/null' };

function toEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  const passed = passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  // One arena: glibc's many give a short-lived process half as much memory again, and no speed.
  const memory = { MALLOC_ARENA_MAX: '1' };
  // Where this process keeps its compiled modules: a worker process starts in half the time with them.
  return {
    ...memory,
    ...decoding,
    ...Object.fromEntries(passed),
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
  };
}

export function startWorker({ entry, memoryLimitMb, niceness, confinement, places }: WorkerOptions): Worker {
  const limits = [
    `--max-old-space-size=${Math.max(64, Math.floor(memoryLimitMb / 2))}`,
    '--max-semi-space-size=4',
  ];
  const program = { entry, execArgv: limits, environment: toEnvironment() };
  const { module, execArgv, environment } = confinement.toStart(program, places);
  const child = fork(module, {
    serialization: 'advanced',
    execArgv,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  giveWay(child, niceness);
  let current: Current | undefined;
  let nextId = 1;
  let lost: LossReason | undefined;
  let isAlive = true;
  let isReady = false;
  const memoryTimer = setInterval(() => {
    if (current && readProcessMemory(child.pid).residentMb > memoryLimitMb) end('memory');
  }, memoryCheckMs).unref();

  function end(reason: LossReason = 'closed'): void {
    lost ??= reason;
    isAlive = false;
    child.kill('SIGKILL');
  }

  function finish(): Current | undefined {
    const done = current;
    current = undefined;
    clearTimeout(done?.timer);
    return done;
  }

  const watch = (timeoutMs: number) => setTimeout(() => end('timeout'), timeoutMs);

  function restartTimer(job: Current): void {
    clearTimeout(job.timer);
    job.timer = watch(job.request.timeoutMs);
  }

  child.on('message', (message: ReplyMessage) => {
    if (message.kind === 'ready') {
      isReady = true;
      if (current) restartTimer(current);
      return;
    }
    if (!current || message.id !== current.id) return;
    if (message.kind === 'partial') {
      restartTimer(current);
      current.request.onPartial?.(message.value);
    } else if (message.kind === 'done') finish()?.resolve(message.value);
    else finish()?.reject(new JobError(message.error));
  });
  child.on('error', () => end('crashed'));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code, signal) => {
      clearInterval(memoryTimer);
      isAlive = false;
      const isOurs = !isReady && lost === undefined;
      finish()?.reject(isOurs ? toBadStart(code, signal) : toLoss(lost, code, signal));
      resolve();
    });
  });

  return {
    get isAlive() {
      return isAlive;
    },
    pid: child.pid,
    exited,
    end,
    run: (request) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        current = { id, request, resolve, reject, timer: watch(isReady ? request.timeoutMs : startMs) };
        const message: JobMessage = { id, name: request.name, input: request.input };
        child.send(message, (error) => error && end('crashed'));
      }),
  };
}

/** A process that never began is a fault of the installation, not of what it was to read. */
const toBadStart = (code: number | null, signal: string | null): Error =>
  new Error(`A worker process could not be started (${signal ?? `exit code ${code}`})`);

function toLoss(lost: LossReason | undefined, code: number | null, signal: string | null): WorkerLost {
  switch (lost) {
    case 'timeout':
      return new WorkerLost('timeout', 'It took too long to read');
    case 'memory':
      return new WorkerLost('memory', 'It takes too much memory to read');
    case 'closed':
      return new WorkerLost('closed', 'The server is ending');
    case 'preempted':
      return new WorkerLost('preempted', 'It had to make room for others');
    default:
      return new WorkerLost('crashed', `The reader crashed (${signal ?? `exit code ${code}`})`);
  }
}

function giveWay(child: ChildProcess, niceness: number): void {
  if (niceness === 0 || child.pid === undefined) return;
  try {
    setPriority(child.pid, niceness);
  } catch {
    // Some systems forbid it; the work is done all the same.
  }
}
