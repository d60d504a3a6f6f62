import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Restrictions, RestrictionsPreview, User } from '@lectern/contract/identity/users';
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { addScannedLibrary, listSeries } from '../../../../test/harness/library.ts';
import { type TestServer, withServer } from '../../../../test/harness/server.ts';
import { aPerson, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface CompatUser {
  id: string;
  sharedAllLibraries: boolean;
  sharedLibrariesIds: string[];
}

async function makeLibrary({ admin, folder }: TestServer): Promise<string> {
  const path = mkdtempSync(join(folder, 'library-'));
  const made = await admin.post<{ id: string }>('/api/v1/libraries', { name: basename(path), path });
  return made.body.id;
}

withServer(
  'restrictions to libraries',
  (server) => {
    test('are stored without duplicates, and removed again', async () => {
      const one = await makeLibrary(server());
      const two = await makeLibrary(server());
      const gone = await makeLibrary(server());
      expect((await server().admin.delete(`/api/v1/libraries/${gone}`)).status).toBe(204);
      const { userId } = await signIn(server());
      const path = `/api/v1/users/${userId}/restrictions`;
      const given = await server().admin.put(path, { sharedLibraryIds: [two, one, two] });
      expect(given.status).toBe(200);
      const unlimited = { sharingTags: [], maxAgeRating: null, allowUnrated: true };
      expect(given.body).toEqual({ sharedLibraryIds: [two, one], ...unlimited });
      const { body, headers } = await server().admin.get(path);
      expect(body).toEqual({ sharedLibraryIds: [two, one], ...unlimited });
      expect(headers.get('etag')).not.toBeNull();
      const refused = await server().admin.put(path, { sharedLibraryIds: [one, gone] });
      expect(refused.body.details).toMatchObject({ issues: [{ path: 'body.sharedLibraryIds.1' }] });
      const freed = await server().admin.put(path, { sharedLibraryIds: [] });
      expect(freed.body).toEqual({ sharedLibraryIds: [], ...unlimited });
    });

    test('contain only libraries that the caller can see', async () => {
      const seen = await makeLibrary(server());
      const hidden = await makeLibrary(server());
      const { admin } = server();
      const toPath = (userId: string) => `/api/v1/users/${userId}/restrictions`;
      const limitTo = async (ids: string[], permissions: Permission[] = []) => {
        const user = await signIn(server(), { permissions });
        expect((await admin.put(toPath(user.userId), { sharedLibraryIds: ids })).status).toBe(200);
        return user;
      };
      const caller = await limitTo([seen], ['users:read']);
      const both = await limitTo([seen, hidden]);
      const other = await limitTo([hidden]);
      const answer = await caller.get(toPath(both.userId));
      expect([answer.status, answer.body]).toMatchObject([200, { sharedLibraryIds: [seen] }]);
      // An empty list means all libraries.
      expect((await caller.get(toPath(other.userId))).status).toBe(403);
      const users = await caller.get<CompatUser[]>('/compat/api/v2/users');
      expect(users.status).toBe(200);
      expect(users.bytes.toString()).not.toContain(hidden);
      expect(users.body.find(({ id }) => id === other.userId)).toMatchObject({
        sharedAllLibraries: false,
        sharedLibrariesIds: [],
      });
      const routes = nouns
        .flatMap(({ table }): RouteDescription[] => Object.values(table))
        .filter(({ method, access }) => method === 'GET' && [access].flat().includes('users:read'));
      expect(routes.length).toBeGreaterThan(3);
      for (const { path } of routes)
        for (const { userId } of [both, other]) {
          const { bytes } = await caller.get(path.replace('{id}', userId));
          expect([path, bytes.toString().includes(hidden)]).toEqual([path, false]);
        }
      const all = await admin.get<Restrictions>(toPath(both.userId));
      expect(all.body.sharedLibraryIds).toEqual([seen, hidden]);
    });

    test('hide series without an age rating if there is a maximum age rating, unless they are allowed', async () => {
      const toPath = (userId: string) => `/api/v1/users/${userId}/restrictions`;
      const { admin } = server();
      const create = async (restrictions: object) => {
        const { status, body } = await admin.post<User>('/api/v1/users', { ...aPerson(), restrictions });
        expect(status).toBe(201);
        return (await admin.get<Restrictions>(toPath(body.id))).body;
      };
      const child = { sharedLibraryIds: [], maxAgeRating: 10 };
      expect(await create(child)).toEqual({ ...child, sharingTags: [], allowUnrated: false });
      expect(await create({ ...child, allowUnrated: true })).toMatchObject({ allowUnrated: true });
      expect(await create({ sharedLibraryIds: [] })).toMatchObject({ allowUnrated: true });
      const { userId } = await signIn(server());
      const { body } = await admin.put(toPath(userId), child);
      expect(body).toMatchObject({ maxAgeRating: 10, allowUnrated: false });
    });

    test('of a new user must exist, and grant no more than the caller sees', async () => {
      const { admin } = server();
      const own = await makeLibrary(server());
      const other = await makeLibrary(server());
      const caller = await signIn(server(), { permissions: ['users:read', 'users:write'] });
      await admin.put(`/api/v1/users/${caller.userId}/restrictions`, {
        sharedLibraryIds: [own],
        maxAgeRating: 12,
      });
      const create = (restrictions: object) =>
        caller.post<User>('/api/v1/users', { ...aPerson({ role: 'reader' }), restrictions });
      const unknown = await create({ sharedLibraryIds: [other], maxAgeRating: 10 });
      expect(unknown.status).toBe(400);
      expect(unknown.body).toMatchObject({
        details: { issues: [{ path: 'body.restrictions.sharedLibraryIds.0' }] },
      });
      const refused = await Promise.all([
        create({ sharedLibraryIds: [], maxAgeRating: 10 }),
        create({ sharedLibraryIds: [own] }),
        create({ sharedLibraryIds: [own], maxAgeRating: 12, allowUnrated: true }),
      ]);
      expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
      const created = await create({ sharedLibraryIds: [own], maxAgeRating: 10 });
      expect(created.status).toBe(201);
    });
  },
  { environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);

withServer(
  'previews of restrictions',
  (server) => {
    test('contain the series that such a user sees', async () => {
      const { admin } = server();
      const rated = (age: string) => `<AgeRating>${age}</AgeRating>`;
      const spec = (mark: string, comicInfo?: string) =>
        makeCbz({ mark, pages: 1, ...(comicInfo !== undefined && { comicInfo }) });
      const library = await addScannedLibrary(server(), {
        'Everyone/1.cbz': await spec('preview 1', rated('Everyone')),
        'Everyone/2.cbz': await spec('preview 2', rated('Everyone')),
        'Adults/1.cbz': await spec('preview 3', rated('Adults Only 18+')),
        'Unrated/1.cbz': await spec('preview 4'),
      });
      const child = { sharedLibraryIds: [library.id], maxAgeRating: 10 };
      const path = '/api/v1/users/restrictions/preview';
      const { status, body } = await admin.post<RestrictionsPreview>(path, child);
      expect(status).toBe(200);
      expect(body.visible).toEqual({ seriesCount: 1, bookCount: 2, titles: ['Everyone'] });
      expect(body.hidden).toMatchObject({ titles: ['Adults', 'Unrated'] });
      const user = await signIn(server());
      await admin.put(`/api/v1/users/${user.userId}/restrictions`, child);
      const seen = await listSeries(user, library.id);
      expect(seen.map(({ title }) => title)).toEqual(body.visible.titles);
      expect((await user.post(path, child)).status).toBe(403);
      const key = await makeKey(admin, { permissions: ['users:write'] });
      const { status: withoutSeries } = await server().as({ 'x-api-key': key.key }).post(path, child);
      expect(withoutSeries).toBe(403);
    });
  },
  { withTasks: true },
);
