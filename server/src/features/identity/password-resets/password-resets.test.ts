import type { CreatedPasswordReset } from '@lectern/contract/identity/password-resets';
import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn, signInAgain } from '../../../../test/harness/sign-in.ts';
import { createTestClock } from '../../../../test/harness/test-clock.ts';

const path = '/api/v1/auth/password-reset';
const { clock, later } = createTestClock();

onBothDatabases(
  'password reset links',
  (server) => {
    const makeLink = async (userId: string, by: Client = server().admin, hours = 24) => {
      const made = await by.post<CreatedPasswordReset>(`/api/v1/users/${userId}/password-reset`, {
        expiresInHours: hours,
      });
      expect(made.status).toBe(201);
      return made.body.secret;
    };
    const use = (secret: string, password = 'a new password') => server().post(path, { secret, password });
    const outcome = async (secret: string) => {
      const { status, body } = await use(secret);
      return [status, (body as { reason?: string } | undefined)?.reason];
    };
    const over = [410, 'reset_over'];
    const isSignedIn = async (user: SignedIn) => (await user.get('/api/v1/auth/me')).status === 200;

    test('sets a password once, ends the sessions of the user and keeps their API keys', async () => {
      const user = await signIn(server());
      const { key } = await makeKey(user);
      const secret = await makeLink(user.userId);
      const checked = await server().post(`${path}/check`, { secret });
      expect([checked.status, checked.body]).toMatchObject([200, { username: user.username }]);
      expect(await isSignedIn(user)).toBe(true);
      const answers = await Promise.all([use(secret), use(secret)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410]);
      expect(await isSignedIn(user)).toBe(false);
      expect((await server().as({ 'x-api-key': key }).get('/api/v1/auth/me')).status).toBe(200);
      await signInAgain(server(), { ...user, password: 'a new password' });
      expect(await outcome(secret)).toEqual(over);
    });

    test('ends with its time, a newer link, a changed password and a disabled account', async () => {
      const { admin } = server();
      const { userId } = await signIn(server());
      const expired = await makeLink(userId, admin, 1);
      expect(await later(3_600_000, () => outcome(expired))).toEqual(over);
      const replaced = await makeLink(userId);
      const changed = await makeLink(userId);
      await admin.patch(`/api/v1/users/${userId}`, { password: 'set by hand' });
      const disabled = await makeLink(userId);
      await admin.patch(`/api/v1/users/${userId}`, { isActive: false });
      for (const secret of [replaced, changed, disabled, 'unknown'])
        expect(await outcome(secret)).toEqual(over);
      const refused = await admin.post(`/api/v1/users/${userId}/password-reset`, {});
      expect([refused.status, refused.body]).toMatchObject([409, { reason: 'reset_disabled' }]);
    });

    test('needs the authority to change the account, also when it is used', async () => {
      const { admin } = server();
      const steward = await signIn(server(), { permissions: ['users:write'] });
      const reader = await signIn(server());
      const create = (by: Client, userId: string) => by.post(`/api/v1/users/${userId}/password-reset`, {});
      expect((await create(steward, admin.userId)).status).toBe(403);
      expect((await create(reader, steward.userId)).status).toBe(403);
      const { key } = await makeKey(admin);
      const byKey = await create(server().as({ 'x-api-key': key }), reader.userId);
      expect([byKey.status, byKey.body]).toMatchObject([403, { reason: 'api_key_refused' }]);
      const secret = await makeLink(reader.userId, steward);
      await admin.patch(`/api/v1/users/${reader.userId}`, { role: 'maintainer' });
      expect(await outcome(secret)).toEqual(over);
      await admin.patch(`/api/v1/users/${reader.userId}`, { role: 'reader' });
      await admin.patch(`/api/v1/users/${steward.userId}`, { permissions: [] });
      expect(await outcome(secret)).toEqual(over);
    });
  },
  { clock },
);
