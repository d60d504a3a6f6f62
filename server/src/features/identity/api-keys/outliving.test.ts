// An API key grants nothing that would outlive it. Accounts and keys are in escalation.test.ts.
import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { packPlugin } from '../../../../test/plugins/made-plugin.ts';
import { uploadPlugin } from '../../../../test/plugins/plugin-calls.ts';

const users = '/api/v1/users';

withServer('an API key of an administrator', (server) => {
  const adminKey = async () => server().as({ 'x-api-key': (await makeKey(server().admin)).key });

  /** Tries each body through the key, then through the session of the owner. */
  async function onlyBySession(
    method: 'PATCH' | 'PUT',
    path: string,
    { widened, narrow }: { widened: readonly object[]; narrow: object },
  ) {
    const key = await adminKey();
    const by = (who: Client, body: object) => who.request(method, path, { body });
    for (const body of widened) {
      expect((await by(server().admin, narrow)).status).toBe(200);
      const refused = await by(key, body);
      expect([body, refused.status, refused.body]).toMatchObject([body, 403, { reason: 'api_key_refused' }]);
      expect((await by(server().admin, body)).status).toBe(200);
      // Taking away needs no session.
      expect((await by(key, narrow)).status).toBe(200);
    }
  }

  test('gives an account no role, no permission, and does not enable it', async () => {
    const { userId } = await signIn(server());
    await onlyBySession('PATCH', `${users}/${userId}`, {
      widened: [{ role: 'admin' }, { role: 'maintainer' }, { permissions: ['files:upload'] }],
      narrow: { role: 'reader', permissions: [] },
    });
    await onlyBySession('PATCH', `${users}/${userId}`, {
      widened: [{ isActive: true }],
      narrow: { isActive: false },
    });
  });

  test('loosens no restriction of an account', async () => {
    const { admin } = server();
    const aTag = async (name: string) =>
      (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name })).body.id;
    const kids = await aTag('kids');
    const horror = await aTag('horror');
    const { id: one } = await addLibrary(server(), {});
    const { id: other } = await addLibrary(server(), {});
    const narrow = {
      sharedLibraryIds: [one],
      sharingTags: [
        { tagId: kids, access: 'allow' },
        { tagId: horror, access: 'deny' },
      ],
      maxAgeRating: 12,
      allowUnrated: false,
    };
    const [allowed, denied] = narrow.sharingTags;
    const { userId } = await signIn(server());
    await onlyBySession('PUT', `${users}/${userId}/restrictions`, {
      widened: [
        { ...narrow, sharedLibraryIds: [] },
        { ...narrow, sharedLibraryIds: [one, other] },
        { ...narrow, sharingTags: [allowed] },
        { ...narrow, sharingTags: [denied] },
        { ...narrow, maxAgeRating: 13 },
        { ...narrow, maxAgeRating: null },
        { ...narrow, allowUnrated: true },
      ],
      narrow,
    });
  });

  test('does not open registration', async () => {
    const path = '/api/v1/admin/settings/auth.registration_enabled';
    const key = await adminKey();
    const refused = await key.put(path, { value: true });
    expect([refused.status, refused.body]).toMatchObject([403, { reason: 'api_key_refused' }]);
    expect((await server().admin.put(path, { value: true })).status).toBe(200);
    expect((await key.put(path, { value: false })).status).toBe(200);
    expect((await key.post(`${path}/reset`)).status).toBe(200);
  });

  test('installs no plugin and connects no account at a service', async () => {
    const key = await adminKey();
    const own = `/api/v1/user/plugins/${crypto.randomUUID()}`;
    const answers = [
      await key.post('/api/v1/admin/plugins', { package: 'plugin-made@1.0.0' }),
      await uploadPlugin(key, packPlugin({})),
      await key.patch(own, { isEnabled: true, credentials: { token: 'of another' } }),
      await key.post(`${own}/authorize`),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([403, { reason: 'api_key_refused' }]);
  });
});
