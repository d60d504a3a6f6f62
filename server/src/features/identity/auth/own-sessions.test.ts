// The list of a user's own sessions, and remote sign-out.
import type { OwnSession, Session } from '@lectern/contract/identity/auth';
import { describe, expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn, signInAgain } from '../../../../test/harness/sign-in.ts';

const path = '/api/v1/auth/sessions';
const minuteMs = 60_000;
let nowMs = Date.now();

withServer(
  'the sessions of a user',
  (server) => {
    const aUser = async () =>
      signIn({ url: server().url, admin: await signInAgain(server(), server().admin) });
    const againWith = (agent: string, person: SignedIn) =>
      signInAgain(server().as({ 'user-agent': agent }), person);
    const list = async (who: SignedIn) => (await who.get<OwnSession[]>(path)).body;
    const clientsOf = async (who: SignedIn) => (await list(who)).map(({ client }) => client);

    test('are listed with the client and the last use, accurate to some minutes', async () => {
      const first = await aUser();
      const begunAt = new Date(nowMs).toISOString();
      const phone = await againWith(`Phone ${'x'.repeat(400)}`, first);
      await list(phone);
      nowMs += 10 * minuteMs;
      const told = await list(first);
      // The last use is written in the background, so the order of the two sessions is not fixed.
      expect(told).toHaveLength(2);
      expect(told.find(({ isCurrent }) => !isCurrent)).toEqual({
        id: expect.any(String),
        isCurrent: false,
        client: `Phone ${'x'.repeat(294)}`,
        createdAt: begunAt,
        lastSeenAt: begunAt,
        expiresAt: expect.any(String),
      });
      await expect.poll(async () => (await list(first))[0]?.lastSeenAt).toBe(new Date(nowMs).toISOString());
      nowMs += minuteMs;
      await phone.get('/api/v1/user');
      await expect.poll(async () => (await list(first))[0]?.isCurrent).toBe(false);
    });

    test('are listed without secrets', async () => {
      const one = await aUser();
      const text = JSON.stringify(await list(one));
      const { accessToken, refreshToken } = one.session;
      for (const secret of [accessToken, refreshToken, one.cookie]) expect(text).not.toContain(secret);
    });

    describe('a remote sign-out', () => {
      test('ends only that session immediately, with its tokens and cookie', async () => {
        const here = await aUser();
        const lost = await againWith('Lost phone', here);
        const kept = await againWith('Desk', here);
        const { id = '' } = (await list(here)).find(({ client }) => client === 'Lost phone') ?? {};
        expect((await lost.get('/api/v1/user')).status).toBe(200);
        expect((await here.delete(`${path}/${id}`)).status).toBe(204);
        expect((await lost.get('/api/v1/user')).status).toBe(401);
        expect((await server().get('/api/v1/user', { cookie: lost.cookie })).status).toBe(401);
        const { refreshToken } = lost.session;
        expect((await server().post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
        expect((await kept.get('/api/v1/user')).status).toBe(200);
        expect(await clientsOf(here)).not.toContain('Lost phone');
        expect((await here.delete(`${path}/${id}`)).status).toBe(404);
      });

      test('does not reach the sessions of other users, which do not exist for the caller', async () => {
        const one = await aUser();
        const other = await aUser();
        const [theirs] = await list(other);
        for (const who of [one, await signInAgain(server(), server().admin)])
          expect((await who.delete(`${path}/${theirs?.id}`)).status).toBe(404);
        expect((await other.get('/api/v1/user')).status).toBe(200);
        expect((await list(one)).map(({ id }) => id)).not.toContain(theirs?.id);
      });

      test('is not available to API keys or anonymous callers', async () => {
        const one = await aUser();
        const [own] = await list(one);
        const made = await one.post<{ key: string }>('/api/v1/api-keys', { name: 'a program' });
        const program = server().as({ 'x-api-key': made.body.key });
        expect((await program.get(path)).body).toEqual([]);
        expect((await program.delete(`${path}/${own?.id}`)).status).toBe(404);
        expect((await list(one)).length).toBe(1);
        expect((await server().get(path)).status).toBe(401);
      });
    });

    describe('signing out everywhere else', () => {
      test("ends all other sessions immediately, with their tokens and cookies, and keeps the caller's", async () => {
        const here = await aUser();
        const others = [await againWith('Phone', here), await againWith('Tablet', here)];
        const stranger = await aUser();
        expect((await here.delete(path)).status).toBe(204);
        for (const { session, cookie } of others) {
          const bearer = { authorization: `Bearer ${session.accessToken}` };
          expect((await server().get('/api/v1/user', bearer)).status).toBe(401);
          expect((await server().get('/api/v1/user', { cookie })).status).toBe(401);
          const { refreshToken } = session;
          expect((await server().post('/api/v1/auth/refresh', { refreshToken })).status).toBe(401);
        }
        expect((await list(here)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
        expect((await server().get('/api/v1/user', { cookie: here.cookie })).status).toBe(200);
        const { refreshToken } = here.session;
        expect((await server().post('/api/v1/auth/refresh', { refreshToken })).status).toBe(200);
        expect((await stranger.get('/api/v1/user')).status).toBe(200);
        expect((await signInAgain(server(), here)).session.accessToken).toBeDefined();
      });

      test('wins over a concurrent refresh', async () => {
        for (let round = 0; round < 5; round++) {
          const here = await aUser();
          const { refreshToken } = (await againWith('Phone', here)).session;
          const [, refreshed] = await Promise.all([
            here.delete(path),
            server().post<Session>('/api/v1/auth/refresh', { refreshToken }),
          ]);
          const bearer = { authorization: `Bearer ${refreshed.body.accessToken}` };
          if (refreshed.status === 200) expect((await server().get('/api/v1/user', bearer)).status).toBe(401);
        }
      });

      test('is not available to API keys or anonymous callers', async () => {
        const one = await aUser();
        const made = await one.post<{ key: string }>('/api/v1/api-keys', { name: 'a program' });
        expect((await server().as({ 'x-api-key': made.body.key }).delete(path)).status).toBe(404);
        expect((await server().delete(path)).status).toBe(401);
        expect((await one.get('/api/v1/user')).status).toBe(200);
      });
    });

    test('sessions ended by a new password or by expiry are not listed', async () => {
      const here = await aUser();
      await againWith('Old', here);
      await here.put('/api/v1/user/password', { currentPassword: here.password, newPassword: 'another one' });
      expect((await list(here)).length).toBe(1);
      const again = await againWith('New', { ...here, password: 'another one' });
      nowMs += 29 * 24 * 60 * minuteMs;
      await server().post('/api/v1/auth/refresh', { refreshToken: again.session.refreshToken });
      nowMs += 2 * 24 * 60 * minuteMs;
      const last = await againWith('Newest', { ...here, password: 'another one' });
      expect((await clientsOf(last)).toSorted()).toEqual(['New', 'Newest']);
    });
  },
  { clock: () => nowMs },
);
