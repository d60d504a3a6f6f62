// What a person sees who starts the program wrongly: one sentence with the remedy, an exit code, nothing half-made.
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
import { changeDatabase } from './harness/sqlite.ts';

const isRoot = process.getuid?.() === 0;
/** Root may read and write everything: an account that may not. */
const nobody = isRoot ? { uid: 65_534 } : {};
/** A clone may lie in a private folder of root, where that account does not get to the program. */
const canStart = spawnSync(process.execPath, ['--check', import.meta.filename], nobody).status === 0;

/** What the program says when it does not start. Throws when it says more than a sentence, or a stack. */
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

/** A refused start leaves no library behind: the next one finds none. */
async function expectNoLibrary(dataDir: string): Promise<void> {
  const program = serve({ dataDir });
  const admin = await signIn(program, await readPassword(program));
  expect((await admin.get<{ total: number }>('/api/v1/libraries')).body.total).toBe(0);
  program.signal('SIGTERM');
  expect(await program.ended).toEqual({ code: 0, signal: null });
}

test('a folder that does not exist is refused', async () => {
  const { folder, dataDir } = folders();
  expect(await refusal(serveArgs(dataDir, join(folder, 'nowhere')))).toBe(
    `--library: the folder ${join(folder, 'nowhere')} does not exist; check the path, and that its disk is mounted`,
  );
  await expectNoLibrary(dataDir);
});

test('a file in place of a folder is refused', async () => {
  const { folder, dataDir } = folders();
  const file = join(folder, 'book.cbz');
  writeFileSync(file, '');
  expect(await refusal(serveArgs(dataDir, file))).toBe(
    `--library: the folder ${file} is a file; check the path`,
  );
});

test.skipIf(!isRoot || !canStart)('a folder that may not be read is refused', async () => {
  const { folder, library } = folders();
  chmodSync(folder, 0o777);
  chmodSync(library, 0o700);
  expect(await refusal(serveArgs(join(folder, 'data'), library), nobody)).toMatch(
    /^--library: the folder (\S+) cannot be read by uid 65534, gid \d+ \(owner 0:0, mode 700\); as root or its owner: chmod -R o[+]rX \1, or run Lectern as that owner$/,
  );
});

test.skipIf(!isRoot || !canStart)(
  'the remedy for a closed folder above a library fits its group',
  async () => {
    const { folder } = folders();
    const above = join(folder, 'nas');
    mkdirSync(join(above, 'Comics'), { recursive: true });
    chmodSync(folder, 0o777);
    chownSync(above, 0, 65_534);
    chmodSync(above, 0o700);
    expect(await refusal(serveArgs(join(folder, 'data'), join(above, 'Comics')), nobody)).toMatch(
      /^--library: the folder \S+Comics cannot be reached: the folder \S+nas denies access to .*: chmod g[+]x \S+nas$/,
    );
  },
);

test('a folder inside the folder of another library is refused, and neither is added', async () => {
  const { library, dataDir } = folders();
  mkdirSync(join(library, 'Comics'));
  const inside = join(library, 'Comics');
  expect(await refusal([...serveArgs(dataDir, library), '--library', inside])).toMatch(
    /^--library: \S+Comics is inside \S+books[.] Remove one of them[.]$/,
  );
  await expectNoLibrary(dataDir);
});

test('a port that another program uses is refused', async () => {
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
  await expectNoLibrary(dataDir);
});

test.skipIf(!canStart)('a data folder that may not be written is refused', async () => {
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

test.skipIf(!canStart)('a closed folder above the configured folders and files is named', async () => {
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

test.skipIf(!canStart)('the doctor never advises a restore because a library cannot be read', async () => {
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
  expect(program.out()).toContain('Nothing is deleted');
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

test.skipIf(!canStart)('a failed scan of a closed folder is logged once, with the reason', async () => {
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

test('a file in place of the data folder is refused', async () => {
  const { folder } = folders();
  writeFileSync(join(folder, 'data'), '', { mode: 0o600 });
  expect(await refusal(serveArgs(join(folder, 'data')))).toMatch(
    /^The data folder \S+ is a file; check the path, or choose another folder with --data-dir$/,
  );
});

test('a data folder that another Lectern uses is refused, and the other one goes on', async () => {
  const { dataDir } = folders();
  const first = serve({ dataDir });
  const url = await first.url();
  expect(await refusal(serveArgs(dataDir))).toBe(
    `Another Lectern is running with the data folder ${dataDir}; stop it first, or choose another folder with --data-dir`,
  );
  expect((await fetch(`${url}/health`)).status).toBe(200);
});

test('a database of a newer program is refused and left alone', async () => {
  const { dataDir } = folders();
  await expectNoLibrary(dataDir);
  const file = join(dataDir, 'lectern.db');
  changeDatabase(file, `insert into migration values ('9999-future', '2030-01-01T00:00:00Z')`);
  const before = readdirSync(dataDir).toSorted();
  expect(await refusal(serveArgs(dataDir))).toMatch(
    /^The database was made by a newer Lectern \(it knows 9999-future\); start that version, or restore a copy that was made before: \S.* restore <file> --data-dir \S+data$/,
  );
  expect(readdirSync(dataDir).toSorted()).toEqual(before);
});

test('the printed restore command for a database of a newer program works when it is copied', async () => {
  const { folder } = folders();
  const dataDir = join(folder, "an owner's data");
  await expectNoLibrary(dataDir);
  const file = join(dataDir, 'lectern.db');
  mkdirSync(join(dataDir, 'backups'), { recursive: true });
  copyFileSync(file, join(dataDir, 'backups', 'before-migration-2030-01-01.db'));
  changeDatabase(file, `insert into migration values ('9999-future', '2030-01-01T00:00:00Z')`);
  const [, command = ''] = /made before: (.+)$/.exec(await refusal(serveArgs(dataDir))) ?? [];
  expect(runInShell(command)).toMatchObject({ status: 0, stderr: '' });
  const program = serve({ dataDir });
  expect((await fetch(`${await program.url()}/health`)).status).toBe(200);
});

/** A command that a person copies into a shell, in another folder than that of the program and its data. */
const runInShell = (command: string) =>
  spawnSync('sh', ['-c', command], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: makeFolder() },
  });

test('a database that is none is refused and left alone', async () => {
  const { dataDir } = folders();
  mkdirSync(dataDir, { mode: 0o700 });
  writeFileSync(join(dataDir, 'lectern.db'), 'This is a shopping list. '.repeat(200));
  expect(await refusal(serveArgs(dataDir))).toMatch(
    /^\S+lectern[.]db is not a Lectern database or is damaged; move it away or restore a backup$/,
  );
});

const configurations: [name: string, text: string, expected: RegExp][] = [
  [
    'broken YAML',
    'server:\n  port: [8080\n',
    /^The configuration file \S+ is not valid YAML: .* at line \d+, column \d+:?$/,
  ],
  ['no keys', '- one\n- two\n', /^The configuration file \S+ does not hold keys such as "server:"$/],
  [
    'an unknown key',
    'server:\n  prot: 8080\n',
    /^Unknown configuration key server[.]prot; did you mean server[.]port\?$/,
  ],
  ['a wrong type', 'tasks:\n  workers: many\n', /^Configuration key tasks[.]workers: it has to be a number$/],
  ['too much', 'tasks:\n  workers: 900\n', /^Configuration key tasks[.]workers: it has to be 64 or less$/],
  [
    'a wrong word',
    'log:\n  level: loud\n',
    /^Configuration key log[.]level: it has to be one of fatal, error/,
  ],
];

test.each(configurations)('a configuration with %s is refused', async (_, text, expected) => {
  const { folder, dataDir } = folders();
  const file = join(folder, 'lectern.yaml');
  writeFileSync(file, text);
  expect(await refusal([...serveArgs(dataDir), '--config', file])).toMatch(expected);
  expect(existsSync(dataDir)).toBe(false);
});

test('a configuration file that is not there is refused', async () => {
  const { folder, dataDir } = folders();
  const file = join(folder, 'missing.yaml');
  expect(await refusal([...serveArgs(dataDir), '--config', file])).toBe(
    `The configuration file ${file} does not exist; check the path, and that its disk is mounted`,
  );
});

test('an unknown variable, flag or command is refused with the nearest known', async () => {
  const { dataDir } = folders();
  const environment = { LECTERN_SERVER_PROT: '1' };
  expect(await refusal(serveArgs(dataDir), { environment })).toBe(
    'Unknown environment variable LECTERN_SERVER_PROT; did you mean LECTERN_SERVER_PORT?',
  );
  expect(await refusal(['serve', '--libary', '/books'])).toBe(
    'Unknown flag --libary; did you mean --library?',
  );
  expect(await refusal(['sevre'])).toMatch(/^Unknown command "sevre"; did you mean serve\?/);
});

test('a worker without PostgreSQL says why there is none', async () => {
  const { dataDir } = folders();
  expect(await refusal(['worker', '--data-dir', dataDir])).toMatch(
    /^Workers need PostgreSQL \(database[.]postgres\); with the embedded database the server does all the work itself: \S.* serve --data-dir \S+data$/,
  );
  expect(await refusal([...serveArgs(dataDir), '--no-tasks'])).toMatch(/^--no-tasks needs PostgreSQL/);
  expect(existsSync(dataDir)).toBe(false);
});

test('a PostgreSQL that does not answer is refused without its password', async () => {
  const { dataDir } = folders();
  const environment = { LECTERN_DATABASE_POSTGRES: 'postgres://ann:secret@127.0.0.1:1/books' };
  const message = await refusal(serveArgs(dataDir), { environment });
  expect(message).toMatch(/^[^\n]*127[.]0[.]0[.]1[^\n]*$/);
  expect(message).not.toContain('secret');
});

test('the configuration is printed without its secrets', async () => {
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
