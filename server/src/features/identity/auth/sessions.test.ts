import type { Session } from '@lectern/contract/identity/auth';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { startSecondServer, type TestServer, withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn, signInAgain } from '../../../../test/harness/sign-in.ts';
import { graceMs } from './sessions.ts';
import { freshMs } from './verification-cache.ts';

const me = '/api/v1/user';

let nowMs = Date.now();
const clock = () => nowMs;
const pass = (ms: number) => {
  nowMs += ms;
};

/** Creates a user. The administrator signs in each time, because the tests advance the clock by hours. */
const aUser = async (server: TestServer) =>
  signIn({ url: server.url, admin: await signInAgain(server, server.admin) });
const refresh = (server: Client, refreshToken: string) =>
  server.post<Session>('/api/v1/auth/refresh', { refreshToken });
const statusOf = async (server: Client, accessToken: string) =>
  (await server.get(me, { authorization: `Bearer ${accessToken}` })).status;

withServer(
  'sessions',
  (server) => {
    describe('refreshing', () => {
      test('returns a new pair and invalidates the old refresh token', async () => {
        const { session } = await aUser(server());
        const first = await refresh(server(), session.refreshToken);
        expect(first.status).toBe(200);
        expect(first.body.refreshToken).not.toBe(session.refreshToken);
        expect(first.body.user).toEqual({ ...session.user });
        expect(await statusOf(server(), first.body.accessToken)).toBe(200);
        expect(first.headers.getSetCookie().join()).toContain('lectern_session=');
      });

      test('a reused token ends the whole session, including its latest tokens', async () => {
        const thief = await aUser(server());
        const bystander = await signInAgain(server(), thief);
        const second = await refresh(server(), thief.session.refreshToken);
        pass(graceMs + 1);
        expect(await statusOf(server(), second.body.accessToken)).toBe(200);
        expect((await refresh(server(), thief.session.refreshToken)).status).toBe(401);
        expect((await refresh(server(), second.body.refreshToken)).status).toBe(401);
        expect(await statusOf(server(), second.body.accessToken)).toBe(401);
        expect(await statusOf(server(), thief.session.accessToken)).toBe(401);
        expect(await statusOf(server(), bystander.session.accessToken)).toBe(200);
      });

      test('two tabs that refresh concurrently both continue with separate tokens', async () => {
        const { session } = await aUser(server());
        const tabs = await Promise.all([1, 2, 3].map(() => refresh(server(), session.refreshToken)));
        expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200]);
        const tokens = tabs.map(({ body }) => body.refreshToken);
        expect(new Set(tokens).size).toBe(3);
        pass(graceMs + 1);
        for (const token of tokens) expect((await refresh(server(), token)).status).toBe(200);
      });

      test('the grace period allows a few tabs, but not many', async () => {
        const { session } = await aUser(server());
        const statuses: number[] = [];
        for (let i = 0; i < 12; i++) statuses.push((await refresh(server(), session.refreshToken)).status);
        expect(statuses).toEqual([...Array(10).fill(200), 401, 401]);
        expect(await statusOf(server(), session.accessToken)).toBe(200);
      });

      test('the grace period ends on time, to the millisecond', async () => {
        const { session } = await aUser(server());
        await refresh(server(), session.refreshToken);
        pass(graceMs);
        expect((await refresh(server(), session.refreshToken)).status).toBe(200);
        pass(1);
        expect((await refresh(server(), session.refreshToken)).status).toBe(401);
      });

      test.each(['', 'x', 'x'.repeat(513), 'a'.repeat(43)])(
        'rejects %j as a refresh token',
        async (token) => {
          expect((await refresh(server(), token)).status).toBe(/^(|x{513})$/.test(token) ? 400 : 401);
        },
      );

      test('an access token is not accepted as a refresh token, nor the reverse', async () => {
        const { session } = await aUser(server());
        expect((await refresh(server(), session.accessToken)).status).toBe(401);
        expect(await statusOf(server(), session.refreshToken)).toBe(401);
      });

      test('a session expires after thirty days without a refresh', async () => {
        const { session } = await aUser(server());
        pass(29 * 86_400_000);
        const next = await refresh(server(), session.refreshToken);
        expect(next.status).toBe(200);
        pass(30 * 86_400_000);
        expect((await refresh(server(), next.body.refreshToken)).status).toBe(401);
      });

      test('an access token is valid for an hour', async () => {
        const { session } = await aUser(server());
        pass(3_598_000);
        expect(await statusOf(server(), session.accessToken)).toBe(200);
        pass(2_000);
        expect(await statusOf(server(), session.accessToken)).toBe(401);
      });
    });

    describe('signing out', () => {
      const signOut = (who: SignedIn, body?: object) => who.post('/api/v1/auth/logout', body);

      test('ends only this session immediately', async () => {
        const one = await aUser(server());
        const other = await signInAgain(server(), one);
        expect(await statusOf(server(), one.session.accessToken)).toBe(200);
        const { status, headers } = await signOut(one);
        expect(status).toBe(204);
        expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^lectern_session=; .*Max-Age=0/)]);
        expect(await statusOf(server(), one.session.accessToken)).toBe(401);
        expect((await server().get(me, { cookie: one.cookie })).status).toBe(401);
        expect((await refresh(server(), one.session.refreshToken)).status).toBe(401);
        expect(await statusOf(server(), other.session.accessToken)).toBe(200);
      });

      test('also ends the session of the refresh token if it belongs to the caller', async () => {
        const one = await aUser(server());
        const other = await signInAgain(server(), one);
        const stranger = await aUser(server());
        await signOut(one, { refreshToken: other.session.refreshToken });
        expect(await statusOf(server(), other.session.accessToken)).toBe(401);
        const again = await signInAgain(server(), one);
        await signOut(again, { refreshToken: stranger.session.refreshToken });
        expect(await statusOf(server(), stranger.session.accessToken)).toBe(200);
      });

      test('ignores an invalid token', async () => {
        const one = await aUser(server());
        expect((await signOut(one, { refreshToken: 'nonsense' })).status).toBe(204);
        expect((await signOut(one)).status).toBe(401);
      });

      test('wins over a concurrent refresh', async () => {
        for (let round = 0; round < 5; round++) {
          const one = await aUser(server());
          const [, refreshed] = await Promise.all([
            signOut(one),
            refresh(server(), one.session.refreshToken),
          ]);
          if (refreshed.status === 200)
            expect(await statusOf(server(), refreshed.body.accessToken)).toBe(401);
        }
      });
    });

    describe('a new password', () => {
      const change = (who: Client, currentPassword: string, newPassword: string) =>
        who.put('/api/v1/user/password', { currentPassword, newPassword });

      test('keeps the session that set it and ends the others', async () => {
        const one = await aUser(server());
        const other = await signInAgain(server(), one);
        expect((await change(one, one.password, 'another password')).status).toBe(204);
        expect((await one.get(me)).status).toBe(200);
        expect((await server().get(me, { cookie: one.cookie })).status).toBe(200);
        expect((await refresh(server(), one.session.refreshToken)).status).toBe(200);
        expect((await other.get(me)).status).toBe(401);
        expect((await server().get(me, { cookie: other.cookie })).status).toBe(401);
        expect((await refresh(server(), other.session.refreshToken)).status).toBe(401);
        await expect(signInAgain(server(), one)).rejects.toThrow();
        await signInAgain(server(), { ...one, password: 'another password' });
      });

      test('requires the old one, whose guesses are limited as well', async () => {
        const one = await aUser(server());
        const wrong = await change(one, 'wrong password', 'another password');
        expect(wrong.status).toBe(403);
        expect(wrong.body.error).toBe('forbidden');
        const many = await Promise.all(Array.from({ length: 20 }, () => change(one, 'wrong', 'another one')));
        expect(many.some(({ status }) => status === 429)).toBe(true);
        pass(3_600_000 - 5_000);
        expect((await change(one, one.password, 'another password')).status).toBe(204);
      });

      test('has at least eight characters', async () => {
        const one = await aUser(server());
        const { status, body } = await change(one, one.password, 'short');
        expect(status).toBe(400);
        expect(body.details).toMatchObject({ issues: [{ path: 'body.newPassword' }] });
      });
    });

    describe('another process', () => {
      /** A second server that has just verified this user and whose clock equals that of the first. */
      const aSecond = async (user: SignedIn) => {
        const second = await startSecondServer(server(), { clock });
        onTestFinished(() => second.stop());
        expect(await statusOf(second, user.session.accessToken)).toBe(200);
        return second;
      };

      test('accepts the tokens of the first', async () => {
        const user = await aUser(server());
        const second = await aSecond(user);
        expect((await refresh(second, user.session.refreshToken)).status).toBe(200);
      });

      test.each([
        ['signs out', (user: SignedIn) => user.post('/api/v1/auth/logout')],
        ['is disabled', (user: SignedIn, admin: Client) => admin.patch(path(user), { isActive: false })],
        ['is removed', (user: SignedIn, admin: Client) => admin.delete(path(user))],
        [
          'gets a new password',
          (user: SignedIn, admin: Client) => admin.patch(path(user), { password: 'x'.repeat(9) }),
        ],
      ])('learns within a second that a user %s', async (_, happen) => {
        const user = await aUser(server());
        const second = await aSecond(user);
        await happen(user, await signInAgain(server(), server().admin));
        pass(freshMs);
        expect(freshMs).toBeLessThan(1_000);
        expect(await statusOf(second, user.session.accessToken)).toBe(401);
      });

      test('learns within a second of a changed role', async () => {
        const user = await aUser(server());
        const second = await aSecond(user);
        const list = () =>
          second.get('/api/v1/users', { authorization: `Bearer ${user.session.accessToken}` });
        expect((await list()).status).toBe(403);
        const admin = await signInAgain(server(), server().admin);
        await admin.patch(path(user), { role: 'admin' });
        pass(freshMs);
        expect((await list()).status).toBe(200);
      });
    });
  },
  { clock },
);

const path = ({ userId }: SignedIn) => `/api/v1/users/${userId}`;
