// The output of services with `log.format: json`, which log collectors parse line by line.
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { makeCbz, makeDatabase, writeFiles } from '@lectern/server/testing';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { type Program, startProgram } from './harness/program.ts';
import { makeFolder, serve } from './harness/server.ts';

const environment = { LECTERN_LOG_FORMAT: 'json' };

interface Line {
  level: string;
  time: string;
  msg: string;
}

/** Throws unless each line of both streams is a JSON object. */
function readLines(program: Program): Line[] {
  const lines = `${program.out()}${program.err()}`.trimEnd().split('\n');
  return lines.map((line) => {
    const parsed: Line = JSON.parse(line);
    expect(parsed).toMatchObject({
      level: expect.any(String),
      time: expect.any(String),
      msg: expect.any(String),
    });
    return parsed;
  });
}

const messages = (program: Program) => readLines(program).map(({ msg }) => msg);

test('the address, the first password and the result of a scan are JSON', async () => {
  const folder = makeFolder();
  const library = join(folder, 'Comics');
  writeFiles(library, { 'Saga/1.cbz': await makeCbz({ mark: 'json' }) });
  const program = serve({ dataDir: join(folder, 'data'), libraries: [library], environment });
  await program.waitFor(/Comics: 1 book in 1 series/);
  program.signal('SIGTERM');
  await program.ended;
  expect(messages(program)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Lectern \S+ listening on http:\S+$/),
      expect.stringMatching(/^First start[.] Sign in as\n {4}name {6}admin\n {4}password {2}\S+\n/),
      expect.stringMatching(/^Comics: 1 book in 1 series \(\d+[.]\d s\)$/),
    ]),
  );
});

test('a refused start is JSON, also when the configuration is not valid', async () => {
  const folder = makeFolder();
  const file = join(folder, 'lectern.yaml');
  writeFileSync(file, 'log: { format: json }\nserver: { prot: 1 }\n');
  const wrong = startProgram(['serve', '--config', file]);
  expect((await wrong.ended).code).toBe(1);
  expect(readLines(wrong)).toEqual([
    expect.objectContaining({
      level: 'fatal',
      msg: 'Unknown configuration key server.prot; did you mean server.port?',
    }),
  ]);
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'lectern.db'), 'a shopping list '.repeat(100));
  const damaged = serve({ dataDir: join(folder, 'data'), environment });
  expect((await damaged.ended).code).toBe(1);
  expect(readLines(damaged).at(-1)).toMatchObject({
    level: 'fatal',
    msg: expect.stringMatching(/is damaged/),
  });
  const unknown = startProgram(['serve', '--prot', '1'], { environment });
  expect((await unknown.ended).code).toBe(1);
  expect(messages(unknown)).toEqual(['Unknown flag --prot; did you mean --port?']);
});

test('the entry point of the container prints JSON', () => {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  const enter = (dataDir: string, options: SpawnSyncOptions = {}) => {
    const script = join(import.meta.dirname, '../../packaging/container/entrypoint.sh');
    const env = { PATH: process.env.PATH, PUID: '4711', LECTERN_DATA_DIR: dataDir, ...environment };
    const input = readFileSync(script);
    const { status, stderr } = spawnSync('sh', ['-s'], { env, input, cwd: '/', ...options });
    expect(status).toBe(1);
    return JSON.parse(String(stderr));
  };
  expect(enter(join(folder, 'a "quoted\\" name'))).toEqual({
    level: 'fatal',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    msg: `There is no folder ${folder}/a "quoted\\" name in the container: mount one there, or change LECTERN_DATA_DIR`,
  });
  // A message of several lines.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  expect(enter(folder, nobody).msg).toMatch(/^PUID and PGID [^\n]+\nStart it with --user 0:0 \([^\n]+"0:0"/);
});

/** Forwards connections to a database server until they are cut. */
async function startForwarder({ hostname, port: target }: URL) {
  const sockets = new Set<Socket>();
  const forwarder = createServer((socket) => {
    const other = connect(Number(target), hostname);
    for (const end of [socket, other]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        socket.destroy();
        other.destroy();
      });
    }
    socket.pipe(other).pipe(socket);
  });
  const listen = (port: number) =>
    new Promise<number>((resolve) => {
      forwarder.listen(port, '127.0.0.1', () => {
        const address = forwarder.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  const port = await listen(0);
  const cut = () => {
    forwarder.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(cut);
  return { port, cut, restore: () => listen(port) };
}

test('an outage of PostgreSQL is logged in lines without stacks, and the server recovers', {
  timeout: 90_000,
}, async () => {
  const folder = makeFolder();
  const address = new URL(await makeDatabase(inject('postgresUrl')));
  const forwarder = await startForwarder(address);
  address.hostname = '127.0.0.1';
  address.port = String(forwarder.port);
  const library = join(folder, 'Comics');
  writeFiles(library, { 'Saga/1.cbz': await makeCbz({ mark: 'outage' }) });
  const program = serve({
    dataDir: join(folder, 'data'),
    libraries: [library],
    environment: { ...environment, LECTERN_DATABASE_POSTGRES: address.href },
  });
  const [, url] = await program.waitFor(/listening on (http:[\w.:/]+)/);
  const status = async () => (await fetch(`${url}/health`)).status;
  // Background work runs: the start is complete.
  await program.waitFor(/Comics: 1 book in 1 series/);
  forwarder.cut();
  expect(await status()).toBe(503);
  // The task queue has tried again several times.
  const countAttempts = () => program.err().split('trying again').length - 1;
  await vi.waitUntil(() => countAttempts() >= 4, { timeout: 40_000, interval: 100 });
  expect(await status()).toBe(503);
  await forwarder.restore();
  await vi.waitUntil(async () => (await status()) === 200, { timeout: 40_000, interval: 200 });
  program.signal('SIGTERM');
  await program.ended;
  readLines(program);
  expect(program.err()).not.toMatch(/"stack"|\\n\s+at /);
});
