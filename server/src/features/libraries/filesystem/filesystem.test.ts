import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addLibrary } from '../../../../test/harness/library.ts';
import { startTestServer, type TestServer, withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

interface Listing {
  currentPath: string;
  parentPath: string | null;
  entries: { name: string; path: string; isReadable: boolean }[];
}

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-browse-')));
let server: TestServer;
beforeAll(async () => {
  for (const folder of ['media/Comics/Saga', 'media/.hidden', 'media/Books', 'private/Letters']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  writeFileSync(join(root, 'media/file.cbz'), 'x');
  symlinkSync(join(root, 'private'), join(root, 'media/Way out'));
  symlinkSync(join(root, 'media'), join(root, 'mnt'));
  server = await startTestServer({ environment: { LECTERN_SCANNER_ALLOWED_ROOTS: join(root, 'mnt') } });
});
afterAll(() => server.stop());

const browse = async (path?: string) => {
  const query = path === undefined ? '' : `?path=${encodeURIComponent(path)}`;
  return server.admin.get<Listing>(`/api/v1/filesystem/browse${query}`);
};

test('lists folders within the allowed roots, without files and hidden folders', async () => {
  const start = (await browse()).body;
  expect(start.entries.map(({ path }) => path)).toEqual([join(root, 'media')]);
  const media = (await browse(join(root, 'mnt'))).body;
  expect(media.entries.map(({ name, isReadable }) => [name, isReadable])).toEqual([
    ['Books', true],
    ['Comics', true],
  ]);
  expect(media.parentPath).toBeNull();
  expect((await browse(join(root, 'media/Comics'))).body.parentPath).toBe(join(root, 'media'));
});

test('returns 404 for folders outside the allowed roots, including links and relative paths', async () => {
  for (const path of [
    '/',
    root,
    join(root, 'private'),
    join(root, 'media/../private'),
    join(root, 'media/Way out'),
    '/etc',
  ]) {
    expect([path, (await browse(path)).status]).toEqual([path, 404]);
  }
  expect((await browse(join(root, 'media/file.cbz'))).status).toBe(400);
  expect((await browse(join(root, 'media/nowhere'))).status).toBe(404);
  expect((await server.reader.get('/api/v1/filesystem/browse')).status).toBe(403);
});

test('creates libraries only within the allowed roots, also through links', async () => {
  const create = (name: string, path: string) => server.admin.post('/api/v1/libraries', { name, path });
  expect((await create('Inside', join(root, 'mnt/Comics'))).status).toBe(201);
  for (const path of [join(root, 'private'), join(root, 'media/Way out')]) {
    expect([path, (await create('Outside', path)).status]).toEqual([path, 400]);
  }
});

test('answers do not show which folders exist outside the allowed roots, also behind a link', async () => {
  const { admin } = server;
  const maintainer = await signIn(server, { role: 'maintainer' });
  const libraries = '/api/v1/libraries';
  const made = await admin.post<{ id: string }>(libraries, { name: 'Books', path: join(root, 'mnt/Books') });
  const asked = async (path: string) => {
    const answers = [
      await maintainer.post(libraries, { name: 'Outside', path }),
      await maintainer.patch(`${libraries}/${made.body.id}`, { paths: [join(root, 'media/Books'), path] }),
      await maintainer.post(`${libraries}/preview-scan`, { path, seriesStrategy: 'series_folder' }),
      await maintainer.get(`/api/v1/filesystem/browse?path=${encodeURIComponent(path)}`),
    ];
    return answers.map(({ status, body }) => [status, JSON.stringify(body).replaceAll(path, '<path>')]);
  };
  const expected = await asked(join(root, 'elsewhere'));
  expect(expected.map(([status]) => status)).toEqual([400, 400, 400, 404]);
  expect(expected[0]?.[1]).toContain('folder_elsewhere');
  // Folders that exist, are missing, or are denied, and files.
  for (const path of [
    '/etc',
    '/etc/passwd/x',
    '/nowhere/x',
    '/root/x',
    '/proc/1/root/x',
    join(root, 'private'),
  ])
    expect([path, await asked(path)]).toEqual([path, expected]);
  for (const path of [
    'media/Way out',
    'media/Way out/Letters',
    'media/Way out/nowhere',
    'media/Way out/Letters/x',
  ])
    expect([path, await asked(join(root, path))]).toEqual([path, expected]);
});

test('the error for a folder below a link to a file does not reveal the target of the link', async () => {
  writeFileSync(join(root, 'private/letter.txt'), 'x');
  symlinkSync(join(root, 'private/letter.txt'), join(root, 'media/link'));
  const path = join(root, 'media/link/Saga');
  const { status, body } = await server.admin.post('/api/v1/libraries', { name: 'Below a link', path });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(path)]);
  expect(JSON.stringify(body)).not.toContain('private');
});

withServer(
  'a server without allowed roots',
  (server) => {
    const refusal = { status: 403, body: { reason: 'folders_by_administrators' } };
    const aMaintainer = () => signIn(server(), { role: 'maintainer' });
    const preview = (client: Client, path: string) =>
      client.post('/api/v1/libraries/preview-scan', { path, seriesStrategy: 'series_folder' });

    test('shows its folders only to administrators, also through the compatibility API', async () => {
      const library = await addLibrary(server(), {});
      const maintainer = await aMaintainer();
      const path = `/api/v1/filesystem/browse?path=${encodeURIComponent(root)}`;
      for (const one of ['/api/v1/filesystem/browse', path]) {
        expect(await maintainer.get(one)).toMatchObject(refusal);
        expect((await server().admin.get(one)).status).toBe(200);
      }
      const ofLibrary = `/api/v1/filesystem/browse?path=${encodeURIComponent(library.path)}`;
      expect(await maintainer.get(ofLibrary)).toMatchObject(refusal);
      for (const body of [{ path: root }, { path: '' }]) {
        expect((await anApp(server(), maintainer).post('/api/v1/filesystem', body)).status).toBe(403);
        expect((await anApp(server(), server().admin).post('/api/v1/filesystem', body)).status).toBe(200);
      }
    });

    test('lists the root of the file system with the usual folders first, without those of the system', async () => {
      const { body } = await server().admin.get<Listing>('/api/v1/filesystem/browse');
      const names = body.entries.map(({ name }) => name);
      const usual = ['media', 'mnt', 'home', 'srv'].filter((name) => existsSync(`/${name}`));
      expect(names.slice(0, usual.length)).toEqual(usual);
      for (const name of ['etc', 'proc', 'usr', 'var']) expect(names).not.toContain(name);
      const { status } = await server().admin.get('/api/v1/filesystem/browse?path=%2Fusr');
      expect(status).toBe(200);
    });

    test('previews and adds folders only for administrators', async () => {
      const library = await addLibrary(server(), { 'Saga/Saga 1.cbz': 'x' });
      const maintainer = await aMaintainer();
      for (const path of [join(root, 'media'), join(root, 'missing'), join(library.path, 'Saga')])
        expect(await preview(maintainer, path)).toMatchObject(refusal);
      expect((await preview(server().admin, join(root, 'media'))).status).toBe(200);
      const paths = [library.path, join(root, 'media')];
      expect(await maintainer.patch(`/api/v1/libraries/${library.id}`, { paths })).toMatchObject(refusal);
      const body = { name: 'New', path: join(root, 'media') };
      expect(await maintainer.post('/api/v1/libraries', body)).toMatchObject(refusal);
    });

    test('previews the folder of a library for its maintainers', async () => {
      const library = await addLibrary(server(), { 'Saga/Saga 1.cbz': 'x' });
      const other = await addLibrary(server(), {});
      expect((await preview(await aMaintainer(), library.path)).status).toBe(200);
      const limited = await aMaintainer();
      const limits = { sharedLibraryIds: [other.id] };
      await server().admin.put(`/api/v1/users/${limited.userId}/restrictions`, limits);
      expect(await preview(limited, library.path)).toMatchObject(refusal);
    });
  },
  { environment: compatEnvironment },
);
