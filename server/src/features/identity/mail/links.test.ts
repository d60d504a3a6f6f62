import type { CreatedInvitation, Invitation } from '@lectern/contract/identity/invitations';
import type { CreatedPasswordReset } from '@lectern/contract/identity/password-resets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  readLink,
  startMailServer,
  type TestMailServer,
  toSettings,
  trustTestCertificate,
} from '../../../../test/harness/mail-server.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { aPerson, type SignedIn, signIn, signInAgain } from '../../../../test/harness/sign-in.ts';
import { createTestClock } from '../../../../test/harness/test-clock.ts';
import { until } from '../../../../test/harness/until.ts';

const publicUrl = 'http://books.example.org/library';
const minuteMs = 60_000;
const { clock, later } = createTestClock();

withServer(
  'links by e-mail',
  (server) => {
    trustTestCertificate();
    let mail: TestMailServer;
    let refuses = false;
    let refusedCount = 0;

    beforeAll(async () => {
      mail = await startMailServer({
        onRcptTo(_address, _session, done) {
          if (refuses) refusedCount++;
          done(refuses ? new Error('No such user') : null);
        },
      });
    });
    afterAll(() => mail?.close());

    const setMail = () => server().admin.put('/api/v1/admin/mail', toSettings(mail));
    const mailsTo = (address: string) => mail.mails.filter(({ to }) => to.includes(address));
    let callers = 0;
    /** Each request has its own address, unless one is given. */
    const request = (login: string, address = `192.0.2.${++callers}`) =>
      server()
        .as({ 'x-forwarded-for': address })
        .post('/api/v1/auth/password-reset/request', { login, language: 'de' });
    const reset = (secret: string, password = 'a new password') =>
      server().post('/api/v1/auth/password-reset', { secret, password });
    const makeLink = (user: SignedIn, body: object = {}) =>
      server().admin.post<CreatedPasswordReset>(`/api/v1/users/${user.userId}/password-reset`, body);
    const status = async () => (await server().get('/api/v1/setup/status')).body;
    /** Requests a link, and returns after the message to another user who requested one later. */
    const requestAndWait = async (login: string) => {
      const witness = await signIn(server());
      expect((await request(login)).status).toBe(202);
      expect((await request(witness.username)).status).toBe(202);
      await until(() => mailsTo(witness.email).length > 0);
    };

    test('are refused without a mail server', async () => {
      const { admin } = server();
      const user = await signIn(server());
      expect(await status()).toMatchObject({ mailEnabled: false, passwordResetByMail: false });
      for (const refused of [
        await admin.post('/api/v1/users/invitations', { email: 'ann@example.org' }),
        await makeLink(user, { sendMail: true }),
      ])
        expect([refused.status, refused.body]).toMatchObject([409, { reason: 'mail_off' }]);
      expect((await request(user.username)).status).toBe(403);
      expect((await admin.get<Invitation[]>('/api/v1/users/invitations')).body).toEqual([]);
      await setMail();
      expect(await status()).toMatchObject({ mailEnabled: true, passwordResetByMail: true });
    });

    test('invite, with the configured address of the server', async () => {
      const { admin } = server();
      const wanted = { email: 'ann@example.org', language: 'de' };
      const { status: created, body } = await admin.post<CreatedInvitation>(
        '/api/v1/users/invitations',
        wanted,
      );
      expect([created, body]).toMatchObject([201, { email: 'ann@example.org', mailError: null }]);
      const [received] = mailsTo('ann@example.org');
      if (!received) throw new Error('No message arrived.');
      expect(readLink(received)).toEqual({ url: `${publicUrl}/join`, secret: body.secret });
      expect(received.source).toContain('Subject: Einladung zu einer Lectern-Bibliothek');
      const { username, email, password } = aPerson();
      const joined = await server().post('/api/v1/auth/join', {
        username,
        email,
        password,
        secret: body.secret,
      });
      expect(joined.status).toBe(201);
    });

    test('are shown to their creator if the mail server refuses the message', async () => {
      refuses = true;
      const user = await signIn(server());
      const invited = await server().admin.post<CreatedInvitation>('/api/v1/users/invitations', {
        email: 'gone@example.org',
      });
      const made = await makeLink(user, { sendMail: true });
      refuses = false;
      for (const { status: created, body } of [invited, made])
        expect([created, body]).toMatchObject([201, { mailError: { reason: 'mail_refused' } }]);
      expect((await reset(made.body.secret)).status).toBe(204);
    });

    test('set a new password: by an administrator', async () => {
      const user = await signIn(server());
      const { body } = await makeLink(user, { sendMail: true });
      expect(body.mailError).toBeNull();
      const [received] = mailsTo(user.email);
      expect(received && readLink(received)).toEqual({ url: `${publicUrl}/reset`, secret: body.secret });
    });

    test('set a new password: by request, once every 20 minutes and for 30 minutes', async () => {
      const user = await signIn(server());
      await request(user.email.toUpperCase());
      await until(() => mailsTo(user.email).length === 1);
      const [first] = mailsTo(user.email).map(readLink);
      await later(19 * minuteMs, () => requestAndWait(user.username));
      await later(21 * minuteMs, async () => {
        await request(user.username);
        await until(() => mailsTo(user.email).length > 1);
      });
      const [, second] = mailsTo(user.email).map(readLink);
      expect(mailsTo(user.email)).toHaveLength(2);
      expect((await reset(first?.secret ?? '')).status).toBe(410);
      await later(52 * minuteMs, async () => expect((await reset(second?.secret ?? '')).status).toBe(410));
      expect((await reset(second?.secret ?? '')).status).toBe(204);
      await signInAgain(server(), { ...user, password: 'a new password' });
    });

    test('can be requested again immediately after the mail server refused the message', async () => {
      const user = await signIn(server());
      const before = refusedCount;
      refuses = true;
      await request(user.username);
      await until(() => refusedCount > before);
      refuses = false;
      await until(async () => {
        await request(user.username);
        return mailsTo(user.email).length > 0;
      });
    });

    test('uses the language of the account', async () => {
      const user = await signIn(server());
      await user.put('/api/v1/user/language', { language: 'fr' });
      await makeLink(user, { sendMail: true, language: 'de' });
      const [received] = mailsTo(user.email);
      expect(received?.source).toContain('Ouvrez ce lien');
    });

    test('are not sent to unknown, disabled and made-up addresses, with the same response', async () => {
      const { admin } = server();
      const disabled = await signIn(server());
      expect((await admin.patch(`/api/v1/users/${disabled.userId}`, { isActive: false })).status).toBe(200);
      const madeUp = await signIn(server(), { email: 'x@no-address.invalid' });
      const before = mail.mails.length;
      for (const login of ['nobody', disabled.username, madeUp.username]) await requestAndWait(login);
      expect(mail.mails).toHaveLength(before + 3);
      const refused = await makeLink(madeUp, { sendMail: true });
      expect([refused.status, refused.body]).toMatchObject([409, { reason: 'mail_no_recipient' }]);
    });

    test('do not replace a link of an administrator', async () => {
      const user = await signIn(server());
      const { secret } = (await makeLink(user, { expiresInHours: 24 })).body;
      await later(30 * minuteMs, () => requestAndWait(user.username));
      expect(mailsTo(user.email)).toEqual([]);
      expect((await reset(secret)).status).toBe(204);
    });

    test('are not sent by request if that is turned off', async () => {
      const setting = '/api/v1/admin/settings/auth.password_reset_by_mail';
      await server().admin.put(setting, { value: false });
      expect(await status()).toMatchObject({ mailEnabled: true, passwordResetByMail: false });
      expect((await request('nobody')).body).toMatchObject({ reason: 'reset_by_mail_off' });
      await server().admin.post(`${setting}/reset`);
    });

    test('are requested slowly from one address', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 30 && !statuses.includes(429); n++)
        statuses.push((await request(`guess-${n}`, '198.51.100.1')).status);
      expect(statuses.at(-1)).toBe(429);
    });
  },
  { clock, environment: { LECTERN_SERVER_PUBLIC_URL: publicUrl, LECTERN_SERVER_TRUST_PROXY: '127.0.0.1' } },
);
