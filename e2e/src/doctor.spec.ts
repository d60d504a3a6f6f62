// `lectern doctor` and `lectern config check` in a terminal.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startProgram } from './harness/program.ts';
import { makeFolder } from './harness/server.ts';

async function run(args: string[], environment: Record<string, string> = {}) {
  const program = startProgram(args, { environment });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

test('the doctor prints each finding with its remedy and reports problems in its exit code', async () => {
  const dataDir = join(makeFolder(), 'data');
  const fresh = await run(['doctor', '--data-dir', dataDir, '--port', '0']);
  expect(fresh).toMatchObject({ code: 0, err: '' });
  expect(fresh.out).toMatch(/^ok {7}Lectern \S+, Node\.js \S+, /);
  expect(fresh.out).toMatch(/\nwarning {2}The data folder \S+ does not exist yet\.\n {9}The first start/);
  expect(fresh.out).toMatch(/\n\n0 problems, 2 warnings\n$/);
  const missing = { LECTERN_BACKUP_DIR: join(dataDir, 'nowhere') };
  const bad = await run(['doctor', '--data-dir', dataDir, '--port', '0'], missing);
  expect(bad.code).toBe(1);
  expect(bad.out).toMatch(
    /^problem {2}The backup folder \S+nowhere does not exist: the folder \S+data is missing\.\n {9}Create it, mount its disk, or change backup\.dir$/m,
  );
});

test('validates the whole configuration', async () => {
  expect(await run(['config', 'check'])).toEqual({ code: 0, out: 'The configuration is valid.\n', err: '' });
  const wrong = await run(['config', 'check'], { LECTERN_SERVR_PORT: '1', LECTERN_DATA_DR: 'x' });
  expect(wrong).toEqual({
    code: 1,
    out: '',
    err:
      'Unknown environment variable LECTERN_SERVR_PORT; did you mean LECTERN_SERVER_PORT?\n' +
      'Unknown environment variable LECTERN_DATA_DR; did you mean LECTERN_DATA_DIR?\n',
  });
});

/** Values that no schema refuses, and whether the server starts with them. */
const values: [name: string, starts: boolean, toEnvironment: (folder: string) => Record<string, string>][] = [
  ['a data folder below a file', false, (folder) => ({ LECTERN_DATA_DIR: `${folder}/file/data` })],
  ['a database file that is a folder', false, (folder) => ({ LECTERN_DATABASE_SQLITE: folder })],
  ['a database file that is none', false, (folder) => ({ LECTERN_DATABASE_SQLITE: `${folder}/file` })],
  ['a host that does not exist', false, () => ({ LECTERN_SERVER_HOST: 'nowhere.invalid' })],
  ['a host of another machine', false, () => ({ LECTERN_SERVER_HOST: '192.0.2.1' })],
  ['a PostgreSQL that is away', false, () => ({ LECTERN_DATABASE_POSTGRES: 'postgres://u@127.0.0.1:1/x' })],
  ['a short secret', false, (folder) => ({ LECTERN_AUTH_SECRET_FILE: `${folder}/file` })],
  ['a missing secret', false, (folder) => ({ LECTERN_AUTH_SECRET_FILE: `${folder}/none` })],
  [
    'a certificate that is none',
    false,
    (folder) => ({
      LECTERN_SERVER_TLS_CERTIFICATE: `${folder}/file`,
      LECTERN_SERVER_TLS_KEY: `${folder}/file`,
    }),
  ],
  [
    'folders that are files or missing',
    true,
    (folder) => ({
      LECTERN_PDF_PAGE_CACHE_DIR: `${folder}/file`,
      LECTERN_DROP_FOLDER_PATH: `${folder}/none`,
      LECTERN_BACKUP_DIR: `${folder}/none`,
      LECTERN_PLUGINS_FOLDERS: `${folder}/none`,
      LECTERN_SCANNER_ALLOWED_ROOTS: `${folder}/none`,
    }),
  ],
];

test.each(values)('config check and serve agree about %s', async (_, starts, toEnvironment) => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'file'), 'an invalid secret');
  const environment = {
    LECTERN_DATA_DIR: join(folder, 'data'),
    LECTERN_SERVER_PORT: '0',
    LECTERN_SERVER_HOST: '127.0.0.1',
    ...toEnvironment(folder),
  };
  const checked = await run(['config', 'check'], environment);
  expect(checked.code).toBe(starts ? 0 : 1);
  expect(checked.out).toMatch(starts ? /^warning .*\nThe configuration is valid\.\n$/s : /^problem /);
  expect(existsSync(join(folder, 'data'))).toBe(false);
  const program = startProgram(['serve', '--setup'], { environment });
  if (starts) {
    await program.waitFor(/listening on/);
    // Each of them is in the log, too.
    for (const line of checked.out.match(/(?<=^warning {2}).*/gm) ?? [])
      await expect.poll(() => program.err()).toContain(JSON.stringify(line).slice(1, -1));
    program.signal('SIGTERM');
  }
  expect((await program.ended).code).toBe(starts ? 0 : 1);
});
