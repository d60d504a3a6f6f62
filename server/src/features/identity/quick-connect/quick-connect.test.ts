import type { OwnSession, Session } from '@lectern/contract/identity/auth';
import {
  type QuickConnect,
  type QuickConnectPoll,
  type QuickConnectRequest,
  quickConnectLetters,
} from '@lectern/contract/identity/quick-connect';
import { rolePermissions } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

const device = '/api/v1/auth/device';
let nowMs = Date.now();
/** A device waits between polls. */
const nextPoll = () => {
  nowMs += 5_000;
};

onBothDatabases(
  'quick connect',
  (server) => {
    const start = async (wanted: object = {}) => {
      const { status, body } = await server().post<QuickConnect>(device, { name: 'Boox', ...wanted });
      expect(status).toBe(201);
      return body;
    };
    const poll = ({ secret }: QuickConnect) => server().post<QuickConnectPoll>(`${device}/poll`, { secret });
    const approve = (by: Client, code: string) => by.post(`${device}/approve`, { code });
    const over = { status: 410, body: { reason: 'quick_connect_over' } };

    test('signs a device in once after a user has approved its code', async () => {
      const user = await signIn(server());
      const started = await start();
      expect(started.code).toMatch(new RegExp(`^[${quickConnectLetters}]{4}-[${quickConnectLetters}]{4}$`));
      expect(started.verificationUriComplete).toBe(`${server().url}/connect?code=${started.code}`);
      expect((await poll(started)).body).toEqual({ state: 'pending', session: null, apiKey: null });
      const code = started.code.toLowerCase().replace('-', ' ');
      const shown = await user.post<QuickConnectRequest>(`${device}/check`, { code });
      expect([shown.status, shown.body]).toMatchObject([
        200,
        { name: 'Boox', result: 'session', address: '127.0.0.1', isSameNetwork: true },
      ]);
      nextPoll();
      expect((await poll(started)).body.state).toBe('pending');
      expect((await approve(user, code)).status).toBe(204);
      nextPoll();
      const collected = await poll(started);
      expect(collected.headers.get('cache-control')).toBe('no-store');
      expect(collected.body).toMatchObject({ state: 'approved', apiKey: null });
      const { accessToken } = collected.body.session as Session;
      const signedIn = server().as({ authorization: `Bearer ${accessToken}` });
      expect((await signedIn.get('/api/v1/auth/me')).body).toMatchObject({ username: user.username });
      const sessions = (await signedIn.get<OwnSession[]>('/api/v1/auth/sessions')).body;
      expect(sessions.find(({ isCurrent }) => isCurrent)?.client).toBe('Boox');
      nextPoll();
      expect(await poll(started)).toMatchObject(over);
    });

    test('gives the session to one of several concurrent polls', async () => {
      const user = await signIn(server());
      const started = await start();
      await approve(user, started.code);
      const answers = await Promise.all([poll(started), poll(started), poll(started)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    test('creates an API key with the permissions of a reader, also for an administrator', async () => {
      const started = await start({ result: 'api_key', name: 'KOReader' });
      await approve(server().admin, started.code);
      const { apiKey, session } = (await poll(started)).body;
      expect(session).toBeNull();
      expect(apiKey).toMatchObject({ name: 'KOReader', userId: server().admin.userId });
      expect(new Set(apiKey?.permissions)).toEqual(new Set(rolePermissions.reader));
      const byKey = server().as({ 'x-api-key': apiKey?.key ?? '' });
      expect((await byKey.get('/api/v1/auth/me')).status).toBe(200);
      expect((await byKey.get('/api/v1/users')).status).toBe(403);
    });

    test('cannot approve a code twice, after its time, or after it was denied', async () => {
      const user = await signIn(server());
      const other = await signIn(server());
      const started = await start();
      await approve(user, started.code);
      expect(await approve(other, started.code)).toMatchObject(over);
      const denied = await start();
      expect((await user.post(`${device}/deny`, { code: denied.code })).status).toBe(204);
      expect(await approve(user, denied.code)).toMatchObject(over);
      expect(await poll(denied)).toMatchObject({ status: 403, body: { reason: 'quick_connect_denied' } });
      const expired = await start();
      await approve(user, expired.code);
      nowMs += 600_000;
      expect(await poll(expired)).toMatchObject(over);
    });

    test('ends an approval with the password or the account of the user', async () => {
      const { admin } = server();
      for (const change of [{ password: 'another password' }, { isActive: false }]) {
        const user = await signIn(server());
        const started = await start();
        await approve(user, started.code);
        await admin.patch(`/api/v1/users/${user.userId}`, change);
        expect(await poll(started)).toMatchObject(over);
      }
    });

    test('is approved by sessions only', async () => {
      const { code } = await start();
      const { key } = await makeKey(server().admin);
      for (const path of ['check', 'approve', 'deny']) {
        const { status, body } = await server().as({ 'x-api-key': key }).post(`${device}/${path}`, { code });
        expect([status, body]).toMatchObject([403, { reason: 'api_key_refused' }]);
        expect((await server().post(`${device}/${path}`, { code })).status).toBe(401);
      }
    });

    test('refuses polls that are too frequent', async () => {
      const started = await start();
      expect((await poll(started)).status).toBe(200);
      const { status, headers } = await poll(started);
      expect([status, headers.get('retry-after')]).toEqual([429, '5']);
    });

    test('can be turned off', async () => {
      const { admin } = server();
      const started = await start();
      await admin.put('/api/v1/admin/settings/auth.quick_connect_enabled', { value: false });
      expect((await server().get('/api/v1/setup/status')).body).toMatchObject({ quickConnectEnabled: false });
      const answers = [
        await server().post(device, { name: 'Boox' }),
        await poll(started),
        await approve(admin, started.code),
      ];
      for (const { status, body } of answers)
        expect([status, body]).toMatchObject([403, { reason: 'quick_connect_off' }]);
      await admin.put('/api/v1/admin/settings/auth.quick_connect_enabled', { value: true });
      expect((await poll(started)).body.state).toBe('pending');
    });

    test('lets at most 20 devices of an address wait', async () => {
      nowMs += 600_000;
      for (let count = 0; count < 20; count++) await start();
      expect((await server().post(device, { name: 'Boox' })).status).toBe(429);
      nowMs += 600_000;
      await start();
    });

    test('slows down guessing of codes by a user', async () => {
      const user = await signIn(server());
      const statuses = new Set<number>();
      for (let n = 0; n < 15; n++) statuses.add((await approve(user, 'BBBB-BBBB')).status);
      expect(statuses).toEqual(new Set([410, 429]));
    });
  },
  { clock: () => nowMs },
);
