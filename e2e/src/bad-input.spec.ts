// Invalid command lines and configurations: the program prints one sentence with the remedy, exits with a code, and
// leaves nothing half-created.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import { expect, onTestFinished, test } from 'vitest';
import { type ProgramOptions, startProgram } from './harness/program.ts';
import { makeFolder, readPassword, serve, signIn } from './harness/server.ts';
import { changeDatabase, countRows } from './harness/sqlite.ts';

const isRoot = process.getuid?.() === 0;
/** Root can read and write everything, so tests run the program as an account that cannot. */
const nobody = isRoot ? { uid: 65_534 } : {};
/** If the working copy is in a private folder of root, that account cannot start the program. */
const canStart = spawnSync(process.execPath, ['--check', import.meta.filename], nobody).status === 0;

/**
 * Returns the error that the program prints when it does not start. Throws if it prints a stack or more than one
 * sentence.
 */
async function refusal(args: readonly string[], options: ProgramOptions = {}): Promise<string> {
  const program = startProgram(args, options);
  const { code } = await program.ended;
  expect({ code, out: program.out() }).toEqual({ code: 1, out: '' });
  const lines = program
    .err()
    .split('\n')
    .filter((line) => !line.startsWith('{"level":"info"'));
  expect(lines.at(-1)).toBe('');
  expect(program.err()).not.toMatch(/^\s+at |node:internal/m);
  return lines.slice(0, -1).join('\n');
}

function folders() {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  const library = join(folder, 'books');
  mkdirSync(library);
  return { folder, library, dataDir: join(folder, 'data') };
}

const serveArgs = (dataDir: string, library?: string) => [
  'serve',
  '--port',
  '0',
  '--data-dir',
  dataDir,
  ...(library === undefined ? [] : ['--library', library]),
];

/** The number of libraries that a rejected start has created. */
function countLibraries(dataDir: string): number {
  const file = join(dataDir, 'lectern.db');
  return existsSync(file) ? countRows(file, 'library') : 0;
}

/** Verifies that a rejected start has created no library, and that the next start succeeds. */
async function expectNoLibrary(dataDir: string): Promise<void> {
  const program = serve({ dataDir });
  const admin = await signIn(program, await readPassword(program));
  expect((await admin.get<{ total: number }>('/api/v1/libraries')).body.total).toBe(0);
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
}

test('rejects a folder that does not exist', async () => {
  const { folder, dataDir } = folders();
  expect(await refusal(serveArgs(dataDir, join(folder, 'nowhere')))).toBe(
    `--library: the folder ${join(folder, 'nowhere')} does not exist; check the path, and that its disk is mounted`,
  );
  expect(countLibraries(dataDir)).toBe(0);
});

test('rejects a file in place of a folder', async () => {
  const { folder, dataDir } = folders();
  const file = join(folder, 'book.cbz');
  writeFileSync(file, '');
  expect(await refusal(serveArgs(dataDir, file))).toBe(
    `--library: the folder ${file} is a file; check the path`,
  );
});

test.skipIf(!isRoot || !canStart)('rejects an unreadable folder', async () => {
  const { folder, library } = folders();
  chmodSync(folder, 0o777);
  chmodSync(library, 0o700);
  expect(await refusal(serveArgs(join(folder, 'data'), library), nobody)).toMatch(
    /^--library: the folder (\S+) cannot be read by uid 65534, gid \d+ \(owner 0:0, mode 700\); as root or its owner: chmod -R o[+]rX \1, or run Lectern as that owner$/,
  );
});

test.skipIf(!isRoot || !canStart)('suggests a group permission for a closed folder', async () => {
  const { folder } = folders();
  const above = join(folder, 'nas');
  mkdirSync(join(above, 'Comics'), { recursive: true });
  chmodSync(folder, 0o777);
  chownSync(above, 0, 65_534);
  chmodSync(above, 0o700);
  expect(await refusal(serveArgs(join(folder, 'data'), join(above, 'Comics')), nobody)).toMatch(
    /^--library: the folder \S+Comics cannot be reached: the folder \S+nas denies access to .*: chmod g[+]x \S+nas$/,
  );
});

test('rejects a folder inside the folder of another library and adds neither', async () => {
  const { library, dataDir } = folders();
  mkdirSync(join(library, 'Comics'));
  const inside = join(library, 'Comics');
  expect(await refusal([...serveArgs(dataDir, library), '--library', inside])).toMatch(
    /^--library: \S+Comics is inside \S+books[.] Remove one of them[.]$/,
  );
  await expectNoLibrary(dataDir);
});

test('rejects a port that another program uses', async () => {
  const { library, dataDir } = folders();
  const other = createServer();
  onTestFinished(() => void other.close());
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const args = ['serve', '--port', String(port), '--host', '127.0.0.1', '--data-dir', dataDir];
  expect(await refusal([...args, '--library', library])).toBe(
    `Port ${port} is already in use; end the other program or choose another port with --port`,
  );
  expect(countLibraries(dataDir)).toBe(0);
});

test.skipIf(!canStart)('rejects a data folder that is not writable', async () => {
  const { folder } = folders();
  chmodSync(folder, 0o555);
  onTestFinished(() => chmodSync(folder, 0o755));
  expect(await refusal(serveArgs(join(folder, 'data')), nobody)).toMatch(
    /^The data folder \S+data cannot be created: the folder \S+ is not writable by uid \d+, gid \d+ \(owner \d+:\d+, mode 555\); as root: mkdir -p (\S+data) && chown \d+:\d+ \1, or choose another folder with --data-dir$/,
  );
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test.skipIf(!isRoot || !canStart)(
  'the doctor names the owner of a data folder of another account',
  async () => {
    const { dataDir } = folders();
    mkdirSync(dataDir, { mode: 0o700 });
    const program = startProgram(['doctor', '--data-dir', dataDir, '--port', '0'], nobody);
    expect((await program.ended).code).toBe(1);
    expect(program.out()).toMatch(
      /\nproblem {2}The data folder \S+data is not writable by uid 65534, gid \d+ \(owner 0:0, mode 700\)\.\n {9}As root: chown -R 65534:\d+ \S+data, or choose another folder with --data-dir\n\n1 problem, /,
    );
  },
);

test.skipIf(!canStart)('names an inaccessible folder above the configured folders and files', async () => {
  const { folder } = folders();
  const closed = join(folder, 'closed');
  mkdirSync(join(closed, 'data'), { recursive: true });
  chmodSync(folder, 0o777);
  chmodSync(closed, isRoot ? 0o700 : 0o000);
  onTestFinished(() => chmodSync(closed, 0o700));
  const reason = `cannot be reached: the folder ${closed} denies access to uid`;
  const remedy = `chmod ${isRoot ? 'o' : 'u'}+x ${closed}`;
  expect(await refusal(serveArgs(join(closed, 'data')), nobody)).toMatch(
    new RegExp(
      `^The data folder ${closed}/data ${reason}.*; as root or its owner: ${remedy.replace('+', '[+]')}`,
    ),
  );
  const dataDir = join(folder, 'data');
  const key = {
    LECTERN_SERVER_TLS_CERTIFICATE: `${closed}/a.pem`,
    LECTERN_SERVER_TLS_KEY: `${closed}/a.key`,
  };
  expect(await refusal(serveArgs(dataDir), { ...nobody, environment: key })).toContain(
    `The certificate ${closed}/a.pem ${reason}`,
  );
  const program = startProgram(['doctor', '--data-dir', join(closed, 'data'), '--port', '0'], {
    ...nobody,
    environment: {
      LECTERN_BACKUP_DIR: join(closed, 'kept'),
      LECTERN_DROP_FOLDER_PATH: join(closed, 'drop'),
      LECTERN_PLUGINS_FOLDERS: join(closed, 'plugins'),
    },
  });
  expect((await program.ended).code).toBe(1);
  for (const named of ['data folder', 'backup folder', 'drop folder', 'plugin folder'])
    expect(program.out()).toMatch(new RegExp(`^problem {2}The ${named} \\S+ ${reason}`, 'm'));
  expect(program.out().split(remedy)).toHaveLength(5);
  expect(program.out()).toMatch(/\n4 problems, 0 warnings\n$/);
});

test.skipIf(!canStart)('the doctor never advises a restore because a library is unreadable', async () => {
  const { folder, dataDir } = folders();
  const above = join(folder, 'nas');
  mkdirSync(join(above, 'Comics'), { recursive: true });
  chmodSync(folder, 0o777);
  const first = serve({ dataDir, libraries: [join(above, 'Comics')], ...nobody });
  await first.waitFor(/Comics: 0 books/);
  first.signal('SIGTERM');
  await first.ended;
  chmodSync(above, isRoot ? 0o700 : 0o000);
  onTestFinished(() => chmodSync(above, 0o700));
  const program = startProgram(['doctor', '--data-dir', dataDir, '--port', '0'], nobody);
  expect((await program.ended).code).toBe(1);
  expect(program.out()).toMatch(
    new RegExp(
      `^problem {2}The folder ${above}/Comics cannot be reached: the folder ${above} denies access`,
      'm',
    ),
  );
  expect(program.out()).toContain('are kept');
  expect(program.out()).not.toMatch(/restore/i);
  const second = serve({ dataDir, ...nobody });
  await expect.poll(() => second.err()).toContain('failed to check the trash of a folder');
  expect(second.err()).toContain(`Comics cannot be reached: the folder ${above} denies access`);
  expect(second.err()).not.toContain('does not exist');
});

test('a failed scan prints its reason in the terminal', async () => {
  const { library, dataDir } = folders();
  writeFiles(library, { 'Saga/1.cbz': await makeCbz({ mark: 'failed scan' }) });
  const first = serve({ dataDir, libraries: [library] });
  await first.waitFor(/books: 1 book in 1 series/);
  first.signal('SIGTERM');
  await first.ended;
  rmSync(join(library, 'Saga'), { recursive: true });
  const program = serve({ dataDir, libraries: [library] });
  const [printed] = await program.waitFor(/books: the scan failed\n.*\n/);
  expect(printed).toContain(`\n  ${library} is empty`);
});

test.skipIf(!canStart)('logs a failed scan of an inaccessible folder once, with the reason', async () => {
  const { folder, dataDir } = folders();
  const above = join(folder, 'nas');
  const library = join(above, 'Comics');
  mkdirSync(library, { recursive: true });
  chmodSync(folder, 0o777);
  const environment = { LECTERN_ADMIN_PASSWORD: 'a password of my own' };
  const program = serve({ dataDir, libraries: [library], environment, ...nobody });
  await program.waitFor(/Comics: 0 books in 0 series/);
  const admin = await signIn(program, environment.LECTERN_ADMIN_PASSWORD);
  const { body } = await admin.get<{ data: { id: string }[] }>('/api/v1/libraries');
  chmodSync(above, isRoot ? 0o700 : 0o000);
  onTestFinished(() => chmodSync(above, 0o700));
  await admin.post(`/api/v1/libraries/${body.data[0]?.id}/scan`);
  const listLogged = () =>
    program
      .err()
      .split('\n')
      .filter((line) => line.includes('"task failed"'));
  await expect.poll(listLogged).toHaveLength(1);
  const [line] = listLogged();
  const reason = `${library} cannot be reached: the folder ${above} denies access.`;
  expect(line).toContain(`"reason":"${reason}`);
  expect(line).not.toContain('stack');
});

test('rejects a file in place of the data folder', async () => {
  const { folder } = folders();
  writeFileSync(join(folder, 'data'), '', { mode: 0o600 });
  expect(await refusal(serveArgs(join(folder, 'data')))).toMatch(
    /^The data folder \S+ is a file; check the path, or choose another folder with --data-dir$/,
  );
});

test('rejects a data folder that another Lectern uses, which keeps running', async () => {
  const { dataDir } = folders();
  const first = serve({ dataDir });
  const url = await first.url();
  expect(await refusal(serveArgs(dataDir))).toBe(
    `Another Lectern is running with the data folder ${dataDir}; stop it first, or choose another folder with --data-dir`,
  );
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test('rejects a database of a newer version and leaves it unchanged', async () => {
  const { dataDir } = folders();
  await expectNoLibrary(dataDir);
  const file = join(dataDir, 'lectern.db');
  changeDatabase(file, `insert into migration values ('9999-future', '2030-01-01T00:00:00Z')`);
  const before = readdirSync(dataDir).toSorted();
  expect(await refusal(serveArgs(dataDir))).toMatch(
    /^The database was created by a newer version of Lectern \(migrations: 9999-future\); start that version, or restore an earlier copy: \S.* restore <file> --data-dir \S+data$/,
  );
  expect(readdirSync(dataDir).toSorted()).toEqual(before);
});

test('the printed restore command for a database of a newer version works when it is copied', async () => {
  const { folder } = folders();
  const dataDir = join(folder, "an owner's data");
  await expectNoLibrary(dataDir);
  const file = join(dataDir, 'lectern.db');
  mkdirSync(join(dataDir, 'backups'), { recursive: true });
  copyFileSync(file, join(dataDir, 'backups', 'before-migration-2030-01-01.db'));
  changeDatabase(file, `insert into migration values ('9999-future', '2030-01-01T00:00:00Z')`);
  const [, command = ''] = /earlier copy: (.+)$/.exec(await refusal(serveArgs(dataDir))) ?? [];
  expect(runInShell(command)).toMatchObject({ status: 0, stderr: '' });
  const program = serve({ dataDir });
  expect((await fetch(`${await program.url()}/health`)).status).toBe(200);
});

/** Runs a command that a user copies into a shell, in a different folder than the program and its data. */
const runInShell = (command: string) =>
  spawnSync('sh', ['-c', command], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: makeFolder() },
  });

test('rejects a file that is not a database and leaves it unchanged', async () => {
  const { dataDir } = folders();
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'lectern.db'), 'This is a shopping list. '.repeat(200));
  expect(await refusal(serveArgs(dataDir))).toMatch(
    /^\S+lectern[.]db is not a Lectern database or is damaged; move it away or restore a backup$/,
  );
});

test('rejects an invalid configuration without creating the data folder', async () => {
  const { folder, dataDir } = folders();
  const file = join(folder, 'lectern.yaml');
  writeFileSync(file, 'server:\n  prot: 8080\n');
  expect(await refusal([...serveArgs(dataDir), '--config', file])).toBe(
    'Unknown configuration key server.prot; did you mean server.port?',
  );
  expect(existsSync(dataDir)).toBe(false);
});

test('rejects an unknown flag and suggests the closest one', async () => {
  expect(await refusal(['serve', '--libary', '/books'])).toBe(
    'Unknown flag --libary; did you mean --library?',
  );
});

test('explains that a worker requires PostgreSQL', async () => {
  const { dataDir } = folders();
  expect(await refusal(['worker', '--data-dir', dataDir])).toMatch(
    /^Workers need PostgreSQL \(database[.]postgres\); with the embedded database the server does all the work itself: \S.* serve --data-dir \S+data$/,
  );
  expect(await refusal([...serveArgs(dataDir), '--no-tasks'])).toMatch(/^--no-tasks needs PostgreSQL/);
  expect(existsSync(dataDir)).toBe(false);
});

test('reports an unreachable PostgreSQL without its password', async () => {
  const { dataDir } = folders();
  const environment = { LECTERN_DATABASE_POSTGRES: 'postgres://ann:secret@127.0.0.1:1/books' };
  const message = await refusal(serveArgs(dataDir), { environment });
  expect(message).toMatch(/^[^\n]*127[.]0[.]0[.]1[^\n]*$/);
  expect(message).not.toContain('secret');
});

test('prints the configuration without secrets', async () => {
  const { folder } = folders();
  const environment = {
    LECTERN_AUTH_SECRET: 'a-secret-of-more-than-thirty-two-characters',
    LECTERN_DATABASE_POSTGRES: 'postgres://ann:hunter2@db/books',
  };
  const program = startProgram(['config', 'print'], { environment, cwd: folder });
  expect(await program.ended).toEqual({ code: 0, signal: null });
  expect(program.out()).toMatch(/^ {2}port: 8080$/m);
  expect(program.out()).toContain('postgres://ann:***@db/books');
  expect(program.out()).not.toMatch(/hunter2|a-secret/);
});
