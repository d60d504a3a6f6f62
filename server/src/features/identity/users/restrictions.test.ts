import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Restrictions } from '@lectern/contract/identity/users';
import { nouns } from '@lectern/contract/nouns';
import type { RouteDescription } from '@lectern/contract/route';
import type { Permission } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import { type TestServer, withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

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
  },
  { environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);
