// The account and permissions that a user of a provider receives.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testedDatabases } from '../../../../test/harness/databases.ts';
import { addLibrary } from '../../../../test/harness/library.ts';
import {
  startEmptyServer,
  startRival,
  startSecondServer,
  startTestServer,
  type TestServer,
} from '../../../../test/harness/server.ts';
import { aPerson, initialize, signIn } from '../../../../test/harness/sign-in.ts';
import {
  type FakeProvider,
  startFakeProvider,
  type Tried,
  tryToSignIn,
} from '../../../../test/harness/sign-in-providers/fake-oidc-provider.ts';

type Claims = Record<string, unknown>;

let made = 0;
/** Claims of a user who has never signed in. */
const aStranger = (claims: Claims = {}): Claims => ({
  sub: `stranger-${++made}`,
  preferred_username: `stranger-${made}`,
  ...claims,
});

const withEmail = (email: string, vouching: Claims = { email_verified: true }): Claims =>
  aStranger({ email, ...vouching });

function toEnvironment({ issuer, clientId }: FakeProvider): Record<string, string> {
  const entry = { issuer, clientId, allowInsecureHttp: true, autoCreate: true };
  const providers: Record<string, unknown>[] = [
    { ...entry, id: 'plain' },
    { ...entry, id: 'closed', autoCreate: false },
    { ...entry, id: 'linking', linkByEmail: true },
    {
      ...entry,
      id: 'ranked',
      groupRoles: { chiefs: 'admin', librarians: 'maintainer', constructor: 'admin' },
    },
    { ...entry, id: 'nested', groupsClaim: 'realm.roles', groupRoles: { chiefs: 'maintainer' } },
    {
      ...entry,
      id: 'sorted',
      groupLibraries: { kids: ['Kids', 'Nowhere'], family: ['*'], ghosts: ['Nowhere'] },
      groupRoles: { chiefs: 'admin' },
    },
  ];
  return { LECTERN_AUTH_OIDC_PROVIDERS: JSON.stringify(providers) };
}

describe.each(testedDatabases)('a user of a provider on %s', (kind) => {
  let fake: FakeProvider;
  let server: TestServer;
  beforeAll(async () => {
    fake = await startFakeProvider();
    server = await startTestServer({ kind, environment: toEnvironment(fake) });
  });
  afterAll(async () => {
    await server.stop();
    await fake.close();
  });

  const come = (provider: string, claims: Claims, at: { url: string } = server): Promise<Tried> => {
    fake.say({ claims });
    return tryToSignIn({ ...server, url: at.url }, fake, { provider });
  };

  async function getUser(provider: string, claims: Claims): Promise<Record<string, unknown>> {
    const { status, body } = await come(provider, claims);
    expect([status, body.message]).toEqual([200, undefined]);
    return body.user ?? {};
  }

  const librariesOf = async (user: Record<string, unknown>) =>
    (await server.admin.get<{ sharedLibraryIds: string[] }>(`/api/v1/users/${user.id}/restrictions`)).body
      .sharedLibraryIds;

  describe('who is new', () => {
    test('becomes a reader with the name and the address that the provider has verified', async () => {
      const user = await getUser(
        'plain',
        aStranger({ preferred_username: 'Clara', email: 'Clara@example.org', email_verified: true }),
      );
      expect(user).toMatchObject({
        username: 'Clara',
        email: 'Clara@example.org',
        role: 'reader',
        emailVerified: true,
      });
    });

    test('gets another name if theirs is taken, and never the account with that name', async () => {
      const { username, userId } = server.admin;
      const names = new Set<unknown>();
      for (let i = 0; i < 11; i++) {
        const user = await getUser('plain', aStranger({ preferred_username: username.toUpperCase() }));
        expect(user.id).not.toBe(userId);
        names.add(user.username);
      }
      expect(names.size).toBe(11);
      expect(names).toContain(`${username.toUpperCase()}-2`);
    });

    test('gets one account, even if they first sign in through several tabs and processes', async () => {
      const claims = aStranger();
      const rival = await startRival(server);
      const given = await Promise.all([server, rival, server, rival].map((at) => come('plain', claims, at)));
      await rival.stop();
      expect(given.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(given.map(({ body }) => body.user?.id)).size).toBe(1);
    });

    test('is rejected if no accounts are created', async () => {
      const { status, body } = await come('closed', aStranger());
      expect([status, body.error]).toEqual([403, 'forbidden']);
      expect(body.message).toContain('no account');
    });

    test.each([
      ['an address', { preferred_username: 'dora@corp.example' }, /^dora$/],
      ['blanks', { preferred_username: ' \u200b ', name: 'Emil E.' }, /^Emil E\.$/],
      ['control characters', { preferred_username: 'fritz\u0000\u202e\n' }, /^fritz$/],
      ['no text', { preferred_username: { evil: true }, nickname: 7 }, /^user(-\d+)?$/],
      ['endless', { preferred_username: 'g'.repeat(10_000) }, /^g{64}$/],
      ['half a character', { preferred_username: 'hanna\ud800' }, /^hanna$/],
    ])('whose name is %s gets a valid one', async (_, claims, expected) => {
      expect((await getUser('plain', aStranger(claims))).username).toMatch(expected);
    });
  });

  test('is a different user at every provider', async () => {
    const claims = aStranger();
    const one = await getUser('plain', claims);
    expect((await getUser('ranked', claims)).id).not.toBe(one.id);
    expect((await getUser('plain', claims)).id).toBe(one.id);
  });

  test('is a different user if the provider changes its issuer', async () => {
    const claims = aStranger();
    const one = await getUser('plain', claims);
    const moved = await startFakeProvider();
    moved.say({ claims });
    const rival = await startSecondServer(server, { environment: toEnvironment(moved) });
    const two = await tryToSignIn(rival, moved, { provider: 'plain' });
    await rival.stop();
    await moved.close();
    expect([two.status, two.body.user?.username]).toEqual([200, `${one.username}-2`]);
    expect((await getUser('plain', claims)).id).toBe(one.id);
  });

  test('whose account was deleted is new again', async () => {
    const claims = aStranger();
    const { id } = await getUser('plain', claims);
    expect((await server.admin.delete(`/api/v1/users/${id}`)).status).toBe(204);
    expect((await getUser('plain', claims)).id).not.toBe(id);
  });

  test('whose account is disabled is rejected permanently', async () => {
    const claims = aStranger({ groups: ['chiefs'] });
    const { id } = await getUser('ranked', claims);
    await server.admin.patch(`/api/v1/users/${id}`, { isActive: false });
    for (let i = 0; i < 2; i++) {
      const { status, body } = await come('ranked', claims);
      expect([status, body.error]).toEqual([403, 'forbidden']);
    }
    const { body } = await server.admin.get(`/api/v1/users/${id}`);
    expect(body.isActive).toBe(false);
  });

  describe('whose e-mail address belongs to an account', () => {
    test.each([
      ['sends no verification status', {}],
      ['reports it as unverified', { email_verified: false }],
      ['sends another value', { email_verified: 1 }],
      ['says null', { email_verified: null }],
    ])('never gets that account if the provider %s', async (_, vouching: Claims) => {
      for (const provider of ['plain', 'linking']) {
        const owner = await signIn(server);
        const user = await getUser(provider, withEmail(owner.email, vouching));
        expect(user.id).not.toBe(owner.userId);
        expect(user.email).toMatch(/@no-address\.invalid$/);
        expect(user.emailVerified).toBe(false);
      }
    });

    test('gets neither that account nor another if linking is disabled, even with a verified address', async () => {
      const owner = await signIn(server);
      const { status, body } = await come('plain', withEmail(owner.email.toUpperCase()));
      expect([status, body.error]).toEqual([409, 'conflict']);
      expect(JSON.stringify(body)).not.toContain(owner.userId);
    });

    test('is linked permanently if linking is enabled and the address is verified', async () => {
      const owner = await signIn(server, { role: 'maintainer' });
      const claims = withEmail(owner.email.toUpperCase());
      const linked = { id: owner.userId, username: owner.username, role: 'maintainer', emailVerified: true };
      expect(await getUser('linking', claims)).toMatchObject(linked);
      const later = { sub: claims.sub, email: 'moved@example.org', email_verified: true };
      expect(await getUser('linking', later)).toMatchObject({ ...linked, email: owner.email });
    });

    test('is never linked to an administrator', async () => {
      const owner = await signIn(server, { role: 'admin' });
      for (const provider of ['plain', 'linking']) {
        const { status, body } = await come(provider, withEmail(owner.email));
        expect([status, body.error]).toEqual([409, 'conflict']);
      }
    });

    test('is not linked to a disabled account', async () => {
      const owner = await signIn(server);
      await server.admin.patch(`/api/v1/users/${owner.userId}`, { isActive: false });
      const claims = withEmail(owner.email);
      expect((await come('linking', claims)).status).toBe(403);
    });

    test.each([
      'half\ud800@example.org',
      'no address',
      'a@b@example.org',
      'nul\0@example.org',
      { evil: true },
    ])('gets no address from %j', async (email) => {
      const user = await getUser('linking', aStranger({ email, email_verified: true }));
      expect(user.email).toMatch(/@no-address\.invalid$/);
    });

    test('does not use the verification status of another document', async () => {
      const owner = await signIn(server);
      const claims = withEmail(owner.email, {});
      fake.say({ claims, userInfo: { email: 'mine@example.org', email_verified: true } });
      const { status, body } = await tryToSignIn(server, fake, { provider: 'linking' });
      expect([status, body.user?.email]).toEqual([200, 'mine@example.org']);
    });
  });

  describe('whose groups have roles', () => {
    test('gets a higher or lower role at each sign-in', async () => {
      const claims = aStranger();
      const roleWith = async (groups: unknown) => (await getUser('ranked', { ...claims, groups })).role;
      expect(await roleWith(['librarians'])).toBe('maintainer');
      expect(await roleWith(['librarians', 'chiefs', 'others'])).toBe('admin');
      expect(await roleWith('librarians')).toBe('maintainer');
      expect(await roleWith(['others', 7, null, 'toString', '__proto__'])).toBe('reader');
      expect(await roleWith(['chiefs'])).toBe('admin');
      expect(await roleWith(undefined)).toBe('reader');
    });

    test('is recognized by a claim at any path', async () => {
      const user = await getUser('nested', aStranger({ realm: { roles: ['chiefs'] } }));
      expect(user.role).toBe('maintainer');
      expect((await getUser('nested', aStranger({ 'realm.roles': ['chiefs'] }))).role).toBe('maintainer');
      expect((await getUser('nested', aStranger({ realm: null }))).role).toBe('reader');
    });

    test('keeps the role set by an administrator if no group has one', async () => {
      const claims = aStranger();
      const { id } = await getUser('plain', claims);
      await server.admin.patch(`/api/v1/users/${id}`, { role: 'maintainer' });
      expect((await getUser('plain', { ...claims, groups: ['chiefs'] })).role).toBe('maintainer');
    });
  });

  describe('whose groups have libraries', () => {
    test('sees these libraries by name or id after each sign-in, and is rejected without any', async () => {
      const kids = await addLibrary(server, {}, { name: 'Kids' });
      const claims = aStranger();
      const come2 = (groups: string[]) => come('sorted', { ...claims, groups });
      const user = await getUser('sorted', { ...claims, groups: ['kids'] });
      expect(await librariesOf(user)).toEqual([kids.id]);
      for (const groups of [[], ['others'], ['ghosts']]) {
        const { status, body } = await come2(groups);
        expect([status, body.error]).toEqual([403, 'forbidden']);
      }
      expect(await librariesOf(user)).toEqual([kids.id]);
      expect((await come2(['kids', 'family'])).status).toBe(200);
      expect(await librariesOf(user)).toEqual([]);
      expect((await come2(['kids', 'ghosts'])).status).toBe(200);
      expect(await librariesOf(user)).toEqual([kids.id]);
      expect((await come2(['chiefs'])).body.user?.role).toBe('admin');
      expect(await librariesOf(user)).toEqual([]);
    });

    test('gets no account if rejected', async () => {
      const claims = aStranger({ preferred_username: 'unwanted' });
      expect((await come('sorted', claims)).status).toBe(403);
      const { body } = await server.admin.get<{ data: { username: string }[] }>('/api/v1/users?pageSize=500');
      expect(body.data.map(({ username }) => username)).not.toContain('unwanted');
    });
  });
});

describe.each(testedDatabases)('a new server on %s', (kind) => {
  async function aServer(environment: Record<string, string> = {}) {
    const fake = await startFakeProvider();
    const server = await startEmptyServer({ kind, environment: { ...toEnvironment(fake), ...environment } });
    const come = (provider: string, claims: Claims) => {
      fake.say({ claims });
      return tryToSignIn(server, fake, { provider });
    };
    const stop = async () => {
      await server.stop();
      await fake.close();
    };
    return { server, come, stop };
  }

  test('creates no account before the first administrator, and keeps the last one', async () => {
    const { server, come, stop } = await aServer();
    const chief = aStranger({ groups: ['chiefs'] });
    expect((await come('ranked', chief)).status).toBe(409);
    expect((await server.get('/api/v1/setup/status')).body.setupRequired).toBe(true);
    const local = await initialize(server);
    expect((await come('ranked', chief)).body.user?.role).toBe('admin');
    const { id } = (await come('ranked', chief)).body.user ?? {};
    const lastOne = await local.patch(`/api/v1/users/${local.userId}`, { role: 'reader' });
    expect(lastOne.status).toBe(200);
    // As the only administrator, they keep the role regardless of their groups.
    expect((await come('ranked', { ...chief, groups: [] })).body.user).toMatchObject({ id, role: 'admin' });
    const second = await come('ranked', aStranger({ groups: ['chiefs'] }));
    expect(second.body.user?.role).toBe('admin');
    expect((await come('ranked', { ...chief, groups: [] })).body.user).toMatchObject({ id, role: 'reader' });
    await stop();
  });

  test('with open registration, a prepared account cannot be used to take over a provider account', async () => {
    const { server, come, stop } = await aServer({ LECTERN_AUTH_REGISTRATION_ENABLED: 'true' });
    await initialize(server);
    const { username, email, password } = aPerson();
    expect((await server.post('/api/v1/auth/register', { username, email, password })).status).toBe(201);
    expect((await come('linking', withEmail(email))).status).toBe(409);
    // An address that one provider has verified can be linked by another.
    const known = 'known@example.org';
    const first = await come('plain', withEmail(known));
    const second = await come('linking', withEmail(known));
    expect([second.status, second.body.user?.id]).toEqual([200, first.body.user?.id]);
    await stop();
  });

  test('an account that was created by an invitation cannot be used to take over a provider account', async () => {
    const { server, come, stop } = await aServer();
    const admin = await initialize(server);
    const { secret } = (await admin.post<{ secret: string }>('/api/v1/users/invitations', {})).body;
    const { username, email, password } = aPerson();
    const joined = await server.post<{ user: { id: string } }>('/api/v1/auth/join', {
      username,
      email,
      password,
      secret,
    });
    expect((await come('linking', withEmail(email))).status).toBe(409);
    // An administrator who enters the address vouches for it.
    const { id } = joined.body.user;
    await admin.patch(`/api/v1/users/${id}`, { email: 'other@example.org' });
    await admin.patch(`/api/v1/users/${id}`, { email });
    expect((await come('linking', withEmail(email))).body.user?.id).toBe(id);
    await stop();
  });
});
