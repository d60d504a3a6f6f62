// Attacks of a plugin against the layers of the system alone: the process has no restriction of Node.js.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createConfinement, isConfinable } from './confinement.ts';
import { findLandlock } from './landlock.ts';
import { loadLibc } from './libc.ts';

const script = fileURLToPath(new URL('../../../test/fixtures/attacks.mjs', import.meta.url));
const isLandlocked = isConfinable() && findLandlock(loadLibc()) > 0;

/** A process with secrets, and files outside the plugin's folders. */
async function aServer() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-attacked-'));
  const own = join(folder, 'own');
  mkdirSync(own);
  for (const name of ['other', 'victim']) writeFileSync(join(folder, name), name);
  const database = join(folder, 'database');
  new DatabaseSync(database).exec('create table t (a)');
  const victim = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  const listener = createServer().listen(join(folder, 'socket'));
  await Promise.all([once(victim, 'spawn'), once(listener, 'listening')]);
  onTestFinished(() => {
    victim.kill('SIGKILL');
    listener.close();
    rmSync(folder, { recursive: true });
  });
  const targets = {
    ...{ parent: victim.pid, signal: 'SIGCONT', database, own, outside: folder },
    ...{ other: join(folder, 'other'), socket: join(folder, 'socket') },
  };
  return { targets, allowed: { reads: [script], writes: [own] } };
}

const run = (mode: 'auto' | 'off', args: string[], allowed: { reads: string[]; writes: string[] }) => {
  const program = createConfinement(mode).toPlugin({ args, environment: { LANG: 'C' } }, allowed);
  return spawnSync(process.execPath, program.args, { env: program.environment, encoding: 'utf8' });
};

test.runIf(isLandlocked)('a confined program cannot attack the server', async () => {
  const { targets, allowed } = await aServer();
  const { stdout, stderr } = run('auto', [script, JSON.stringify(targets)], allowed);
  expect([stdout, stderr]).toEqual(['[]', '']);
  expect(readFileSync(join(targets.outside, 'victim'), 'utf8')).toBe('victim');
});

test.runIf(process.platform === 'linux')('an unconfined program can: the attacks work', async () => {
  const { targets, allowed } = await aServer();
  const { stdout } = run('off', [script, JSON.stringify(targets)], allowed);
  // The last one needs the right to trace other processes, which some systems limit (Yama).
  const succeeded: string[] = JSON.parse(stdout);
  expect(succeeded.filter((name) => name !== 'memory')).toEqual([
    ...['signal', 'environment', 'database', 'vacuum', 'read', 'readOther', 'write', 'truncate'],
    ...['permissions', 'connectUnix', 'listenUnix', 'listenAbstract', 'session'],
  ]);
});

test.runIf(isLandlocked)('a confined program works with its folders, names and the network', () => {
  const own = mkdtempSync(join(tmpdir(), 'lectern-attacked-'));
  onTestFinished(() => rmSync(own, { recursive: true }));
  const work = `
    import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
    import { once } from 'node:events';
    import { lookup } from 'node:dns/promises';
    import { createServer } from 'node:http';
    process.chdir(${JSON.stringify(own)});
    mkdirSync('folder');
    writeFileSync('file', 'kept');
    renameSync('file', 'folder/file');
    await lookup('localhost');
    const server = createServer((_, response) => response.end(readFileSync('folder/file')));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const answer = await fetch('http://127.0.0.1:' + server.address().port);
    console.log(await answer.text(), process.memoryUsage().heapUsed > 0);
    process.exit();`;
  const args = ['--input-type=module', '-e', work];
  const { stdout, stderr } = run('auto', args, { reads: [], writes: [own] });
  expect([stdout, stderr]).toEqual(['kept true\n', '']);
});
