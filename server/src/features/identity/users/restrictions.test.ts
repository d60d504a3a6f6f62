import { mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { type TestServer, withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

async function makeLibrary({ admin, folder }: TestServer): Promise<string> {
  const path = mkdtempSync(join(folder, 'library-'));
  const made = await admin.post<{ id: string }>('/api/v1/libraries', { name: basename(path), path });
  return made.body.id;
}

withServer('limits to libraries', (server) => {
  test('are kept as given, each library once, and taken away again', async () => {
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
});
