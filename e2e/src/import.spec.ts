// `lectern import` of a Komga database in a terminal, without a server and next to a running one.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aSmallKomga, komgaPassword, makeCbz, makeKomgaDatabase, writeFiles } from '@lectern/server/testing';
import { expect, test } from 'vitest';
import { type ProgramOptions, startProgram } from './harness/program.ts';
import { makeFolder, serve, signIn } from './harness/server.ts';

const password = 'a password of my own';

async function run(args: string[], options?: ProgramOptions) {
  const program = startProgram(args, options);
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

async function aKomga() {
  const folder = makeFolder();
  const [books, config, dataDir] = ['books', 'komga', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFiles(books, {
    'Saga/1.cbz': await makeCbz({ mark: 'one', pages: 3 }),
    'Saga/2.cbz': await makeCbz({ mark: 'two', pages: 4 }),
  });
  const sizeOf = (name: string) => statSync(join(books, 'Saga', name)).size;
  mkdirSync(config);
  makeKomgaDatabase(
    join(config, 'database.sqlite'),
    aSmallKomga('/mnt/comics', [sizeOf('1.cbz'), sizeOf('2.cbz')]),
  );
  return { folder, books, config, dataDir };
}

test('previews and imports a Komga, and restores the state before the import', {
  timeout: 120_000,
}, async () => {
  const { books, config, dataDir } = await aKomga();
  const first = serve({ dataDir, environment: { LECTERN_ADMIN_PASSWORD: password } });
  await signIn(first, password);
  first.signal('SIGTERM');
  await first.ended;
  const common = [config, '--data-dir', dataDir, '--map', `/mnt/comics=${books}`];

  const looked = await run(['import', ...common, '--dry-run']);
  expect(looked).toMatchObject({ code: 0, err: '' });
  for (const line of [
    'A database of Komga.',
    `    /mnt/comics -> ${books}`,
    '  2 of 2 books found',
    '  2 of 2 reading positions',
    '  administrators: boss',
    '    anna: 2 of 2',
    '  anna can download files, which Komga did not allow',
    '  users: 2',
    'Nothing was changed.',
  ])
    expect(looked.out.split('\n')).toContain(line);

  const unasked = await run(['import', ...common]);
  expect(unasked).toMatchObject({ code: 1, err: expect.stringMatching(/^Use --yes to import without/) });
  expect(readdirSync(join(dataDir, 'imports'))).toEqual([]);

  const taken = await run(['import', ...common, '--yes']);
  expect(taken).toMatchObject({ code: 0, err: '' });
  expect(taken.out).toMatch(/^books: 2 found$/m);
  expect(taken.out).toContain('users: 2 new, 0 existing');
  expect(taken.out).toContain('reading positions: 2 new, 0 existing');
  const [, wayBack = ''] = /The way back: (.+)/.exec(taken.out) ?? [];

  const server = serve({ dataDir });
  const boss = await signIn(server, komgaPassword.typed, 'boss');
  expect((await boss.get<{ data: unknown[] }>('/api/v1/books')).body.data).toHaveLength(2);
  // The running server executes the task of the command.
  const again = await run(['import', ...common, '--yes']);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain('users: 0 new, 2 existing');
  expect(again.out).toContain('reading positions: 0 new, 2 existing');
  const { imports } = (await boss.get<{ imports: { status: string }[] }>('/api/v1/admin/imports')).body;
  expect(imports.map(({ status }) => status)).toEqual(['completed', 'completed']);
  expect((await boss.get('/api/v1/books')).status).toBe(200);
  server.signal('SIGTERM');
  await server.ended;

  // Copied literally and run in another folder.
  const restored = await run(['-c', wayBack], { command: 'sh', cwd: '/' });
  expect(restored).toMatchObject({ code: 0, err: '' });
  const anew = await run(['import', ...common, '--dry-run']);
  expect(anew.out).not.toContain('existing account');
});

test('continues the import of a killed server', { timeout: 120_000 }, async () => {
  const { books, config, dataDir } = await aKomga();
  const server = serve({ dataDir, environment: { LECTERN_ADMIN_PASSWORD: password } });
  const admin = await signIn(server, password);
  const given = { path: config, maps: [{ from: '/mnt/comics', to: books }] };
  const { body } = await admin.post<{ id: string }>('/api/v1/admin/imports', given);
  expect((await admin.post(`/api/v1/admin/imports/${body.id}/start`)).status).toBe(202);
  server.signal('SIGKILL');
  await server.ended;
  const map = `/mnt/comics=${books}`;
  const taken = await run(['import', config, '--data-dir', dataDir, '--map', map, '--yes']);
  expect(taken).toMatchObject({ code: 0, err: '' });
  const reports = [...taken.out.matchAll(/^users: (\d) new, (\d) existing$/gm)].map(
    ([, ...counts]) => counts,
  );
  expect(taken.out).toContain('Another import has not ended. It continues first.');
  expect(reports).toEqual([
    ['2', '0'],
    ['0', '2'],
  ]);
});

test('rejects a file that cannot be imported with a message', { timeout: 60_000 }, async () => {
  const { folder, config, dataDir } = await aKomga();
  const no = join(folder, 'no.sqlite');
  writeFileSync(no, 'a letter');
  const refused: [string[], RegExp][] = [
    [[], /^Usage: \S.* import <folder, database or archive>, with --map/],
    [[no], /is not an SQLite database, or it is encrypted[.]\n$/],
    [[join(folder, 'nothing')], /nothing does not exist[.]/],
    [[config, '--map', 'nowhere'], /^--map nowhere: use <their folder>=<folder here>\n$/],
    [
      [config, '--yes'],
      /^None of its books was found[.] Choose the folders that contain them: --map \/mnt\/comics=/,
    ],
    [[config, '--map', '/mnt=/nowhere', '--yes'], /^\/nowhere does not exist/],
  ];
  for (const [args, sentence] of refused) {
    const { code, err } = await run(['import', ...args, '--data-dir', dataDir]);
    expect([code, err]).toEqual([1, expect.stringMatching(sentence)]);
  }
  expect(readdirSync(join(dataDir, 'imports'))).toEqual([]);
});
