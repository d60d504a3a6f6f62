// A worker process: at most one job at a time, a time limit that restarts with every message, and a memory limit that
// is checked from outside.
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { AllowedPaths, Confinement } from '#infrastructure/confinement/confinement.ts';
import { lowerPriority, type Priority, StarvationWatch } from './priority.ts';
import { readProcessMemory } from './process-memory.ts';
import { JobError, type JobMessage, type LossReason, type ReplyMessage, WorkerLost } from './protocol.ts';

export interface WorkerOptions {
  /** Module that calls serveJobs. */
  entry: URL;
  memoryLimitMb: number;
  priority: Priority;
  confinement: Confinement;
  /** Files that it may use in addition to the program; undefined for all. */
  allowed: AllowedPaths | undefined;
  /** Called with text that the process writes to standard error, such as V8's report when memory runs out. */
  onOutput?(text: string): void;
  /** A process with priority `idle` gets no processor time, because other programs keep the processors busy. */
  onStarved?(): void;
  /** See `createStarvationWatch`. */
  starvationPeriodMs?: number;
}

export interface JobRequest {
  name: string;
  input: unknown;
  /** Milliseconds without any message after which the process is ended. */
  timeoutMs: number;
  onPartial?: (value: unknown) => void;
}

interface Current {
  id: number;
  request: JobRequest;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
}

const checkMs = 250;
/** Time for a process to start on a busy machine, not counted in the time of its first job. */
const startMs = 60_000;
/** Environment variables that worker processes need, without the server's secrets. */
const passedOn = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'LANG', 'LC_ALL', 'SystemRoot'];

/**
 * libvips blocks the loaders that its documentation calls unsafe for untrusted files, and keeps large images in memory,
 * where the limit applies. OpenSSL's configuration cannot be read and is not needed.
 */
const decoding = { VIPS_BLOCK_UNTRUSTED: '1', VIPS_DISC_THRESHOLD: '8g', OPENSSL_CONF: '/dev/null' };

function toEnvironment(): Record<string, string> {
  const compiled = getCompileCacheDir();
  const passed = passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  // One arena: with glibc's default number, a short-lived process uses half as much memory again and is not faster.
  const memory = { MALLOC_ARENA_MAX: '1' };
  // Shares this process's compile cache, with which a worker process starts in half the time.
  return {
    ...memory,
    ...decoding,
    ...Object.fromEntries(passed),
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
  };
}

export class Worker {
  /** Resolves when the process has ended. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #checkTimer: NodeJS.Timeout;
  readonly #starvation: StarvationWatch | undefined;
  #current: Current | undefined;
  #nextId = 1;
  #lost: LossReason | undefined;
  #isAlive = true;
  #isReady = false;

  constructor(options: WorkerOptions) {
    const { entry, memoryLimitMb, priority, confinement, allowed, starvationPeriodMs } = options;
    const nodeOptions = [
      '--disable-sigusr1',
      `--max-old-space-size=${Math.max(64, Math.floor(memoryLimitMb / 2))}`,
      '--max-semi-space-size=4',
    ];
    const program = { entry, execArgv: nodeOptions, environment: toEnvironment() };
    const { module, execArgv, environment } = confinement.toStart(program, allowed);
    const child = fork(module, {
      serialization: 'advanced',
      execArgv,
      env: environment,
      stdio: ['ignore', 'ignore', options.onOutput ? 'pipe' : 'inherit', 'ipc'],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => options.onOutput?.(text.trimEnd()));
    if (child.pid !== undefined) lowerPriority(child.pid, priority);
    this.#child = child;
    if (priority === 'idle' && process.platform === 'linux' && child.pid !== undefined)
      this.#starvation = new StarvationWatch(child.pid, starvationPeriodMs);
    this.#checkTimer = setInterval(() => {
      if (!this.#current) return;
      if (readProcessMemory(child.pid).residentMb > memoryLimitMb) this.end('memory');
      else if (this.#starvation?.isStarved()) {
        // The time limit only covers the job itself.
        this.#restartTimer(this.#current);
        options.onStarved?.();
      }
    }, checkMs).unref();
    child.on('message', (message: ReplyMessage) => this.#receive(message));
    child.on('error', () => this.end('crashed'));
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.#noteExit(code, signal);
        resolve();
      });
    });
  }

  /** False after the process has ended or is being ended. */
  get isAlive(): boolean {
    return this.#isAlive;
  }

  /** Whether the process has started and begun its first job. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Undefined if it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  run(request: JobRequest): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const timer = this.#limit(request);
      this.#current = { id, request, resolve, reject, timer };
      this.#starvation?.begin();
      const message: JobMessage = { id, name: request.name, input: request.input };
      this.#child.send(message, (error) => error && this.end('crashed'));
    });
  }

  /** Ends the process. A running job fails with WorkerLost. */
  end(reason: LossReason = 'closed'): void {
    this.#lost ??= reason;
    this.#isAlive = false;
    this.#child.kill('SIGKILL');
  }

  /**
   * Ends the process without waiting for its end: a process without processor time, or one that waits for a disk, does
   * not end immediately. It does not keep this process running. Its job restarts.
   */
  abandon(): void {
    this.end('preempted');
    if (this.#child.connected) this.#child.disconnect();
    this.#child.unref();
    this.#finish()?.reject(toLoss(this.#lost, null, null));
  }

  #receive(message: ReplyMessage): void {
    const current = this.#current;
    if (message.kind === 'ready') {
      this.#isReady = true;
      if (current) this.#restartTimer(current);
      return;
    }
    if (!current || message.id !== current.id) return;
    if (message.kind === 'partial') {
      this.#restartTimer(current);
      current.request.onPartial?.(message.value);
    } else if (message.kind === 'done') this.#finish()?.resolve(message.value);
    else this.#finish()?.reject(new JobError(message.error));
  }

  #noteExit(code: number | null, signal: string | null): void {
    clearInterval(this.#checkTimer);
    this.#isAlive = false;
    const neverStarted = !this.#isReady && this.#lost === undefined;
    this.#finish()?.reject(neverStarted ? toBadStart(code, signal) : toLoss(this.#lost, code, signal));
  }

  #finish(): Current | undefined {
    const done = this.#current;
    this.#current = undefined;
    clearTimeout(done?.timer);
    return done;
  }

  #limit({ timeoutMs }: JobRequest): NodeJS.Timeout {
    return setTimeout(() => this.end('timeout'), this.#isReady ? timeoutMs : startMs);
  }

  #restartTimer(job: Current): void {
    clearTimeout(job.timer);
    job.timer = this.#limit(job.request);
  }
}

/** A process that never started is an installation error, not an error of the file. */
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
