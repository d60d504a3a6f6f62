// The end of streams: immediately when the permission ends, and when the server stops.
import { expect, test, vi } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import { bearer, type EventStream, openEvents } from '../../../../test/harness/clients/event-stream.ts';
import { startSecondServer, startTestServer, withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn, signInAgain } from '../../../../test/harness/sign-in.ts';
import { until } from '../../../../test/harness/until.ts';

/** These servers verify credentials only after announced changes. */
const onlyTold = { heartbeatMs: 100, checkMs: 3_600_000, windowMs: 20 };

/** Streams must end within a second. */
const isOverInASecond = (stream: EventStream) =>
  vi.waitUntil(() => stream.isOver, { timeout: 1_000, interval: 10 });

withServer(
  'a stream ends within a second',
  (server) => {
    const open = (who: SignedIn) => openEvents(server().url, { headers: bearer(who) });
    const openByKey = (key: string) => openEvents(server().url, { headers: { 'x-api-key': key } });
    const change = (who: SignedIn, body: object) => server().admin.patch(`/api/v1/users/${who.userId}`, body);
    /** Verifies that a stream is still open by its next event. */
    async function goesOn(stream: EventStream): Promise<void> {
      const before = stream.comments;
      await until(() => stream.comments > before);
      expect(stream.isOver).toBe(false);
      stream.close();
    }

    test('after its user has signed out, but not those of other sessions', async () => {
      const user = await signIn(server());
      const stream = await open(user);
      const other = await open(await signInAgain(server(), user));
      expect((await user.post('/api/v1/auth/logout')).status).toBe(204);
      await isOverInASecond(stream);
      await goesOn(other);
    });

    test("after a new password, for every session except the user's own", async () => {
      const user = await signIn(server());
      const own = await open(user);
      const other = await open(await signInAgain(server(), user));
      const passwords = { currentPassword: user.password, newPassword: 'another password' };
      expect((await user.put('/api/v1/user/password', passwords)).status).toBe(204);
      await isOverInASecond(other);
      await goesOn(own);
    });

    test('after its user is disabled, opened with a token or a key', async () => {
      const user = await signIn(server());
      const { key } = await makeKey(user);
      const streams = [await open(user), await openByKey(key)];
      expect((await change(user, { isActive: false })).status).toBe(200);
      await Promise.all(streams.map(isOverInASecond));
    });

    test('after its user is deleted', async () => {
      const user = await signIn(server());
      const stream = await open(user);
      expect((await server().admin.delete(`/api/v1/users/${user.userId}`)).status).toBe(204);
      await isOverInASecond(stream);
    });

    test('after a role change that removes permissions, and not after one that adds them', async () => {
      const user = await signIn(server(), { role: 'maintainer' });
      const stream = await open(user);
      expect((await change(user, { role: 'reader' })).status).toBe(200);
      await isOverInASecond(stream);
      const again = await open(user);
      expect((await change(user, { role: 'maintainer' })).status).toBe(200);
      await goesOn(again);
    });

    test.each<[string, (user: SignedIn, id: string) => Promise<{ status: number }>]>([
      ['is deleted', (user, id) => user.delete(`/api/v1/api-keys/${id}`)],
      ['is disabled', (user, id) => user.patch(`/api/v1/api-keys/${id}`, { isActive: false })],
      [
        'loses permissions',
        (user, id) => user.patch(`/api/v1/api-keys/${id}`, { permissions: ['books:read'] }),
      ],
    ])('after its key %s, but not those of other keys', async (_, act) => {
      const user = await signIn(server());
      const one = await makeKey(user);
      const two = await makeKey(user);
      const stream = await openByKey(one.key);
      const other = await openByKey(two.key);
      expect((await act(user, one.id)).status).toBeLessThan(300);
      await isOverInASecond(stream);
      await goesOn(other);
    });
  },
  { eventTimes: onlyTold },
);

test('a stream ends within a second after its key or its token has expired', async () => {
  let passedMs = 0;
  const server = await startTestServer({ clock: () => Date.now() + passedMs });
  try {
    const inAnHour = new Date(Date.now() + 1_800_000).toISOString();
    const { key } = await makeKey(server.reader, { expiresAt: inAnHour });
    const keyed = await openEvents(server.url, { headers: { 'x-api-key': key } });
    const signedIn = await openEvents(server.url, { headers: bearer(server.reader) });
    passedMs = 1_800_000;
    await isOverInASecond(keyed);
    expect(signedIn.isOver).toBe(false);
    passedMs = 3_600_000;
    await isOverInASecond(signedIn);
  } finally {
    await server.stop();
  }
});

test('a stream of another process ends within a second', async () => {
  const server = await startTestServer({ kind: 'postgres' });
  const second = await startSecondServer(server, { eventTimes: onlyTold });
  try {
    const user = await signIn(server);
    const stream = await openEvents(second.url, { headers: bearer(user) });
    await server.admin.patch(`/api/v1/users/${user.userId}`, { isActive: false });
    await isOverInASecond(stream);
  } finally {
    await second.stop();
    await server.stop();
  }
});

test('a stopping server ends its streams properly', async () => {
  const server = await startTestServer();
  const streams = await Promise.all(
    Array.from({ length: 5 }, () => openEvents(server.url, { headers: bearer(server.reader) })),
  );
  await server.stop();
  await until(() => streams.every(({ isOver }) => isOver));
  expect(streams.map(({ isCutOff }) => isCutOff)).toEqual(streams.map(() => false));
});
