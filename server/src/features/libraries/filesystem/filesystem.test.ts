import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/harness/server.ts';

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

test('the folders that libraries may lie in are shown, without files and hidden ones', async () => {
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

test('nothing outside them is, whatever the way', async () => {
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

test('libraries may lie in them, also by a link that leads there, and nowhere else', async () => {
  const create = (name: string, path: string) => server.admin.post('/api/v1/libraries', { name, path });
  expect((await create('Inside', join(root, 'mnt/Comics'))).status).toBe(201);
  for (const path of [join(root, 'private'), join(root, 'media/Way out')]) {
    expect([path, (await create('Outside', path)).status]).toEqual([path, 400]);
  }
});
