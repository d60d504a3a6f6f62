import type { Session } from '@lectern/contract/identity/auth';
import type { CreatedInvitation, Invitation } from '@lectern/contract/identity/invitations';
import type { Restrictions } from '@lectern/contract/identity/users';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { addLibrary } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { aPerson, signIn } from '../../../../test/harness/sign-in.ts';
import { createTestClock } from '../../../../test/harness/test-clock.ts';

const invitations = '/api/v1/users/invitations';
const nothing = '01890000-0000-7000-8000-000000000000';
const { clock, later } = createTestClock();

onBothDatabases(
  'invitations',
  (server) => {
    const invite = async (by: Client = server().admin, wanted: object = {}) => {
      const { status, body } = await by.post<CreatedInvitation>(invitations, wanted);
      expect(status).toBe(201);
      return body;
    };
    const aNewcomer = () => {
      const { username, email, password } = aPerson();
      return { username, email, password };
    };
    const join = (secret: string, account: object = aNewcomer()) =>
      server().post<Session>('/api/v1/auth/join', { ...account, secret });
    const outcome = async (secret: string) => {
      const { status, body } = await join(secret);
      return [status, (body as { reason?: string }).reason];
    };
    const stateOf = async ({ id }: Invitation) =>
      (await server().admin.get<Invitation[]>(invitations)).body.find((one) => one.id === id)?.state;

    test('creates one account with the role and restrictions, and signs in', async () => {
      const { admin } = server();
      const library = await addLibrary(server(), {});
      const restrictions = { sharedLibraryIds: [library.id], maxAgeRating: 12 };
      const made = await invite(admin, {
        role: 'maintainer',
        restrictions,
        note: 'Grandma',
        language: 'de',
        expiresInDays: 30,
      });
      expect(made).toMatchObject({ state: 'open', note: 'Grandma', role: 'maintainer', account: null });
      expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(30 * 24 * 3_600_000);
      expect(made.secret).toMatch(/^[\w-]{43}$/);
      const shown = await server().post('/api/v1/auth/invitation/check', { secret: made.secret });
      expect([shown.status, shown.body]).toEqual([
        200,
        { inviter: admin.username, role: 'maintainer', language: 'de', expiresAt: made.expiresAt },
      ]);
      const account = aNewcomer();
      const { status, body } = await join(made.secret, account);
      expect([status, body.user]).toMatchObject([
        201,
        { username: account.username, role: 'maintainer', language: 'de' },
      ]);
      const stored = await admin.get<Restrictions>(`/api/v1/users/${body.user.id}/restrictions`);
      expect(stored.body).toEqual({ ...restrictions, sharingTags: [], allowUnrated: false });
      const listed = (await admin.get<Invitation[]>(invitations)).body.find(({ id }) => id === made.id);
      expect(listed).toMatchObject({
        state: 'used',
        account: { id: body.user.id, username: account.username },
      });
      expect(JSON.stringify(listed)).not.toContain(made.secret);
      expect(await outcome(made.secret)).toEqual([410, 'invitation_used']);
    });

    test('creates one account for two concurrent requests', async () => {
      const { secret } = await invite();
      const answers = await Promise.all([join(secret), join(secret), join(secret)]);
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 410, 410]);
    });

    test('can be used again after a taken name', async () => {
      const { secret } = await invite();
      const { username } = await signIn(server());
      const taken = await join(secret, { ...aNewcomer(), username });
      expect([taken.status, taken.body]).toMatchObject([409, { reason: 'username_taken' }]);
      expect((await join(secret)).status).toBe(201);
    });

    test('refuses unknown, expired and revoked links with different errors', async () => {
      expect(await outcome('unknown')).toEqual([404, undefined]);
      const expired = await invite(server().admin, { expiresInDays: 1 });
      const outcomes = await later(24 * 3_600_000, () => outcome(expired.secret));
      expect(outcomes).toEqual([410, 'invitation_expired']);
      const revoked = await invite();
      expect((await server().admin.delete(`${invitations}/${revoked.id}`)).status).toBe(204);
      expect([await outcome(revoked.secret), await stateOf(revoked)]).toEqual([
        [410, 'invitation_revoked'],
        'revoked',
      ]);
    });

    test('refuses all links while invitations are turned off', async () => {
      const { admin } = server();
      const { secret } = await invite();
      const setting = '/api/v1/admin/settings/auth.invitations_enabled';
      await admin.put(setting, { value: false });
      const isShown = async () => (await server().get('/api/v1/setup/status')).body.invitationsEnabled;
      expect(await outcome(secret)).toEqual([403, 'invitations_off']);
      expect((await admin.post(invitations, {})).status).toBe(403);
      expect(await isShown()).toBe(false);
      const key = await makeKey(admin);
      expect((await server().as({ 'x-api-key': key.key }).put(setting, { value: true })).status).toBe(403);
      await admin.put(setting, { value: true });
      expect([await isShown(), (await join(secret)).status]).toEqual([true, 201]);
    });

    describe('never grants more than the inviter has', () => {
      const aSteward = () => signIn(server(), { permissions: ['users:read', 'users:write'] });
      const limit = (userId: string, restrictions: object) =>
        server().admin.put(`/api/v1/users/${userId}/restrictions`, {
          sharedLibraryIds: [],
          ...restrictions,
        });

      test('at creation', async () => {
        const steward = await aSteward();
        await limit(steward.userId, { maxAgeRating: 12 });
        for (const wanted of [
          { role: 'admin' },
          { role: 'maintainer' },
          { restrictions: { sharedLibraryIds: [], maxAgeRating: 16 } },
          { restrictions: { sharedLibraryIds: [] } },
          { restrictions: { sharedLibraryIds: [], maxAgeRating: 12, allowUnrated: true } },
        ])
          expect((await steward.post(invitations, wanted)).status).toBe(403);
        const { secret } = await invite(steward);
        const { userId } = await join(secret).then(({ body }) => ({ userId: body.user.id }));
        const given = await server().admin.get<Restrictions>(`/api/v1/users/${userId}/restrictions`);
        expect(given.body).toMatchObject({ maxAgeRating: 12, allowUnrated: false });
      });

      test.each([
        ['is disabled', (path: string) => server().admin.patch(path, { isActive: false })],
        ['may no longer create users', (path: string) => server().admin.patch(path, { permissions: [] })],
        ['was deleted', (path: string) => server().admin.delete(path)],
        [
          'got limits',
          (path: string) =>
            server().admin.put(`${path}/restrictions`, { sharedLibraryIds: [], maxAgeRating: 6 }),
        ],
      ])('at use, when the inviter %s', async (_, change) => {
        const steward = await aSteward();
        const { secret } = await invite(steward);
        expect((await change(`/api/v1/users/${steward.userId}`)).status).toBeLessThan(300);
        expect(await outcome(secret)).toEqual([410, 'invitation_void']);
        const shown = await server().post('/api/v1/auth/invitation/check', { secret });
        expect([shown.status, shown.body]).toMatchObject([410, { reason: 'invitation_void' }]);
      });

      test('at use, when a sharing tag of the invitation was deleted', async () => {
        const { admin } = server();
        const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'horror' });
        const sharingTags = [{ tagId: tag.body.id, access: 'deny' }];
        const { secret } = await invite(admin, { restrictions: { sharedLibraryIds: [], sharingTags } });
        await admin.delete(`/api/v1/admin/sharing-tags/${tag.body.id}`);
        expect(await outcome(secret)).toEqual([410, 'invitation_void']);
      });

      test('by an API key', async () => {
        const { key } = await makeKey(server().admin);
        const { status, body } = await server().as({ 'x-api-key': key }).post(invitations, {});
        expect([status, body]).toMatchObject([403, { reason: 'api_key_refused' }]);
      });
    });

    test('shows each user only their own invitations, and administrators all', async () => {
      const one = await signIn(server(), { permissions: ['users:write'] });
      const other = await signIn(server(), { permissions: ['users:write'] });
      const { id } = await invite(one);
      const idsOf = async (who: Client) =>
        (await who.get<Invitation[]>(invitations)).body.map((invitation) => invitation.id);
      expect([await idsOf(one), await idsOf(other)]).toEqual([[id], []]);
      expect(await idsOf(server().admin)).toContain(id);
      expect((await other.delete(`${invitations}/${id}`)).status).toBe(404);
      expect((await one.delete(`${invitations}/${id}`)).status).toBe(204);
      expect((await one.delete(`${invitations}/${nothing}`)).status).toBe(404);
    });

    test('allows at most 100 open invitations of a user', async () => {
      const user = await signIn(server(), { permissions: ['users:write'] });
      for (let count = 0; count < 100; count++) await invite(user);
      const { status, body } = await user.post(invitations, {});
      expect([status, body]).toMatchObject([409, { reason: 'invitations_full' }]);
    });

    test('slows down guessing', async () => {
      const guess = (n: number) => server().post('/api/v1/auth/invitation/check', { secret: `guess-${n}` });
      const statuses = new Set<number>();
      for (let n = 0; n < 40; n++) statuses.add((await guess(n)).status);
      expect(statuses).toEqual(new Set([404, 429]));
    });
  },
  { clock },
);
