// Backup and restore as an administrator does them: with commands next to a running server, and through the API of a
// server that then restarts itself.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { expect, test } from 'vitest';
import { startProgram } from './harness/program.ts';
import { makeFolder, serve, signIn } from './harness/server.ts';
import { checkDatabase } from './harness/sqlite.ts';

const password = 'a password of my own';
const environment = { LECTERN_ADMIN_PASSWORD: password };

async function run(...args: string[]) {
  const program = startProgram(args);
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

test('commands back up a running server and restore it elsewhere, keeping the replaced data aside', {
  timeout: 60_000,
}, async () => {
  const folder = makeFolder();
  const books = join(folder, 'books');
  const dataDir = join(folder, 'data');
  const elsewhere = join(folder, 'else', 'data');
  writeFiles(books, { 'Saga/1.cbz': await makeCbz({ mark: 'one' }) });
  const program = serve({ dataDir, libraries: [books], environment });
  await program.waitFor(/1 books? in 1 series/);
  const admin = await signIn(program, password);
  await admin.put('/api/v1/user/preferences/mine', { value: 'kept' });
  const made = await run('backup', join(folder, 'kept'), '--data-dir', dataDir);
  expect(made).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Backed up \S+data to \S+lectern-\S+\.zip \(\d+\.\d MiB\)/),
  });
  const file = join(folder, 'kept', readdirSync(join(folder, 'kept'))[0] ?? '');

  const busy = await run('restore', file, '--data-dir', dataDir);
  expect(busy).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/Another Lectern is running/) });
  program.signal('SIGTERM');
  await program.ended;

  const first = await run('restore', file, '--data-dir', elsewhere);
  expect(first).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^Restored \S+ of 20\S+ \(Lectern \S+\) to \S+data\n$/),
  });
  const again = await run('restore', file, '--data-dir', elsewhere);
  const [, aside = ''] = /The former data are in (\S+)/.exec(again.out) ?? [];
  checkDatabase(join(aside, 'lectern.db'));

  const other = serve({ dataDir: elsewhere });
  const there = await signIn(other, password);
  expect((await there.get('/api/v1/user/preferences/mine')).body).toMatchObject({ value: 'kept' });
  const { data } = (await there.get<{ data: { id: string }[] }>('/api/v1/books')).body;
  expect((await there.get(`/api/v1/books/${data[0]?.id}/pages/1`)).status).toBe(200);
  other.signal('SIGTERM');
  expect(await other.ended).toEqual({ code: 0, signal: null });
});

test('rejects a file that is not a backup with a message', { timeout: 30_000 }, async () => {
  const folder = makeFolder();
  writeFiles(folder, { 'x.zip': 'no backup' });
  const dataDir = join(folder, 'data');
  expect(await run('restore', join(folder, 'x.zip'), '--data-dir', dataDir)).toEqual({
    code: 1,
    out: '',
    err: 'This file is neither a backup of Lectern nor its database. Nothing was changed.\n',
  });
  expect((await run('restore', '--data-dir', dataDir)).err).toMatch(/^Usage: \S.* restore <file>: a backup/);
  expect((await run('backup', join(folder, 'y.zip'), '--data-dir', dataDir)).err).toMatch(
    /^There is no database/,
  );
});

test('a restore through the API restarts the server at the same address with the data of the backup', {
  timeout: 60_000,
}, async () => {
  const dataDir = join(makeFolder(), 'data');
  const program = serve({ dataDir, environment });
  const admin = await signIn(program, password);
  const url = await program.url();
  const path = '/api/v1/user/preferences/mine';
  await admin.put(path, { value: 'before' });
  const { body } = await admin.post<{ name: string }>('/api/v1/admin/backups');
  await admin.put(path, { value: 'after' });
  const response = await admin.post(`/api/v1/admin/backups/${body.name}/restore`);
  expect([response.status, response.body.isRestarting]).toEqual([202, true]);
  await program.waitFor(/listening on[\s\S]*listening on/);
  expect(program.out().match(/http:\S+/g)).toEqual([url, url]);
  const again = await signIn(program, password);
  expect((await again.get(path)).body).toMatchObject({ value: 'before' });
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.err()).not.toMatch(/"level":"(error|fatal)"/);
  checkDatabase(join(dataDir, 'lectern.db'));
});
