// A plugin process: runs in its own process group, receives calls as JSON lines, is monitored, and is stopped together
// with its child processes.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { readProcessMemory } from '#infrastructure/workers/process-memory.ts';
import { PluginError } from '../protocol/index.ts';
import { Flow } from './flow.ts';
import { LineReader } from './lines.ts';
import { type Command, type PluginProgram, toCommand } from './program.ts';
import { type CallOptions, type ReverseCalls, RpcPeer } from './rpc.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
type LogLine = (level: LogLevel, text: string) => void;

export interface StartOptions {
  program: PluginProgram;
  /** Handles calls from the plugin. */
  reverse: ReverseCalls;
  log: LogLine;
  memoryMb: number;
  confinement: Confinement;
  /** Modules loaded before the plugin. Only for tests. */
  preload?: readonly string[] | undefined;
  /** Called if the process ends without `stop`. */
  onEnd(error: PluginError): void;
}

export interface PluginProcess {
  readonly isRunning: boolean;
  /** Number of calls without a response yet. */
  readonly pending: number;
  /** Returns the unvalidated result. Throws PluginError. */
  call(method: string, params: object, options: CallOptions): Promise<unknown>;
  /** Asks the process to exit, and kills it with its child processes after `graceMs` (default 5,000). */
  stop(graceMs?: number): Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const mebibyte = 1024 ** 2;
/** Maximum length of a JSON line and of a log line. */
const maxLineBytes = mebibyte;
const maxLogLine = 2_000;
/** Maximum output during one call. */
const maxOutputBytes = 100 * mebibyte;
/** Maximum unread input of the plugin. */
const maxUnreadBytes = 4 * mebibyte;
const maxPending = 64;
const maxGarbageLines = 20;
const defaultGraceMs = 5_000;
const memoryCheckMs = 250;

/** Running processes. Killed when the server exits, in case they were not stopped, for example because they hang. */
const running = new Set<Child>();
process.on('exit', () => {
  for (const child of running) killGroup(child);
});

export function startPlugin(options: StartOptions): PluginProcess {
  const { program, log, memoryMb } = options;
  const child = spawnChild(program, toCommand(program, options));
  running.add(child);
  const state = { isRunning: true, isStopping: false, outputBytes: 0, garbageLines: 0 };
  const ended = Promise.withResolvers<void>();

  const end = (error: PluginError) => {
    if (!state.isRunning) return;
    state.isRunning = false;
    clearInterval(watch);
    peer.fail(error);
    killGroup(child);
    if (!state.isStopping) options.onEnd(error);
  };
  const refuse = (what: string) => end(new PluginError('invalid_answer', what));
  const flow = new Flow(child.stdout);
  const peer: RpcPeer = new RpcPeer({
    reverse: options.reverse,
    send: (message) => {
      if (state.isRunning) child.stdin.write(`${JSON.stringify(message)}\n`);
    },
    onBusy: (isBusy) => (isBusy ? flow.hold() : flow.release()),
    onGarbage(line) {
      log('warn', `not a message: ${line.slice(0, maxLogLine)}`);
      if (++state.garbageLines > maxGarbageLines) refuse('It wrote invalid messages');
    },
  });
  const watch = watchMemory(child, memoryMb, () =>
    end(new PluginError('ended', `It used more than ${memoryMb} MiB of memory`)),
  );

  const messages = new LineReader(maxLineBytes, {
    flow,
    onLine: (line) => peer.receive(line),
    onTooLong: () => refuse(`It wrote a line of more than ${maxLineBytes / mebibyte} MiB`),
  });
  child.stdout.on('data', (chunk: Buffer) => {
    state.outputBytes = peer.pending === 0 ? chunk.length : state.outputBytes + chunk.length;
    if (state.outputBytes > maxOutputBytes) refuse(`It wrote more than ${maxOutputBytes / mebibyte} MiB`);
    else messages.read(chunk);
  });
  readLog(child.stderr, log);
  child.stdin.on('error', () => {});
  child.on('error', (cause) => {
    running.delete(child);
    end(
      new PluginError('not_started', `It could not be started (${systemCodeOf(cause) ?? 'failed'})`, {
        cause,
      }),
    );
    ended.resolve();
  });
  child.on('exit', (code, signal) => {
    running.delete(child);
    killGroup(child);
    end(new PluginError('ended', `It ended ${signal ? `by ${signal}` : `with code ${code}`}`));
    ended.resolve();
  });

  return {
    get isRunning() {
      return state.isRunning;
    },
    get pending() {
      return peer.pending;
    },
    async call(method, params, { timeoutMs, signal }) {
      if (!state.isRunning) throw new PluginError('ended', 'The plugin is not running');
      if (peer.pending >= maxPending || child.stdin.writableLength > maxUnreadBytes)
        throw new PluginError('busy', 'Too many requests are waiting');
      return peer.call(method, params, { timeoutMs, signal });
    },
    stop(graceMs = defaultGraceMs) {
      state.isStopping = true;
      return state.isRunning ? askToEnd(child, peer, { ended: ended.promise, graceMs }) : ended.promise;
    },
  };
}

async function askToEnd(
  child: Child,
  peer: RpcPeer,
  { ended, graceMs }: { ended: Promise<void>; graceMs: number },
): Promise<void> {
  const timer = setTimeout(() => killGroup(child), graceMs);
  await peer.call('shutdown', {}, { timeoutMs: graceMs }).catch(() => {});
  child.stdin.end();
  await ended;
  clearTimeout(timer);
}

function spawnChild({ dataFolder }: PluginProgram, { file, args, env }: Command): Child {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  return spawn(file, args, {
    cwd: dataFolder,
    env,
    // A separate process group: child processes end with the plugin, and terminal signals do not reach it.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
}

function watchMemory({ pid }: Child, maxMb: number, onTooMuch: () => void): NodeJS.Timeout {
  return setInterval(() => {
    if (readProcessMemory(pid).residentMb > maxMb) onTooMuch();
  }, memoryCheckMs).unref();
}

/** Kills the process group, including child processes. */
function killGroup({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/** Log format `<time> [LEVEL] [name] text`. Other text is logged unchanged. */
const levels: Readonly<Record<string, LogLevel>> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};
const logPattern = /^\S{1,40} \[(DEBUG|INFO|WARN|ERROR)\] (?:\[[^\]]{1,100}\] )?(.*)$/;

function readLog(stderr: Readable, log: LogLine): void {
  const flow = new Flow(stderr);
  const lines = new LineReader(maxLineBytes, {
    flow,
    onLine(line) {
      const [, level, words] = logPattern.exec(line) ?? [];
      const text = (words ?? line).slice(0, maxLogLine).trim();
      if (text !== '') log(levels[level ?? ''] ?? 'info', text);
    },
    onTooLong: () => log('warn', 'log line too long; further output is ignored'),
  });
  stderr.on('data', (chunk) => lines.read(chunk));
}
