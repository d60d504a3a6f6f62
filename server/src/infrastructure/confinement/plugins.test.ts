// Attacks of a plugin against the layers of the system alone: the process has no restriction of Node.js.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { packagesFolder } from '#infrastructure/program-files.ts';
import { findFreePort } from '../../../test/harness/free-port.ts';
import { isLandlocked } from '../../../test/harness/run/is-landlocked.ts';
import { Confinement } from './confinement.ts';

const script = fileURLToPath(new URL('../../../test/fixtures/attacks.mjs', import.meta.url));
const systemCalls = fileURLToPath(new URL('../../../test/fixtures/system-calls.mjs', import.meta.url));

/** A process with secrets, and files outside the plugin's folders. */
async function aServer() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-attacked-'));
  const own = join(folder, 'own');
  mkdirSync(own);
  for (const name of ['other', 'victim']) writeFileSync(join(folder, name), name);
  const database = join(folder, 'database');
  new DatabaseSync(database).exec('create table t (a)');
  const debugPort = await findFreePort();
  const waiting = [`--inspect-port=${debugPort}`, '-e', 'console.log(1); setInterval(() => {}, 1e6)'];
  const victim = spawn(process.execPath, waiting, { stdio: ['ignore', 'pipe', 'ignore'] });
  const listener = createServer().listen(join(folder, 'socket'));
  // Before its first output, SIGUSR1 would end the process.
  await Promise.all([once(victim.stdout, 'data'), once(listener, 'listening')]);
  onTestFinished(() => {
    victim.kill('SIGKILL');
    listener.close();
    rmSync(folder, { recursive: true });
  });
  const targets = {
    parent: victim.pid ?? 0,
    debugPort,
    database,
    own,
    outside: folder,
    other: join(folder, 'other'),
    socket: join(folder, 'socket'),
  };
  return { targets, allowed: { reads: [script], writes: [own] } };
}

async function run(mode: 'auto' | 'off', args: string[], allowed: { reads: string[]; writes: string[] }) {
  const program = new Confinement(mode).toPlugin({ args, environment: { LANG: 'C' } }, allowed);
  const stranger = openSync(script, 'r');
  try {
    const child = spawn(process.execPath, program.args, {
      env: program.environment,
      // As if code of the server had opened a file without marking it as close-on-exec. Node.js marks what it inherits,
      // but only up to the first unused descriptor after 15.
      stdio: ['ignore', 'pipe', 'pipe', ...Array<'ignore'>(17).fill('ignore'), stranger],
    });
    if (!child.stdout || !child.stderr) throw new Error('It has no streams');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { stdout, stderr };
  } finally {
    closeSync(stranger);
  }
}

test.runIf(isLandlocked)('a confined program cannot attack the server', async () => {
  const { targets, allowed } = await aServer();
  const { stdout, stderr } = await run('auto', [script, JSON.stringify(targets)], allowed);
  expect([stdout, stderr]).toEqual(['[]', '']);
  expect(readFileSync(join(targets.outside, 'victim'), 'utf8')).toBe('victim');
});

test.runIf(process.platform === 'linux')('an unconfined program can make each of the attacks', async () => {
  const { targets, allowed } = await aServer();
  const { stdout } = await run('off', [script, JSON.stringify(targets)], allowed);
  // "memory" requires the right to trace other processes, which some systems restrict (Yama).
  const succeeded: string[] = JSON.parse(stdout);
  expect(succeeded.filter((name) => name !== 'memory')).toEqual([
    ...['signal', 'debugger', 'priority', 'environment', 'database', 'vacuum', 'read', 'readOther'],
    ...['readLinked', 'link', 'processes', 'descriptors', 'inherited'],
    ...['write', 'truncate', 'permissions', 'ownPermissions', 'ownTimes', 'watch'],
    ...['connectUnix', 'listenUnix', 'listenAbstract', 'listen', 'netlink', 'program', 'session'],
  ]);
});

test.runIf(isLandlocked)('a confined program can use its folders, host names and the network', async () => {
  const own = mkdtempSync(join(tmpdir(), 'lectern-attacked-'));
  onTestFinished(() => rmSync(own, { recursive: true }));
  const echo = createHttpServer((request, response) => void request.pipe(response));
  await once(echo.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void echo.close());
  const { port } = echo.address() as AddressInfo;
  const work = `
    import { mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
    import { lookup } from 'node:dns/promises';
    process.chdir(${JSON.stringify(own)});
    mkdirSync('folder');
    writeFileSync('file', 'kept');
    renameSync('file', 'folder/file');
    await lookup('localhost');
    const body = readFileSync('folder/file');
    const answer = await fetch('http://127.0.0.1:${port}', { method: 'POST', body });
    console.log(await answer.text(), process.memoryUsage().heapUsed > 0);
    try {
      for (let opened = 0; opened < 2_000; opened++) openSync('folder/file');
    } catch ({ code }) {
      console.log(code);
    }
    process.exit();`;
  const args = ['--input-type=module', '-e', work];
  const { stdout, stderr } = await run('auto', args, { reads: [], writes: [own] });
  expect([stdout, stderr]).toEqual(['kept true\nEMFILE\n', '']);
});

async function runCalls(mode: 'auto' | 'off', pid: number) {
  const koffi = createRequire(import.meta.url).resolve('koffi');
  const reads = [systemCalls, fileURLToPath(packagesFolder)];
  const { stdout, stderr } = await run(mode, [systemCalls, koffi, String(pid)], { reads, writes: [] });
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

test.runIf(isLandlocked)('the system denies calls that Node.js does not offer', async () => {
  const { targets } = await aServer();
  const isRoot = process.getuid?.() === 0;
  const { open, hasCapabilities } = await runCalls('auto', targets.parent);
  expect(open).toEqual([]);
  // Only root can drop them, and only root has them.
  if (isRoot) expect(hasCapabilities).toBe(false);
  const unconfined = await runCalls('off', targets.parent);
  // Some systems limit access to other processes (Yama).
  expect(unconfined.open.slice(0, 8)).toEqual([
    ...['kill', 'tgkill', 'pidfd_open', 'setsid', 'fcntl', 'prctl', 'unshare', 'socketpair'],
  ]);
  if (isRoot) expect(unconfined.hasCapabilities).toBe(true);
});
