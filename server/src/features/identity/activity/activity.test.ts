import type { Activity } from '@lectern/contract/identity/activity';
import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

withServer(
  'the activity log',
  (server) => {
    const list = async (query = '') =>
      (await server().admin.get<{ data: Activity[]; total: number }>(`/api/v1/admin/activity?${query}`)).body;

    test('contains sign-ins, failed sign-ins and sign-outs', async () => {
      const { admin } = server();
      const person = await signIn(server());
      const login = (username: string, password: string) =>
        server().request('POST', '/api/v1/auth/login', {
          body: { username, password },
          headers: { 'user-agent': 'A reader/1.0' },
        });
      await login(person.username, person.password);
      for (let i = 0; i < 3; i++) await login(person.username, 'wrong password');
      await login('my secret password', 'x');
      await person.post('/api/v1/auth/logout');
      const of = async (userId: string) => (await list(`userId=${userId}`)).data;
      await expect
        .poll(async () => (await of(person.userId)).map(({ kind }) => kind))
        .toEqual(['sign_out', 'sign_in_failed', 'sign_in', 'sign_in']);
      const [out, failed, entered] = await of(person.userId);
      expect(entered).toMatchObject({
        action: 'authentication.login',
        username: person.username,
        via: 'password',
        userAgent: 'A reader/1.0',
        address: '127.0.0.1',
        entityType: null,
      });
      expect(failed).toMatchObject({ username: person.username, via: null });
      expect(out).toMatchObject({ action: 'authentication.logout', via: 'bearer' });
      const unknown = (await list('kind=sign_in_failed')).data.find(({ userId }) => userId === null);
      expect(unknown).toMatchObject({ username: null });
      // The typed name may be a password.
      expect(JSON.stringify(await list('pageSize=500'))).not.toContain('my secret');
      expect((await server().reader.get('/api/v1/admin/activity')).status).toBe(403);
      expect((await admin.get('/api/v1/admin/activity?kind=dance')).status).toBe(400);
    });

    test('contains changes with their user, API key and the name of the entity at that time', async () => {
      const { admin } = server();
      const library = await addScannedLibrary(server(), { 'Saga/1.cbz': await makeCbz({ mark: 'deeds' }) });
      const [book] = await listBooks(admin, library.id);
      const key = await makeKey(admin, { permissions: ['books:write', 'books:read'] });
      await server()
        .as({ 'x-api-key': key.key })
        .patch(`/api/v1/books/${book?.id}`, { title: 'Another name' });
      const { body: made } = await admin.post<{ id: string }>('/api/v1/collections', { name: 'Best of' });
      await admin.delete(`/api/v1/collections/${made.id}`);
      await admin.put('/api/v1/admin/settings/activity.keep_days', { value: 100 });
      await expect.poll(async () => (await list('entityType=setting')).total).toBe(1);
      const changed = (await list(`entityType=book&entityId=${book?.id}`)).data;
      expect(changed).toMatchObject([
        {
          kind: 'change',
          action: 'books.update',
          userId: admin.userId,
          username: admin.username,
          via: 'api-key',
          apiKeyId: key.id,
          entityName: book?.title,
          fields: ['title'],
        },
      ]);
      expect((await list(`entityId=${made.id}`)).data).toMatchObject([
        { action: 'collections.remove', entityType: 'collection', entityName: 'Best of' },
        { action: 'collections.create', entityName: 'Best of', fields: expect.arrayContaining(['name']) },
      ]);
      const newLibrary = (await list(`entityType=library&entityId=${library.id}`)).data.at(-1);
      expect(newLibrary).toMatchObject({ action: 'libraries.create' });
      expect((await list('entityType=setting')).data).toMatchObject([
        { entityId: 'activity.keep_days', action: 'settings.set', fields: ['value'] },
      ]);
    });

    test('contains neither reading nor failed requests', async () => {
      const { admin, reader } = server();
      const library = await addScannedLibrary(server(), {
        'Private/1.cbz': await makeCbz({ mark: 'private' }),
      });
      const [book] = await listBooks(admin, library.id);
      await reader.put(`/api/v1/books/${book?.id}/progress`, { currentPage: 1 });
      await reader.post(`/api/v1/books/${book?.id}/read`);
      await reader.put(`/api/v1/series/${book?.seriesId}/rating`, { rating: 5 });
      await reader.post('/api/v1/books/list', {});
      await reader.patch(`/api/v1/books/${book?.id}`, { title: 'Not allowed' });
      await admin.patch(`/api/v1/books/${book?.id}`, { title: 5 });
      await reader.put('/api/v1/user/password', {
        currentPassword: reader.password,
        newPassword: 'another long password',
      });
      const ofReader = async () => (await list(`userId=${reader.userId}&kind=change`)).data;
      await expect.poll(async () => (await ofReader()).length).toBe(1);
      expect(await ofReader()).toMatchObject([
        {
          action: 'authentication.changePassword',
          entityType: 'user',
          entityId: reader.userId,
          entityName: reader.username,
          fields: ['currentPassword', 'newPassword'],
        },
      ]);
      expect((await list(`entityId=${book?.id}`)).total).toBe(0);
    });
  },
  { withTasks: true },
);
