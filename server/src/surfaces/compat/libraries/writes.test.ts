import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';
import type { CompatLibrary } from '../shapes/library.ts';

withServer(
  'libraries and accounts of the compatibility API',
  (server) => {
    const staff = () => anApp(server(), server().admin);
    const aFolder = async () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-compat-')));
      mkdirSync(join(folder, 'Saga'));
      writeFileSync(join(folder, 'Saga', '1.cbz'), await makeCbz({ mark: folder }));
      return folder;
    };

    test('creates a library with the given settings, scans, changes and removes it', async () => {
      const root = await aFolder();
      const made = await staff().post<CompatLibrary>('/api/v1/libraries', {
        name: `Made by an app ${server().kind}`,
        root,
        scanInterval: 'EVERY_6H',
        scanOnStartup: true,
        scanPdf: false,
        convertToCbz: true,
      });
      expect(made.status).toBe(200);
      expectClients('library', made.body);
      const { id } = made.body;
      const readLibrary = async () => (await staff().get<CompatLibrary>(`/api/v1/libraries/${id}`)).body;
      const wanted = { root, scanInterval: 'EVERY_6H', scanOnStartup: true, scanPdf: false, scanCbx: true };
      expect(await readLibrary()).toMatchObject(wanted);
      const books = () => staff().get<{ totalElements: number }>(`/api/v1/books?library_id=${id}`);
      await expect.poll(async () => (await books()).body.totalElements).toBe(1);
      const change = { name: 'Another name', scanInterval: 'DISABLED', scanEpub: false, root: null };
      expect((await staff().patch(`/api/v1/libraries/${id}`, change)).status).toBe(204);
      expect(await readLibrary()).toMatchObject({
        ...wanted,
        name: 'Another name',
        scanInterval: 'DISABLED',
        scanEpub: false,
      });
      expect((await staff().delete(`/api/v1/libraries/${id}`)).status).toBe(204);
      expect((await staff().get(`/api/v1/libraries/${id}`)).status).toBe(404);
    });

    test('rejects an invalid library with the field, and readers', async () => {
      const refused = await staff().post<{ violations: { fieldName: string }[] }>('/api/v1/libraries', {
        name: 'Nowhere',
        root: '/there/is/no/such/folder',
      });
      expect(refused.status).toBe(400);
      expect((await staff().post('/api/v1/libraries', { root: '/' })).status).toBe(400);
      expect(
        (await staff().post('/api/v1/libraries', { name: 'x', root: '/', scanInterval: 'x' })).status,
      ).toBe(400);
      const reader = anApp(server(), server().reader);
      const body = { name: 'Mine', root: await aFolder() };
      expect((await reader.post('/api/v1/libraries', body)).status).toBe(403);
      expect((await reader.post('/api/v1/filesystem', { path: '' })).status).toBe(403);
    });

    test('browses folders of the server from the root', async () => {
      const root = await aFolder();
      const { body } = await staff().post('/api/v1/filesystem', { path: root });
      expect(body).toEqual({
        parent: realpathSync(tmpdir()),
        directories: [{ type: 'directory', name: 'Saga', path: join(root, 'Saga') }],
        files: [],
      });
      const first = await staff().post<{ directories: object[] }>('/api/v1/filesystem', { path: '' });
      expect(first.body.directories.length).toBeGreaterThan(0);
      expect((await staff().post('/api/v1/filesystem', { path: '/there/is/no/such/folder' })).status).toBe(
        404,
      );
    });

    test('shows sign-ins to their user, and all sign-ins to administrators', async () => {
      const anna = await signIn(server());
      await server().post('/api/v1/auth/login', { username: anna.username, password: 'wrong' });
      interface Shown {
        content: { userId: string; success: boolean; dateTime: string; error: string | null }[];
        totalElements: number;
      }
      const own = () => anApp(server(), anna).get<Shown>('/api/v2/users/me/authentication-activity');
      await expect.poll(async () => (await own()).body.totalElements).toBe(2);
      const { content } = (await own()).body;
      expect(content.map(({ success, error }) => [success, error])).toEqual([
        [false, 'Bad credentials'],
        [true, null],
      ]);
      for (const { userId, dateTime } of content) {
        expect(userId).toBe(anna.userId);
        expect(dateTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }
      const all = await staff().get<Shown>('/api/v2/users/authentication-activity?size=1&page=1');
      expect(all.body.content).toHaveLength(1);
      expect(all.body.totalElements).toBeGreaterThan(2);
      const latest = `/api/v2/users/${anna.userId}/authentication-activity/latest`;
      expect((await staff().get(latest)).body).toMatchObject({ userId: anna.userId, success: false });
      expect((await anApp(server(), anna).get(latest)).status).toBe(403);
      expect((await anApp(server(), anna).get('/api/v2/users/authentication-activity')).status).toBe(403);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
