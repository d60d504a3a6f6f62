import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { addShelf } from '../../../../test/compat/shelf.ts';
import { someId } from '../../../../test/harness/calls/good-calls.ts';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

withServer(
  'server administration in the compatibility API',
  (server) => {
    test('returns the version to administrators', async () => {
      const { status, body } = await anApp(server(), server().admin).get('/actuator/info');
      expect(status).toBe(200);
      expect(body).toMatchObject({ build: { version: expect.any(String) } });
      expect((await anApp(server(), server().reader).get('/actuator/info')).status).toBe(403);
    });

    test('returns the size of all libraries or of one', async () => {
      const staff = anApp(server(), server().admin);
      const { other } = await addShelf(server());
      const { body } = await staff.get<{ names: string[] }>('/actuator/metrics');
      for (const name of body.names) {
        const metric = await staff.get(`/actuator/metrics/${name}`);
        expect([name, metric.status]).toEqual([name, 200]);
        expectClients('metric', metric.body);
      }
      const figureOf = async (path: string) =>
        (await staff.get<{ measurements: { value: number }[] }>(`/actuator/metrics/${path}`)).body
          .measurements[0]?.value;
      expect([await figureOf('komga.series'), await figureOf(`komga.books?tag=library:${other.id}`)]).toEqual(
        [5, 1],
      );
      expect((await staff.get('/actuator/metrics/constructor')).status).toBe(404);
    });

    test("returns settings in the clients' format, and empty lists for unsupported features", async () => {
      const staff = anApp(server(), server().admin);
      const { body: settings } = await staff.get('/api/v1/settings');
      expectClients('settings', settings);
      expect(settings).toMatchObject({
        koboProxy: false,
        koboPort: null,
        kepubifyPath: { configurationSource: null, databaseSource: null, effectiveValue: null },
      });
      for (const path of ['history', 'page-hashes', 'page-hashes/unknown'])
        expect([path, (await staff.get<{ content: [] }>(`/api/v1/${path}`)).body.content]).toEqual([
          path,
          [],
        ]);
      expect((await staff.get('/api/v1/oauth2/providers')).body).toEqual([]);
      expect((await staff.get('/api/v1/releases')).body).toEqual([]);
      expect((await staff.get('/api/v1/announcements')).body).toMatchObject({ items: [] });
      expect((await staff.request('DELETE', '/api/v1/tasks')).body).toEqual(expect.any(Number));
      expect((await anApp(server(), server().reader).get('/api/v1/history')).status).toBe(403);
    });

    test('returns accounts with their restrictions to administrators', async () => {
      const { admin, reader } = server();
      const anna = await signIn(server());
      const limits = { sharedLibraryIds: [], maxAgeRating: 12, allowUnrated: false };
      await admin.put(`/api/v1/users/${anna.userId}/restrictions`, limits);
      const { body } = await anApp(server(), admin).get<{ id: string }[]>('/api/v2/users');
      for (const user of body) expectClients('user', user);
      const hers = {
        id: anna.userId,
        ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' },
        sharedAllLibraries: true,
      };
      expect(body.find(({ id }) => id === anna.userId)).toMatchObject(hers);
      expect((await anApp(server(), anna).get('/api/v2/users/me')).body).toMatchObject(hers);
      expect((await anApp(server(), reader).get('/api/v2/users')).status).toBe(403);
    });

    test('accepts settings, and keeps the current values', async () => {
      const staff = anApp(server(), server().admin);
      const before = (await staff.get<{ rememberMeDurationDays: number }>('/api/v1/settings')).body;
      expect((await staff.patch('/api/v1/settings', { taskPoolSize: 4, unheardOf: 1 })).status).toBe(204);
      expect((await staff.patch('/api/v1/settings', { taskPoolSize: 'many' })).status).toBe(400);
      // An administrator would believe that sessions were ended.
      for (const refused of [{ renewRememberMeKey: true }, { rememberMeDurationDays: 1 }])
        expect((await staff.patch('/api/v1/settings', refused)).status).toBe(400);
      const { rememberMeDurationDays } = before;
      expect((await staff.patch('/api/v1/settings', { rememberMeDurationDays })).status).toBe(204);
      expect((await staff.get('/api/v1/settings')).body).toEqual(before);
      expect((await anApp(server(), server().reader).patch('/api/v1/settings', {})).status).toBe(403);
    });

    test('lets administrators create accounts with restrictions', async () => {
      const staff = anApp(server(), server().admin);
      const path = '/api/v2/users';
      const password = 'long enough for anybody';
      const { id: libraryId } = await addScannedLibrary(server(), {});
      const made = await staff.post<{ id: string }>(path, {
        email: 'lena@example.org',
        password,
        roles: ['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'],
        sharedLibraries: { all: false, libraryIds: [libraryId] },
        ageRestriction: { age: 16, restriction: 'EXCLUDE' },
      });
      expect(made.status).toBe(201);
      expectClients('user', made.body);
      expect(made.body).toMatchObject({
        email: 'lena@example.org',
        roles: ['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'],
        sharedAllLibraries: false,
        sharedLibrariesIds: [libraryId],
        ageRestriction: { age: 16, restriction: 'EXCLUDE' },
      });
      const basic = `Basic ${Buffer.from(`lena@example.org:${password}`).toString('base64')}`;
      const own = anApp(server(), undefined, { authorization: basic });
      expect((await own.get(`${path}/me`)).body).toEqual(made.body);

      const boss = { email: 'boss@example.org', password, roles: ['ADMIN'] };
      const { body } = await staff.post<{ roles: string[] }>(path, boss);
      expect(body.roles).toContain('ADMIN');
      for (const [status, wrong] of [
        [409, { email: 'lena@example.org' }],
        [400, { email: 'no address' }],
        [400, { password: 'short' }],
        [400, { labelsExclude: [' '] }],
        [400, { roles: [] }],
        [400, { roles: ['USER', 'PAGE_STREAMING'] }],
        [400, { sharedLibraries: { all: false, libraryIds: [] } }],
        [400, { sharedLibraries: { all: false, libraryIds: [someId] } }],
        [400, { ageRestriction: { age: 0, restriction: 'EXCLUDE' } }],
      ] as const) {
        const refused = await staff.post(path, { email: 'other@example.org', password, ...wrong });
        expect([wrong, refused.status]).toEqual([wrong, status]);
        expectClients(status === 400 ? 'validationError' : 'error', refused.body);
      }
      const users = (await staff.get<{ email: string }[]>(path)).body.map(({ email }) => email);
      expect(users).not.toContain('other@example.org');
      const reader = anApp(server(), server().reader);
      expect((await reader.post(path, { email: 'r@example.org', password, roles: [] })).status).toBe(403);
    });

    test('lets administrators change accounts as Komelia does, and delete them', async () => {
      const staff = anApp(server(), server().admin);
      const path = '/api/v2/users';
      const roles = ['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING'];
      const { id: libraryId } = await addScannedLibrary(server(), {});
      const account = { email: 'kim@example.org', password: 'the first password' };
      const { body: made } = await staff.post<{ id: string }>(path, {
        ...account,
        roles,
        labelsExclude: ['gore'],
      });
      const shown = async () =>
        (await staff.get<{ id: string; roles: string[] }[]>(path)).body.find(({ id }) => id === made.id);
      const change = async (body: object) => (await staff.patch(`${path}/${made.id}`, body)).status;
      expect(await shown()).toMatchObject({ labelsAllow: [], labelsExclude: ['gore'], ageRestriction: null });
      // The user never learns the names of the tags that restrict it.
      const own = (password: string) =>
        anApp(server(), undefined, { authorization: `Basic ${btoa(`${account.email}:${password}`)}` });
      expect((await own(account.password).get(`${path}/me`)).body).toMatchObject({ labelsExclude: [] });
      expect(
        await change({ ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' }, labelsAllow: ['kids'] }),
      ).toBe(204);
      expect(await change({ sharedLibraries: { all: false, libraryIds: [libraryId] } })).toBe(204);
      const limited = {
        sharedAllLibraries: false,
        sharedLibrariesIds: [libraryId],
        labelsAllow: ['kids'],
        labelsExclude: ['gore'],
        ageRestriction: { age: 12, restriction: 'ALLOW_ONLY' },
      };
      expect(await shown()).toMatchObject({ ...limited, roles });
      // A refused change changes nothing.
      for (const wrong of [
        { roles: ['USER'], ageRestriction: null },
        { roles, labelsAllow: null, sharedLibraries: { all: false, libraryIds: [someId] } },
        { ageRestriction: { age: -1, restriction: 'EXCLUDE' } },
      ])
        expect([wrong, await change(wrong)]).toEqual([wrong, 400]);
      expect(await shown()).toMatchObject({ ...limited, roles });
      expect(await change({ roles: ['ADMIN'] })).toBe(204);
      expect((await shown())?.roles).toContain('ADMIN');
      expect(await change({ roles })).toBe(204);
      const free = {
        ageRestriction: null,
        labelsAllow: null,
        labelsExclude: [],
        sharedLibraries: { all: true },
      };
      expect(await change(free)).toBe(204);
      expect(await shown()).toMatchObject({
        ageRestriction: null,
        labelsAllow: [],
        sharedAllLibraries: true,
        roles,
      });

      expect(
        (await staff.patch(`${path}/${made.id}/password`, { password: 'the second password' })).status,
      ).toBe(204);
      expect((await own(account.password).get(`${path}/me`)).status).toBe(401);
      const mine = own('the second password');
      expect((await mine.patch(`${path}/me/password`, { password: 'short' })).status).toBe(400);
      expect((await mine.patch(`${path}/me/password`, { password: 'the third password' })).status).toBe(204);
      const reader = own('the third password');
      for (const refused of [
        reader.patch(`${path}/${made.id}`, { ageRestriction: null }),
        reader.patch(`${path}/${made.id}/password`, { password: 'the fourth password' }),
        reader.delete(`${path}/${made.id}`),
      ])
        expect((await refused).status).toBe(403);
      expect((await staff.delete(`${path}/${made.id}`)).status).toBe(204);
      expect(await shown()).toBeUndefined();
      expect(await change({ roles })).toBe(404);
    });

    test('lets users create API keys, and returns them once', async () => {
      const app = anApp(server(), await signIn(server()));
      const path = '/api/v2/users/me/api-keys';
      const made = await app.post<{ id: string; key: string }>(path, { comment: 'Tablet' });
      const { id, key } = made.body;
      const keyed = anApp(server(), undefined, { 'x-api-key': key });
      expect((await keyed.get('/api/v1/series')).status).toBe(200);
      const listed = await app.get<{ id: string; key: string; comment: string }[]>(path);
      expect(listed.body.map((one) => [one.id, one.comment])).toEqual([[id, 'Tablet']]);
      expect(listed.bytes.toString()).not.toContain(key);
      expect((await app.delete(`${path}/${id}`)).status).toBe(204);
      expect((await keyed.get('/api/v1/series')).status).toBe(401);
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
