import { hash } from '@node-rs/argon2';
import { expect, onTestFinished, test } from 'vitest';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';

/** bcrypt, a test vector of crypt_blowfish. */
const bcrypt = '{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const password = 'U*U';

withServer(
  'an account with a password hash of another program',
  (server) => {
    async function anAccount(stored: string) {
      const { userId, username } = await signIn(server());
      const database = await openQuietDatabaseOf(server());
      onTestFinished(() => database.close());
      const row = () => database.db.selectFrom('user').selectAll().where('id', '=', userId);
      await database.db.updateTable('user').set({ passwordHash: stored }).where('id', '=', userId).execute();
      const basic = (typed: string) => ({
        authorization: `Basic ${Buffer.from(`${username}:${typed}`).toString('base64')}`,
      });
      return {
        username,
        storedHash: async () => (await row().executeTakeFirstOrThrow()).passwordHash,
        login: async (typed: string) =>
          (await server().post('/api/v1/auth/login', { username, password: typed })).status,
        basic: async (path: string, typed: string) => (await server().get(path, basic(typed))).status,
      };
    }

    test('signs in with its password, and then has one of our hashes', async () => {
      const account = await anAccount(bcrypt);
      expect(await account.login('U*V')).toBe(401);
      expect(await account.storedHash()).toBe(bcrypt);
      expect(await account.login(password)).toBe(200);
      expect(await account.storedHash()).toMatch(/^\$argon2id\$/);
      expect(await account.login('U*V')).toBe(401);
      expect(await account.login(password)).toBe(200);
    });

    test.each(['/opds/v1.2/catalog', '/opds/v2', '/compat/api/v2/users/me'])(
      'can also sign in through %s',
      async (path) => {
        const account = await anAccount(bcrypt);
        expect(await account.basic(path, 'U*V')).toBe(401);
        expect(await account.basic(path, password)).toBe(200);
        expect(await account.storedHash()).toMatch(/^\$argon2id\$/);
        expect(await account.basic(path, password)).toBe(200);
      },
    );

    test('rejects guesses with 429 on every protocol after some wrong passwords', async () => {
      const account = await anAccount(`{argon2}${await hash(password)}`);
      const statuses: number[] = [];
      for (let i = 0; i < 15; i++) statuses.push(await account.login(`guess ${i}`));
      expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
      expect(statuses.at(-1)).toBe(429);
      for (const path of ['/opds/v1.2/catalog', '/opds/v2', '/compat/api/v2/users/me'])
        expect([path, await account.basic(path, 'another guess')]).toEqual([path, 429]);
      expect(await account.login(password)).toBe(429);
    });

    test('needs the exact characters of its password, although our hashes normalize them', async () => {
      const decomposed = 'pa\u0308ssword';
      const account = await anAccount(`{argon2}${await hash(decomposed)}`);
      expect(await account.login(decomposed)).toBe(200);
      expect(await account.login('pässword')).toBe(200);
    });

    test.each(['{bcrypt}', '{unknown}x', '{', '{argon2}$argon2id$'])(
      'cannot sign in if its hash is %j, without a server error',
      async (stored) => {
        const account = await anAccount(stored);
        for (const typed of [password, stored]) expect(await account.login(typed)).toBe(401);
        expect(await account.storedHash()).toBe(stored);
      },
    );
  },
  { environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);
