// First and later starts as users see them.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import { makeCbz, makeEpub, writeFiles } from '@lectern/server/testing';
import { expect, test } from 'vitest';
import { makeBigLibrary } from './harness/books/big-library.ts';
import { startProgram } from './harness/program.ts';
import { makeFolder, readPassword, serve, signIn, waitForTasks } from './harness/server.ts';

async function aLibrary() {
  const folder = makeFolder();
  const library = join(folder, 'Comics');
  writeFiles(library, {
    'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }),
    'Saga/Saga 002.cbz': await makeCbz({ mark: 'b' }),
    'Novels/A Book.epub': makeEpub(),
  });
  return { folder, library, dataDir: join(folder, 'data') };
}

test('the first start prints a password once and scans; a later start without flags serves the same', async () => {
  const { library, dataDir } = await aLibrary();
  const first = serve({ dataDir, libraries: [library] });
  const password = await readPassword(first);
  await first.waitFor(/^Comics: 3 books in 2 series \([\d.]+ s\)$/m);
  const admin = await signIn(first, password);
  await waitForTasks(admin);
  const before = (await admin.get<{ data: BookDto[] }>('/api/v1/books')).body.data;
  expect(before.map(({ pageCount }) => pageCount)).toEqual([2, 3, 3]);
  expect((await admin.get(`/api/v1/books/${before[1]?.id}/pages/1`)).status).toBe(200);
  // By default, Node.js opens its debugger on this signal.
  first.signal('SIGUSR1');
  expect((await admin.get('/api/v1/books')).status).toBe(200);
  first.signal('SIGINT');
  expect(await first.ended).toEqual({ code: 0, signal: null });
  expect(first.out().split(password)).toHaveLength(2);
  expect(first.out()).not.toContain('\r');
  expect(first.out()).not.toContain('\u001b');
  expect(first.err()).not.toContain(password);
  expect(first.err()).not.toContain('Debugger');

  const second = serve({ dataDir });
  const again = await signIn(second, password);
  expect((await again.get<{ data: BookDto[] }>('/api/v1/books')).body.data).toEqual(before);
  second.signal('SIGTERM');
  expect(await second.ended).toEqual({ code: 0, signal: null });
  expect(second.out()).not.toMatch(/password/i);
});

test.skipIf(process.platform === 'win32')(
  'the server restricts its files to its own account and reports an open folder',
  async () => {
    const { library, dataDir } = await aLibrary();
    const first = serve({ dataDir, libraries: [library] });
    await first.waitFor(/Comics: 3 books/);
    await waitForTasks(await signIn(first, await readPassword(first)));
    const modes = listModes(dataDir);
    expect(modes.size).toBeGreaterThan(4);
    expect([...modes].filter(([, mode]) => (mode & 0o077) !== 0)).toEqual([]);
    expect(first.err()).not.toContain('chmod');
    first.signal('SIGTERM');
    await first.ended;

    chmodSync(dataDir, 0o755);
    const second = serve({ dataDir });
    await second.url();
    expect(second.err()).toContain(`"command":"chmod -R go-rwx ${dataDir}"`);
  },
);

test.each([
  ['127.0.0.1', 'http://127.0.0.1:'],
  ['0.0.0.0', 'http://0.0.0.0:'],
  ['localhost', 'http://localhost:'],
])('the start message names the host that was given: %s', async (host, address) => {
  const { dataDir } = await aLibrary();
  const program = serve({ dataDir, args: ['--host', host] });
  expect(await program.url()).toContain(address);
});

/** Modes of the folder and all files below it. */
function listModes(folder: string): Map<string, number> {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })];
  return new Map(names.map((name) => [name, statSync(join(folder, name)).mode & 0o777]));
}

test('the same folder given again, twice and in different forms, adds nothing', async () => {
  const { library, dataDir } = await aLibrary();
  const environment = { LECTERN_ADMIN_PASSWORD: 'a password of my own' };
  const first = serve({ dataDir, libraries: [library, `${library}/`], environment });
  await first.waitFor(/Comics: 3 books/);
  first.signal('SIGTERM');
  await first.ended;
  expect(first.out()).not.toMatch(/password/i);

  const second = serve({ dataDir, libraries: ['../Comics'], cwd: join(library, 'Saga', '..') });
  await second.waitFor(/Comics: 3 books/);
  const admin = await signIn(second, environment.LECTERN_ADMIN_PASSWORD);
  const { body } = await admin.get<{ data: { name: string; bookCount: number }[] }>('/api/v1/libraries');
  expect(body.data).toMatchObject([{ name: 'Comics', bookCount: 3 }]);
});

test('two folders with the same name become two libraries', async () => {
  const { folder, library, dataDir } = await aLibrary();
  const other = join(folder, 'elsewhere', 'Comics');
  mkdirSync(other, { recursive: true });
  const program = serve({ dataDir, libraries: [library, other] });
  const admin = await signIn(program, await readPassword(program));
  await program.waitFor(/^Comics \(2\): 0 books in 0 series/m);
  const { body } = await admin.get<{ data: { name: string }[] }>('/api/v1/libraries');
  expect(body.data.map(({ name }) => name)).toEqual(['Comics', 'Comics (2)']);
});

test('without a terminal, scan progress is printed in lines', async () => {
  const { library, dataDir } = await aLibrary();
  const program = serve({ dataDir, libraries: [library] });
  await program.waitFor(/books in/);
  const lines = program.out().trim().split('\n').slice(-2);
  expect(lines[0]).toMatch(/^(Scanning Comics(: \d+ of \d+ files)?|)$|^The password is shown/);
  expect(lines[1]).toMatch(/^Comics: 3 books in 2 series/);
  const infos = program
    .err()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(infos[0]).toMatchObject({ level: 'info', msg: 'database is up to date' });
});

const hasScript = spawnSync('script', ['--version']).status === 0;

test.skipIf(!hasScript)('on a terminal, one progress bar and readable lines are printed', async () => {
  const { folder, dataDir } = await aLibrary();
  const library = join(folder, 'Many');
  await makeBigLibrary(library, 3_000);
  const words = ['serve', '--port', '0', '--host', '127.0.0.1', '--data-dir', dataDir, '--library', library];
  const program = startProgram(words, { onTerminal: true });
  await program.waitFor(/Many: 3,000 books in 150 series/);
  program.signalGroup('SIGTERM');
  await program.ended;
  const lines = program.out().split('\r\n');
  const bars = lines.filter((line) => line.includes('Scanning'));
  expect(bars).toHaveLength(1);
  // Every state of the bar replaces the previous one, and the result replaces the last.
  const states = (bars[0] ?? '').split('\r\u001b[K').slice(1);
  expect(states.length).toBeGreaterThan(1);
  for (const state of states.slice(0, -1))
    expect(state).toMatch(/^Scanning Many \[#*-*\] [ \d]{3} % {2}[\d,]+ of [\d,]+$/);
  expect(states.at(-1)).toMatch(/^Many: 3,000 books/);
  expect(program.out()).toMatch(/\d\d:\d\d:\d\d info {2}database is up to date/);
  expect(program.out()).not.toContain('{"level"');
  expect(program.out()).toMatch(/First start[.] Sign in as\r\n {4}name {6}admin\r\n {4}password {2}\S+\r\n/);
});
