// The process of a plugin: started in its own process group, called in lines of JSON, watched, and ended with everything
// that it has started.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Confinement } from '#infrastructure/confinement/confinement.ts';
import { systemCodeOf } from '#infrastructure/errors.ts';
import { readProcessMemory } from '#infrastructure/workers/process-memory.ts';
import { PluginError } from '../plugin-protocol/index.ts';
import { createLineReader } from './lines.ts';
import { type Command, type PluginProgram, toCommand } from './program.ts';
import { type CallOptions, createRpcPeer, type ReverseCalls, type RpcPeer } from './rpc.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
type LogLine = (level: LogLevel, text: string) => void;

export interface StartOptions {
  program: PluginProgram;
  /** Answers what the plugin asks. */
  reverse: ReverseCalls;
  log: LogLine;
  memoryMb: number;
  confinement: Confinement;
  /** Modules that are loaded before the plugin: for tests. */
  preload?: readonly string[] | undefined;
  /** Called when it ends without being stopped. */
  onEnd(error: PluginError): void;
}

export interface PluginProcess {
  readonly isRunning: boolean;
  /** Calls that wait for an answer. */
  readonly pending: number;
  /** The result as the plugin sent it. Throws PluginError. */
  call(method: string, params: object, options: PluginCallOptions): Promise<unknown>;
  /** Asks it to end, and kills it with all that it has started after `graceMs`, by default five seconds. */
  stop(graceMs?: number): Promise<void>;
}

/** `isQueued`: work in the background, which providers that come with Lectern answer when nobody waits. */
interface PluginCallOptions extends CallOptions {
  isQueued?: boolean | undefined;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

const mebibyte = 1024 ** 2;
/** Of a line of JSON, and of a line of its log. */
const maxLineBytes = mebibyte;
const maxLogLine = 2_000;
/** What it may write while it answers one call. */
const maxOutputBytes = 100 * mebibyte;
/** What waits to be read by it. */
const maxUnreadBytes = 4 * mebibyte;
const maxPending = 64;
const maxGarbageLines = 20;
const defaultGraceMs = 5_000;
const memoryCheckMs = 2_000;

/** Processes that have not ended. A server that ends kills processes that were not stopped, such as a hanging plugin. */
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
  const peer: RpcPeer = createRpcPeer({
    reverse: options.reverse,
    send: (message) => {
      if (state.isRunning) child.stdin.write(`${JSON.stringify(message)}\n`);
    },
    onBusy: (isBusy) => (isBusy ? child.stdout.pause() : child.stdout.resume()),
    onGarbage(line) {
      log('warn', `not a message: ${line.slice(0, maxLogLine)}`);
      if (++state.garbageLines > maxGarbageLines) refuse('It writes what are no messages');
    },
  });
  const watch = watchMemory(child, memoryMb, () =>
    end(new PluginError('ended', `It used more than ${memoryMb} MiB of memory`)),
  );

  const messages = createLineReader(maxLineBytes, {
    onLine: peer.receive,
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
      if (!state.isRunning) throw new PluginError('ended', 'It does not run');
      if (peer.pending >= maxPending || child.stdin.writableLength > maxUnreadBytes)
        throw new PluginError('busy', 'It has too much to do');
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
    // Its own process group: programs that it starts end with it, and signals of a terminal do not reach it.
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

/** With the programs that it has started. */
function killGroup({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** `<time> [LEVEL] [name] text`, or anything else as it is. */
const levels: Readonly<Record<string, LogLevel>> = {
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};
const logPattern = /^\S{1,40} \[(DEBUG|INFO|WARN|ERROR)\] (?:\[[^\]]{1,100}\] )?(.*)$/;

function readLog(stderr: Readable, log: LogLine): void {
  const lines = createLineReader(maxLineBytes, {
    onLine(line) {
      const [, level, words] = logPattern.exec(line) ?? [];
      const text = (words ?? line).slice(0, maxLogLine).trim();
      if (text !== '') log(levels[level ?? ''] ?? 'info', text);
    },
    onTooLong: () => log('warn', 'a line of its log is too long; the rest is not read'),
  });
  stderr.on('data', lines.read);
}
