import type { Session } from '@lectern/contract/identity/auth';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DatabaseKind, testedDatabases } from '../../../../test/harness/databases.ts';
import {
  startEmptyServer,
  startRival,
  startTestServer,
  type TestServerOptions,
} from '../../../../test/harness/server.ts';
import { aPerson, initialize, signInAgain } from '../../../../test/harness/sign-in.ts';

const status = '/api/v1/setup/status';
const setup = '/api/v1/setup/initialize';
const register = '/api/v1/auth/register';
const registration = { LECTERN_AUTH_REGISTRATION_ENABLED: 'true' };

async function anEmptyServer(kind: DatabaseKind, options: TestServerOptions = {}) {
  const server = await startEmptyServer({ kind, ...options });
  onTestFinished(() => server.stop());
  return server;
}

const anAccount = () => {
  const { username, email, password } = aPerson();
  return { username, email, password };
};

describe.each(testedDatabases)('setup on %s', (kind) => {
  test('is required until a user exists', async () => {
    const server = await anEmptyServer(kind);
    expect((await server.get(status)).body).toEqual({
      setupRequired: true,
      hasUsers: false,
      registrationEnabled: false,
      invitationsEnabled: true,
      quickConnectEnabled: true,
      mailEnabled: false,
      passwordResetByMail: false,
    });
    await initialize(server);
    expect((await server.get(status)).body).toMatchObject({ setupRequired: false, hasUsers: true });
  });

  test('creates the first administrator once and signs in', async () => {
    const server = await anEmptyServer(kind);
    const { status, body, headers } = await server.post<Session>(setup, anAccount());
    expect(status).toBe(201);
    expect(body.user.role).toBe('admin');
    expect(headers.getSetCookie()).toHaveLength(2);
    const authorization = `Bearer ${body.accessToken}`;
    expect((await server.get('/api/v1/users', { authorization })).status).toBe(200);
    const again = await server.post(setup, anAccount());
    expect(again.status).toBe(409);
    expect(again.body.error).toBe('conflict');
  });

  test('needs no e-mail address', async () => {
    const server = await anEmptyServer(kind);
    const { email: _, ...account } = anAccount();
    const { status, body } = await server.post<Session>(setup, account);
    expect([status, body.user.email]).toEqual([201, `${body.user.id}@no-address.invalid`]);
  });

  describe('from another machine', () => {
    const proxied = { 'x-forwarded-for': '203.0.113.7' };

    test('requires the code that the terminal shows', async () => {
      const server = await anEmptyServer(kind);
      const elsewhere = server.as(proxied);
      const code = (await server.app.auth.firstRun.findCode()) ?? '';
      expect(code).toMatch(/^([a-hjkmnp-z2-90]{5}-){3}[a-hjkmnp-z2-90]{5}$/);
      expect((await server.get(status)).body).not.toHaveProperty('setupCodeRequired');
      expect((await elsewhere.get(status)).body).toMatchObject({ setupCodeRequired: true });
      for (const setupCode of [undefined, '', code.slice(1), code.replace(/^./, '1')]) {
        const refused = await elsewhere.post(setup, { ...anAccount(), setupCode });
        expect(refused.status).toBe(403);
        expect(refused.body).toMatchObject({ error: 'forbidden', details: { reason: 'setup_code' } });
      }
      expect((await server.get(status)).body.setupRequired).toBe(true);
      const spelled = ` ${code.toUpperCase().replaceAll('-', ' ')}`;
      expect((await elsewhere.post(setup, { ...anAccount(), setupCode: spelled })).status).toBe(201);
    });

    test('ends with the first administrator', async () => {
      const server = await anEmptyServer(kind);
      const code = await server.app.auth.firstRun.findCode();
      await initialize(server);
      const elsewhere = server.as(proxied);
      expect((await elsewhere.get(status)).body).not.toHaveProperty('setupCodeRequired');
      expect((await elsewhere.post(setup, { ...anAccount(), setupCode: code })).status).toBe(409);
      expect(await server.app.auth.firstRun.findCode()).toBeUndefined();
    });

    test('uses the same code in every process of a server, and different codes on different servers', async () => {
      const server = await anEmptyServer(kind);
      const other = await anEmptyServer(kind);
      const second = await startRival(server);
      const find = ({ app }: Pick<typeof server, 'app'>) => app.auth.firstRun.findCode();
      expect(await find(second)).toBe(await find(server));
      expect(await find(other)).not.toBe(await find(server));
      await second.stop();
    });
  });

  test('is won by one of many concurrent callers in two processes', async () => {
    const server = await anEmptyServer(kind);
    const second = await startRival(server);
    const given = await Promise.all(
      Array.from({ length: 10 }, (_, i) => (i % 2 ? server : second).post(setup, anAccount())),
    );
    await second.stop();
    expect(given.map((one) => one.status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test('with invalid input is rejected and remains open', async () => {
    const server = await anEmptyServer(kind);
    for (const [field, value] of [
      ['password', 'short'],
      ['email', 'none'],
      ['username', 'a@b'],
    ] as const) {
      const { status: code, body } = await server.post(setup, { ...anAccount(), [field]: value });
      expect(code).toBe(400);
      expect(body.details).toMatchObject({ issues: [{ path: `body.${field}` }] });
    }
    expect((await server.get(status)).body.setupRequired).toBe(true);
  });

  describe('from the environment', () => {
    const admin = { username: 'admin', email: 'admin@localhost', password: undefined };

    test('generates a pronounceable password once', async () => {
      const server = await anEmptyServer(kind);
      const password = await server.app.auth.ensureFirstAdmin(admin);
      expect(password).toMatch(/^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
      const { session } = await signInAgain(server, aPerson({ username: 'admin', password: password ?? '' }));
      expect(session.user).toMatchObject({ role: 'admin', email: 'admin@localhost' });
      expect(await server.app.auth.ensureFirstAdmin(admin)).toBeUndefined();
    });

    test('uses the given password without printing it', async () => {
      const server = await anEmptyServer(kind);
      const given = { ...admin, password: 'from the environment' };
      expect(await server.app.auth.ensureFirstAdmin(given)).toBeUndefined();
      await signInAgain(server, aPerson(given));
    });

    test('is done by one of several processes', async () => {
      const server = await anEmptyServer(kind);
      const second = await startRival(server);
      const given = await Promise.all(
        [server, second, server, second].map(({ app }) => app.auth.ensureFirstAdmin(admin)),
      );
      await second.stop();
      expect(given.filter((password) => password !== undefined)).toHaveLength(1);
    });

    test('rejects a user name that is an e-mail address', async () => {
      const server = await anEmptyServer(kind);
      await expect(
        server.app.auth.ensureFirstAdmin({ ...admin, username: 'me@example.org' }),
      ).rejects.toThrow(/^The first administrator cannot be created: .*e-mail address/);
    });
  });
});

describe.each(testedDatabases)('registration on %s', (kind) => {
  const aServer = async (environment: Record<string, string>) => {
    const server = await startTestServer({ kind, environment });
    onTestFinished(() => server.stop());
    return server;
  };

  test('is disabled by default', async () => {
    const server = await aServer({});
    const { status: code, body } = await server.post(register, anAccount());
    expect(code).toBe(403);
    expect(body.error).toBe('forbidden');
  });

  test('creates a reader and signs in', async () => {
    const server = await aServer(registration);
    expect((await server.get(status)).body.registrationEnabled).toBe(true);
    const { status: code, body } = await server.post<Session>(register, { ...anAccount(), role: 'admin' });
    expect(code).toBe(201);
    expect(body.user.role).toBe('reader');
    const authorization = `Bearer ${body.accessToken}`;
    expect((await server.get('/api/v1/user', { authorization })).status).toBe(200);
  });

  test('does not reveal whether the name or the address is taken', async () => {
    const server = await aServer(registration);
    const { username, email } = server.reader;
    const given = [
      await server.post(register, { ...anAccount(), username: username.toUpperCase() }),
      await server.post(register, { ...anAccount(), email: email.toUpperCase() }),
    ];
    for (const { status: code, body } of given) {
      expect(code).toBe(409);
      expect(body).toEqual({
        error: 'conflict',
        message: 'The user name or e-mail address is taken.',
        reason: 'account_taken',
      });
    }
  });

  test('creates one account for concurrent requests with the same name', async () => {
    const server = await aServer(registration);
    const account = anAccount();
    const given = await Promise.all(Array.from({ length: 5 }, () => server.post(register, account)));
    expect(given.map((one) => one.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  test('of many accounts is slowed down and finally rejected', async () => {
    const server = await aServer(registration);
    const given = await Promise.all(Array.from({ length: 20 }, () => server.post(register, anAccount())));
    expect(given.some((one) => one.status === 429)).toBe(true);
    expect(given.every((one) => [201, 429].includes(one.status))).toBe(true);
  });

  test('cannot replace the setup of the first administrator', async () => {
    const server = await anEmptyServer(kind, { environment: registration });
    expect((await server.post(register, anAccount())).status).toBe(409);
    await initialize(server);
    expect((await server.post(register, anAccount())).status).toBe(201);
  });
});
