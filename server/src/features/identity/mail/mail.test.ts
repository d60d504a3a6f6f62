import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MailStatus } from '@lectern/contract/identity/mail';
import { describe, expect, test } from 'vitest';
import { makeKey } from '../../../../test/harness/api-key.ts';
import {
  startMailServer,
  type TestMailServer,
  toSettings,
  trustTestCertificate,
  untrusted,
} from '../../../../test/harness/mail-server.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

const path = '/api/v1/admin/mail';

withServer('the mail server', (server) => {
  trustTestCertificate();

  const set = (body: object) => server().admin.put<MailStatus>(path, body);
  const stored = async () => (await server().admin.get<MailStatus>(path)).body;
  const sendTest = (to = 'ann@example.org') => server().admin.post(`${path}/test`, { to });
  /** Runs work with a mail server that is set. */
  const withMail = async (
    work: (mail: TestMailServer) => Promise<void>,
    options: Parameters<typeof startMailServer>[0] = {},
  ) => {
    const mail = await startMailServer(options);
    try {
      expect((await set(toSettings(mail))).status).toBe(200);
      await work(mail);
    } finally {
      await mail.close();
    }
  };
  const expectFailure = async (expected: string) => {
    const { status, body } = await sendTest();
    expect([status, body]).toMatchObject([502, { error: 'mail_failed', reason: expected }]);
    return (body as unknown as { params: { response: string } }).params.response;
  };

  test('is stored with an encrypted password that no response contains', async () => {
    expect(await stored()).toEqual({ server: null, publicUrl: null });
    const settings = { ...toSettings({ port: 587 } as TestMailServer), password: 'a long password' };
    const { password: _, ...shown } = settings;
    const { body } = await set(settings);
    expect(body.server).toMatchObject({ ...shown, hasPassword: true });
    expect(JSON.stringify([body, await stored()])).not.toContain('a long password');
    for (const path of globSync(join(server().folder, 'data/*.db*')))
      expect(readFileSync(path, 'latin1')).not.toContain('a long password');
    expect((await set(shown)).body.server?.hasPassword).toBe(true);
    expect((await server().admin.delete(path)).status).toBe(204);
    expect((await stored()).server).toBeNull();
    expect((await sendTest()).body).toMatchObject({ error: 'conflict', reason: 'mail_off' });
  });

  test('never receives the password that was stored for another host, port or user name', async () => {
    const settings = toSettings({ port: 587 } as TestMailServer);
    await set(settings);
    const { password: _, ...kept } = settings;
    for (const change of [{ host: 'mail.example.org' }, { port: 465 }, { username: 'other' }]) {
      const { status, body } = await set({ ...kept, ...change });
      expect([status, body]).toMatchObject([
        400,
        { details: { issues: [{ path: 'body.password', code: 'mail_password_again' }] } },
      ]);
    }
    expect((await set({ ...kept, username: null })).body.server?.hasPassword).toBe(false);
  });

  test('is changed only by administrators with a session', async () => {
    const { admin, reader } = server();
    const settings = toSettings({ port: 587 } as TestMailServer);
    const helper = await signIn(server(), { role: 'maintainer', permissions: ['system:admin'] });
    const byKey = server().as({ 'x-api-key': (await makeKey(admin)).key });
    for (const who of [helper, byKey, reader]) {
      expect((await who.put(path, settings)).status).toBe(403);
      expect((await who.post(`${path}/test`, { to: 'ann@example.org' })).status).toBe(403);
      expect((await who.delete(path)).status).toBe(403);
    }
    expect((await reader.get(path)).status).toBe(403);
  });

  test.each([
    ['starttls', {}],
    ['tls', { secure: true }],
  ])('sends one message to one recipient: %s', async (security, options) => {
    await withMail(async (mail) => {
      await set({ ...toSettings(mail), security });
      expect((await sendTest()).status).toBe(204);
      expect(mail.mails).toMatchObject([{ from: 'library@example.org', to: ['ann@example.org'] }]);
      expect(mail.mails[0]?.source).toContain('From: Lectern <library@example.org>');
      expect(mail.mails[0]?.source).toContain('Auto-Submitted: auto-generated');
      for (const to of ['a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org'])
        expect((await sendTest(to)).status).toBe(400);
      await sendTest('a,b@example.org');
      expect(mail.mails.slice(1).every(({ to }) => to.length === 1)).toBe(true);
    }, options);
  });

  describe('reports', () => {
    test('a wrong password, with the response', () =>
      withMail(async (mail) => {
        await set({ ...toSettings(mail), password: 'wrong' });
        expect(await expectFailure('mail_credentials')).toContain('535');
      }));

    test('a server without encryption, which receives no password', async () => {
      const logins: unknown[] = [];
      await withMail(() => expectFailure('mail_insecure').then(() => expect(logins).toEqual([])), {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: (login, _session, done) => {
          logins.push(login);
          done(null, { user: 'any' });
        },
      });
    });

    test('a certificate that is not trusted', () =>
      withMail(async () => void (await expectFailure('mail_insecure')), untrusted));

    test('a refused recipient, with the response in one line', () =>
      withMail(async () => expect(await expectFailure('mail_refused')).toBe('550 No such user'), {
        onRcptTo: (_address, _session, done) =>
          done(Object.assign(new Error('No such\r\nuser'), { responseCode: 550 })),
      }));

    test('a port that nothing listens on', async () => {
      const mail = await startMailServer();
      await mail.close();
      await set(toSettings(mail));
      await expectFailure('mail_unreachable');
    });
  });
});
