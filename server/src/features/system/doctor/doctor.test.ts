import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '#infrastructure/config/load.ts';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import { checkAccount } from './account.ts';
import { checkConfiguration } from './configuration.ts';
import { checkClock } from './database.ts';
import { checkLibraryFolder } from './folders.ts';
import { examine, type Finding } from './index.ts';
import { describeArrival } from './proxied-request.ts';
import { checkStart, findFileFaults, findStorageFaults } from './start.ts';

const toCommand = (words: readonly string[]) => `lectern ${words.join(' ')}`;
const account = { uid: 1000, isInContainer: false };
const load = (environment: Record<string, string>) => loadConfig({ environment, cwd: tmpdir() }).config;

async function listFindings(environment: Record<string, string>): Promise<Finding[]> {
  const findings: Finding[] = [];
  for await (const finding of examine(load(environment), { timeZone: undefined, account, toCommand }))
    findings.push(finding);
  return findings;
}

async function listen(program: Server): Promise<string> {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  const address = program.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

const isRoot = process.getuid?.() === 0;
const fixtures = join(import.meta.dirname, '../../../../test/fixtures/tls');

withServer(
  'the doctor',
  (server) => {
    const portOf = () => new URL(server().url).port;
    const examineServer = (environment: Record<string, string> = {}) =>
      listFindings({ ...server().environment, LECTERN_SERVER_PORT: portOf(), ...environment });

    test('reports no problems for a healthy running server', async () => {
      await addScannedLibrary(server(), { 'Saga/1.cbz': await makeCbz({ mark: 'doctor' }) });
      const findings = await examineServer({ LECTERN_SERVER_PUBLIC_URL: server().url });
      expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
      const text = findings.map(({ message }) => message).join('\n');
      expect(text).toMatch(/The folder \S+data is writable, with \d/);
      expect(text).toMatch(
        server().kind === 'sqlite' ? /intact and up to date/ : /PostgreSQL \d+\S* responds/,
      );
      expect(text).toMatch(/of the library "\S+" is readable/);
      expect(text.match(/The server responds at/g)).toHaveLength(2);
    });

    test('names missing and empty library folders, and states that nothing is deleted', async () => {
      const gone = join(server().folder, 'gone');
      const empty = join(server().folder, 'empty');
      for (const [name, path] of Object.entries({ gone, empty })) {
        await mkdir(path);
        await server().admin.post('/api/v1/libraries', { name, path });
      }
      await rm(gone, { recursive: true });
      const findings = await examineServer();
      expect(findings).toContainEqual({
        state: 'problem',
        message: `The folder ${gone} of the library "gone" does not exist. Its books are kept.`,
        remedy: 'Mount its disk, or set the new folder of the library.',
      });
      expect(findings).toContainEqual(
        expect.objectContaining({
          state: 'warning',
          message: `The folder ${empty} of the library "empty" is empty.`,
        }),
      );
    });

    test('warns about a server folder inside a library, and a library inside a server folder', async () => {
      const shelf = join(server().folder, 'shelf');
      await mkdir(join(shelf, 'kept'), { recursive: true });
      const path = join(server().folder, 'shelf');
      await server().admin.post('/api/v1/libraries', { name: 'Shelf', path });
      const findings = await examineServer({
        LECTERN_BACKUP_DIR: join(shelf, 'kept'),
        LECTERN_DROP_FOLDER_PATH: join(shelf, 'kept'),
        LECTERN_PLUGINS_FOLDERS: server().folder,
        LECTERN_PDF_PAGE_CACHE_DIR: join(shelf, 'pages'),
      });
      const places = findings.filter(({ message }) => message.includes('library "Shelf"'));
      expect(places.map(({ state, message }) => `${state}: ${message}`).toSorted()).toEqual([
        `ok: The folder ${shelf} of the library "Shelf" is readable.`,
        `warning: The backup folder ${shelf}/kept is inside the folder ${shelf} of the library "Shelf".`,
        `warning: The drop folder ${shelf}/kept is inside the folder ${shelf} of the library "Shelf".`,
        `warning: The folder of rendered pages ${shelf}/pages is inside the folder ${shelf} of the library "Shelf".`,
        `warning: The plugin folder ${server().folder} contains the folder ${shelf} of the library "Shelf".`,
      ]);
      expect(places.find(({ message }) => message.includes('backup'))?.remedy).toBe(
        'Choose another folder for backup.dir, or for the library.',
      );
    });

    test('names headers that a proxy removes, each with its remedy', async () => {
      const { port } = new URL(server().url);
      const seen: string[] = [];
      const proxy = createServer(({ url = '', headers }, response) => {
        seen.push(`${url} ${headers.authorization}`);
        const { authorization: _, ...others } = headers;
        request({ port, path: url, headers: { ...others, host: 'inside:8080' } }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        }).end();
      });
      const address = await listen(proxy);
      const findings = await examineServer({ LECTERN_SERVER_PUBLIC_URL: address });
      const faults = findings.filter(({ state, message }) => state !== 'ok' && message.includes('proxy'));
      expect(faults.map(({ state, message }) => `${state}: ${message}`)).toEqual([
        'problem: The proxy removes the header Authorization, so that reading apps and e-readers cannot sign in.',
        expect.stringMatching(/^warning: The proxy forwards the name inside:8080 for 127\.0\.0\.1:\d+\. /),
      ]);
      expect(faults.every(({ remedy }) => remedy?.includes('docs/guides/reverse-proxy.md'))).toBe(true);
      expect(seen).toContainEqual('/api/v1/connection Basic bGVjdGVybi1kb2N0b3I6');
      proxy.close();
    });

    test('reports another program on the port, and a public address of another site', async () => {
      const other = createServer((_request, response) => response.end('hello'));
      const address = await listen(other);
      const findings = await examineServer({
        LECTERN_SERVER_PORT: new URL(address).port,
        LECTERN_SERVER_PUBLIC_URL: address,
      });
      expect(findings.filter(({ state }) => state === 'problem').map(({ message }) => message)).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^Another program responds at/),
          expect.stringMatching(/something other than Lectern responds \(status 200\)/),
        ]),
      );
      other.close();
    });

    test('reports a proxy with its own sign-in', async () => {
      const gate = createServer((_request, response) => response.writeHead(401).end());
      const findings = await examineServer({ LECTERN_SERVER_PUBLIC_URL: await listen(gate) });
      expect(findings).toContainEqual(
        expect.objectContaining({
          state: 'problem',
          message: expect.stringMatching(/asks for a sign-in \(status 401\)/),
        }),
      );
      gate.close();
    });
  },
  { withTasks: true },
);

describe('without a server', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-doctor-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('an installation that was never started has no problems', async () => {
    const findings = await listFindings({ LECTERN_DATA_DIR: join(folder, 'none'), LECTERN_SERVER_PORT: '0' });
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'warning', 'warning']);
  });

  test('warns about root, except in a container', async () => {
    const warned = checkAccount({ uid: 0, isInContainer: false });
    expect(warned).toMatchObject([
      { state: 'warning', message: expect.stringMatching(/^Lectern runs as root/) },
    ]);
    expect(checkAccount({ uid: 0, isInContainer: true })).toEqual([]);
    expect(checkAccount(account)).toEqual([]);
  });

  test('reports a damaged database with the remedy', async () => {
    const dataDir = join(folder, 'damaged');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'lectern.db'), Buffer.alloc(8192, 'x'));
    const findings = await listFindings({ LECTERN_DATA_DIR: dataDir, LECTERN_SERVER_PORT: '0' });
    const [found] = findings.filter(({ state }) => state === 'problem');
    expect(found?.message).toMatch(/database/);
  });

  test('reports an unreachable PostgreSQL without its password', async () => {
    const findings = await listFindings({
      LECTERN_DATA_DIR: folder,
      LECTERN_SERVER_PORT: '0',
      LECTERN_DATABASE_POSTGRES: 'postgres://u:Hidden7@127.0.0.1:1/db',
    });
    const text = JSON.stringify(findings);
    expect(text).toMatch(/PostgreSQL does not respond/);
    expect(text).not.toContain('Hidden7');
  });

  test.skipIf(isRoot)('reports an unreadable folder with its owner and the command', async () => {
    const closed = join(folder, 'closed');
    await mkdir(closed, { mode: 0o000 });
    expect(checkLibraryFolder('Comics', closed)).toMatchObject({
      state: 'problem',
      message: expect.stringMatching(/cannot be read by uid \d+, gid \d+ \(owner \d+:\d+, mode 0\)/),
      remedy: expect.stringContaining('chmod -R o+rX'),
    });
    await chmod(closed, 0o700);
  });

  test('reports a certificate as valid, expiring or expired', async () => {
    const certificate = join(folder, 'a.pem');
    const key = join(folder, 'a.key');
    await copyFile(join(fixtures, 'first.pem'), certificate);
    await copyFile(join(fixtures, 'first.key.pem'), key);
    const config = load({ LECTERN_SERVER_TLS_CERTIFICATE: certificate, LECTERN_SERVER_TLS_KEY: key });
    const check = (now: string) => checkConfiguration(config, { now: Date.parse(now), timeZone: undefined });
    expect(await check('2030-01-01')).toEqual([
      {
        state: 'ok',
        message: expect.stringMatching(/^The certificate is valid until 2126-11-01 for .*first\.example/),
      },
    ]);
    expect(await check('2126-10-25')).toMatchObject([{ state: 'warning' }]);
    expect(await check('2127-01-01')).toMatchObject([
      { state: 'problem', message: 'The certificate expired on 2126-11-01.' },
    ]);
    await copyFile(join(fixtures, 'second.key.pem'), key);
    // The pair prevents the start.
    expect(await check('2030-01-01')).toEqual([]);
    expect(findFileFaults(config)).toEqual([expect.stringContaining('does not belong to the certificate')]);
  });

  test('reports inconsistent addresses, folders and a time zone together', async () => {
    const config = load({
      LECTERN_SERVER_PUBLIC_URL: 'https://books.example/a',
      LECTERN_SERVER_BASE_PATH: '/b',
      LECTERN_BACKUP_DIR: join(folder, 'nowhere'),
      LECTERN_DROP_FOLDER_PATH: join(folder, 'no-drop'),
      LECTERN_PDF_PAGE_CACHE_DIR: import.meta.filename,
      LECTERN_SCANNER_ALLOWED_ROOTS: join(folder, 'no-root'),
    });
    const findings = await checkConfiguration(config, { timeZone: 'Europe/Berln' });
    const messages = findings.map(({ message }) => message);
    expect(messages).toEqual([
      'server.public_url has the path "/a", and server.base_path is "/b".',
      expect.stringContaining('no proxy is trusted'),
      `The folder ${import.meta.filename} is a file.`,
      `The backup folder ${folder}/nowhere does not exist.`,
      `The drop folder ${folder}/no-drop does not exist.`,
      `The folder ${folder}/no-root does not exist.`,
      expect.stringContaining('TZ=Europe/Berln is unknown'),
    ]);
  });

  test('reports problems that prevent the start, each once', async () => {
    const file = join(folder, 'a file');
    await writeFile(file, '');
    const check = async (environment: Record<string, string>) => {
      const findings = await checkStart(
        load({ LECTERN_DATA_DIR: join(folder, 'new'), LECTERN_SERVER_PORT: '0', ...environment }),
      );
      return findings.map(({ state, message }) => `${state}: ${message}`);
    };
    expect(await check({})).toEqual([]);
    expect(await check({ LECTERN_DATA_DIR: file })).toEqual([`problem: The data folder ${file} is a file.`]);
    expect(await check({ LECTERN_DATABASE_SQLITE: folder })).toEqual([
      `problem: The database file ${folder} is a folder.`,
    ]);
    expect(await check({ LECTERN_DATABASE_SQLITE: import.meta.filename })).toEqual([
      expect.stringMatching(/^problem: \S+doctor\.test\.ts is not a Lectern database or is damaged; /),
    ]);
    expect(await check({ LECTERN_DATABASE_SQLITE: file })).toEqual([]);
    expect(await check({ LECTERN_SERVER_HOST: 'nowhere.invalid' })).toEqual([
      expect.stringMatching(/^problem: The address nowhere\.invalid is not one of this machine; /),
    ]);
    expect(await check({ LECTERN_DATABASE_POSTGRES: 'postgres://u@127.0.0.1:1/db' })).toEqual([
      expect.stringMatching(/^problem: PostgreSQL does not respond/),
    ]);
    expect(await check({ LECTERN_AUTH_SECRET_FILE: file })).toEqual([
      `problem: The file of auth.secret_file, ${file}, has to have 32 characters or more; write a secret into it (openssl rand -hex 32)`,
    ]);
  });

  test('with PostgreSQL, an unusable data folder prevents the start only before the secret exists', async () => {
    const file = join(folder, 'another file');
    await writeFile(file, '');
    const postgres = { LECTERN_DATA_DIR: file, LECTERN_DATABASE_POSTGRES: 'postgres://u@127.0.0.1:1/db' };
    const fault = { message: `The data folder ${file} is a file`, remedy: expect.any(String) };
    expect(findStorageFaults(load(postgres))).toEqual([fault]);
    const withSecret = load({ ...postgres, LECTERN_AUTH_SECRET: 'x'.repeat(32) });
    expect(findStorageFaults(withSecret)).toEqual([]);
    expect(await checkConfiguration(withSecret, { timeZone: undefined })).toMatchObject([
      { message: `${fault.message}.` },
    ]);
  });

  test('compares the forwarded headers with the public address', () => {
    const arrival = { authorization: true, protocol: 'https', host: 'books.example' };
    const check = (changed: Partial<typeof arrival>, publicUrl = 'https://books.example/a') =>
      describeArrival({ ...arrival, ...changed }, publicUrl).map(({ state }) => state);
    expect(check({})).toEqual(['ok']);
    expect(check({ host: 'books.example:443' })).toEqual(['ok']);
    expect(check({ protocol: 'http' }, 'http://books.example')).toEqual(['ok']);
    expect(check({ protocol: 'http' })).toEqual(['warning']);
    expect(check({}, 'https://books.example:8443')).toEqual(['warning']);
    expect(check({ authorization: false })).toEqual(['problem']);
    expect(describeArrival('under another name', 'https://books.example')).toMatchObject([
      { state: 'problem' },
    ]);
    expect(describeArrival(undefined, 'https://books.example')).toEqual([]);
  });

  test('detects a wrong clock by the database or by the last change', () => {
    const nowMs = Date.parse('2026-11-25T12:00:00Z');
    const check = (times: Partial<Parameters<typeof checkClock>[0]>) =>
      checkClock({ nowMs, serverMs: undefined, lastMs: undefined, ...times }).state;
    expect(check({ serverMs: nowMs + 1_000, lastMs: nowMs - 1 })).toBe('ok');
    expect(check({ serverMs: nowMs - 6_000 })).toBe('warning');
    expect(check({ lastMs: nowMs + 3_600_000 })).toBe('warning');
    expect(check({ nowMs: Date.parse('1970-01-01') })).toBe('problem');
  });
});
