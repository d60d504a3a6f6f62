// Preloaded (`--import`) into a server that the test will kill. On SIGUSR2 it reads a file that names the step at which
// the process ends itself with SIGKILL, or requests a record of the steps. The program itself has no such hook. Steps
// are database writes, commits, worker jobs, and files that are moved to their final path.
import childProcess, { type ChildProcess } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

type Call = (...values: unknown[]) => unknown;
type Calls = Record<string, Call | undefined>;
type Reply = { id?: number; kind?: string; value?: unknown };

const file = process.env.TEST_FAULT_POINTS;
const seen = new Set<string>();
let order: 'none' | 'note' | 'kill' = 'none';
let wanted: string | undefined;

/** Reads the order of the test: `note`, or `kill` and the name of the step. */
function obey(path: string): void {
  const [word, step] = readFileSync(path, 'utf8').split('\n');
  order = word === 'note' || word === 'kill' ? word : 'none';
  wanted = step;
  seen.clear();
  writeFileSync(`${path}.noted`, '');
  writeFileSync(`${path}.obeyed`, '');
}

function reach(step: string): void {
  if (order === 'kill' && step === wanted) process.kill(process.pid, 'SIGKILL');
  if (order !== 'note' || seen.has(step)) return;
  seen.add(step);
  appendFileSync(`${file}.noted`, `${step}\n`);
}

/** Returns a name such as `insert book`. Undefined for statements that do not write. */
function nameWrite(text: string): string | undefined {
  const [, verb, table] = /^\s*(insert|update|delete)(?:\s+(?:into|from))?\s+"?(\w+)/i.exec(text) ?? [];
  return verb && table ? `${verb.toLowerCase()} ${table}` : undefined;
}

/** Observes the statements of a connection. Returns a function to call when the statement has completed. */
function followStatements(): (text: string) => () => void {
  /** The first write of the open transaction, empty before it. */
  let first: string | undefined;
  return (text) => {
    const word = text.trim().split(/[\s;]/, 1)[0]?.toLowerCase();
    if (word === 'begin') first = '';
    if (word === 'rollback') first = undefined;
    if (word === 'commit') {
      const step = `commit of ${first}`;
      const wrote = first !== '' && first !== undefined;
      first = undefined;
      if (!wrote) return () => {};
      reach(`before ${step}`);
      return () => reach(`after ${step}`);
    }
    const step = nameWrite(text);
    if (step === undefined) return () => {};
    if (first === '') first = step;
    if (first === undefined) {
      reach(`before ${step}`);
      return () => reach(`after ${step}`);
    }
    reach(`inside ${step}`);
    return () => {};
  };
}

function followSqlite(): void {
  const calls = Sqlite.prototype as unknown as Calls;
  const prepare = calls.prepare;
  const follows = new WeakMap<object, ReturnType<typeof followStatements>>();
  calls.prepare = function prepareFollowed(this: object, ...values) {
    const statement = prepare?.apply(this, values) as Calls;
    const follow = follows.get(this) ?? followStatements();
    follows.set(this, follow);
    for (const name of ['run', 'all']) {
      const call = statement[name];
      statement[name] = (...parameters) => {
        const done = follow(String(values[0]));
        const result = call?.apply(statement, parameters);
        done();
        return result;
      };
    }
    return statement;
  };
}

function followPostgres(): void {
  const calls = pg.Client.prototype as unknown as Calls;
  const query = calls.query;
  const follows = new WeakMap<object, ReturnType<typeof followStatements>>();
  calls.query = function queryFollowed(this: object, ...values) {
    const [request] = values;
    const text = typeof request === 'string' ? request : (request as { text?: string } | undefined)?.text;
    const follow = follows.get(this) ?? followStatements();
    follows.set(this, follow);
    const done = text === undefined ? () => {} : follow(text);
    const result = query?.apply(this, values);
    return result instanceof Promise ? result.finally(done) : result;
  };
}

function followJobs(): void {
  const calls = childProcess as unknown as Calls;
  const fork = calls.fork;
  calls.fork = (...values) => {
    const child = fork?.(...values) as ChildProcess;
    const parts = child as unknown as Calls;
    const { send, emit } = parts;
    const names = new Map<unknown, string>();
    parts.send = (message, ...rest) => {
      const { id, name } = message as { id: number; name: string };
      names.set(id, name);
      const sent = send?.call(child, message, ...rest);
      reach(`after ${name} was asked for`);
      return sent;
    };
    parts.emit = (event, message, ...rest) => {
      const { id, kind, value } = (event === 'message' ? message : {}) as Reply;
      const name = names.get(id);
      // Heartbeats are timed, so a later scan may finish without one.
      const isSignOfLife = kind === 'partial' && value === null;
      if (name !== undefined && !isSignOfLife) reach(`before ${kind} of ${name} is taken`);
      return emit?.call(child, event, message, ...rest);
    };
    return child;
  };
}

/** New versions of library files. Content that is not synced may be partially lost on a power failure. */
function followNewVersions(): void {
  const isNewVersion = (path: unknown) => basename(String(path)).startsWith('.lectern-write-');
  const { open, rename } = promises;
  const calls = promises as unknown as Calls;
  calls.open = async (...values) => {
    const [path, flags, mode] = values as Parameters<typeof open>;
    if (isNewVersion(path) && flags !== 'r') reach('before a new version is begun');
    const handle = await open(path, flags, mode);
    if (!isNewVersion(path)) return handle;
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      const step = 'before a new version is safe';
      if (order === 'kill' && step === wanted)
        await handle.truncate(Math.floor((await handle.stat()).size / 2));
      reach(step);
      await sync();
      reach('after a new version is safe');
    };
    return handle;
  };
  calls.rename = async (...values) => {
    const [from, to] = values as Parameters<typeof rename>;
    if (isNewVersion(from)) reach('before a new version has its name');
    await rename(from, to);
    if (isNewVersion(from)) reach('after a new version has its name');
  };
}

/** The server stores files in two-letter subfolders of a folder that names the content. */
function followFiles(): void {
  const calls = promises as unknown as Calls;
  for (const [name, at] of [
    ['rename', 1],
    ['rm', 0],
  ] as const) {
    const call = calls[name];
    calls[name] = async (...values) => {
      const kind = basename(dirname(dirname(String(values[at]))));
      const step = kind === 'thumbnails' ? `${name} in ${kind}` : undefined;
      if (step !== undefined) reach(`before ${step}`);
      const result = await call?.(...values);
      if (step !== undefined) reach(`after ${step}`);
      return result;
    };
  }
}

if (file !== undefined && isMainThread) {
  followSqlite();
  followPostgres();
  followJobs();
  followNewVersions();
  followFiles();
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => obey(file));
}
