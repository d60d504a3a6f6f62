// `lectern export` next to a running server, and `lectern import` of the export on another.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { expect, test } from 'vitest';
import { startProgram } from './harness/program.ts';
import { makeFolder, serve, signIn } from './harness/server.ts';

const password = 'a password of my own';

async function run(...args: string[]) {
  const program = startProgram(args);
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

test('exports a running server and imports it into a new one', { timeout: 120_000 }, async () => {
  const folder = makeFolder();
  const [books, old, fresh, target] = ['books', 'old', 'fresh', 'export'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string];
  writeFiles(books, { 'Saga/1.cbz': await makeCbz({ mark: 'one', pages: 3 }) });
  const first = serve({
    dataDir: old,
    libraries: [books],
    environment: { LECTERN_ADMIN_PASSWORD: password },
  });
  const admin = await signIn(first, password);
  const listBooks = async (who: typeof admin) =>
    (await who.get<{ data: { id: string }[] }>('/api/v1/books')).body.data;
  await expect.poll(() => listBooks(admin).then(({ length }) => length), { timeout: 30_000 }).toBe(1);
  const [book] = await listBooks(admin);
  await admin.put(`/api/v1/books/${book?.id}/progress`, { currentPage: 2 });

  const exported = await run('export', target, '--data-dir', old);
  expect(exported).toMatchObject({ code: 0, err: '' });
  expect(exported.out).toContain('progress: 1');
  expect(exported.out).toContain('It holds hashes of passwords');
  expect(readFileSync(join(target, 'books.jsonl'), 'utf8')).toContain('Saga/1.cbz');
  expect(await run('export', target, '--data-dir', old)).toMatchObject({
    code: 1,
    err: `${target} is not empty. Specify a new folder\n`,
  });
  first.signal('SIGTERM');
  await first.ended;

  const looked = await run('import', target, '--data-dir', fresh, '--dry-run');
  expect(looked.out).toContain('An export of a Lectern.');
  const taken = await run('import', target, '--data-dir', fresh, '--yes');
  expect(taken).toMatchObject({ code: 0, err: '' });
  expect(existsSync(`${target}.part`)).toBe(false);
  const second = serve({ dataDir: fresh });
  const again = await signIn(second, password);
  const [same] = await listBooks(again);
  const { body } = await again.get<{ currentPage: number }>(`/api/v1/books/${same?.id}/progress`);
  expect(body.currentPage).toBe(2);
  second.signal('SIGTERM');
  await second.ended;
});
