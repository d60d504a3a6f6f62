import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Libraries } from '#catalog/libraries.ts';
import { Visibility } from '#catalog/visible.ts';
import { SignInGuard } from '#features/identity/sign-in-protection/index.ts';
import { Users } from '#features/identity/users/index.ts';
import { createCredentials } from '#infrastructure/access/credentials.ts';
import { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import { systemClock as clock } from '#infrastructure/clock.ts';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { silentLog as log, silentLog } from '#infrastructure/log.ts';
import { openTestDatabase, testedDatabases } from '../../../../../test/harness/databases.ts';
import { createFastHasher } from '../../../../../test/harness/hasher.ts';
import { createDigestVerification } from '../verification/digest.ts';
import { createVerificationCache } from '../verification-cache.ts';

const md5 = (text: string) => hash('md5', text, 'hex');

describe.each(testedDatabases)('a name and the MD5 of a password on %s', (kind) => {
  let database: (OpenedDatabase & { drop(): Promise<void> }) | undefined;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database?.drop());

  async function aDoor(username: string) {
    if (!database) throw new Error('The database is open only inside tests');
    const changes = new IdentityChanges(new LocalBus(log));
    const visibility = new Visibility(database.db, new Libraries(database.db, new LocalBus(log), clock));
    const { accounts } = new Users({
      database,
      visibility,
      credentials: createCredentials(),
      changes,
      clock,
      hasher: createFastHasher(),
    });
    const person = {
      username,
      email: `${username}@example.org`,
      password: 'a password',
      role: 'reader',
    } as const;
    const account = await accounts.create(person);
    const waits: number[] = [];
    const passwords = new Set([md5('right')]);
    const verify = createDigestVerification({
      accounts,
      apiKeys: { verifyDigest: async () => undefined },
      guard: new SignInGuard({
        events: new LocalBus(silentLog),
        clock,
        wait: async (ms) => void waits.push(ms),
      }),
      memory: createVerificationCache({ changes, clock }),
      log,
    });
    const knock = async (password: string, { login = username, ip = '192.0.2.1' } = {}) =>
      verify(
        { id: 'r', ip, headers: {}, signal: () => new AbortController().signal },
        { login, digest: md5(password), isRight: async () => passwords.has(md5(password)) },
      );
    return { account, changes, knock, waits, passwords };
  }

  test('authenticate the account, and no other', async () => {
    const { account, knock } = await aDoor('anna');
    expect(await knock('right')).toMatchObject({ userId: account.id, via: 'password', apiKeyId: null });
    expect(await knock('right', { login: 'ANNA@example.org' })).toMatchObject({ userId: account.id });
    expect(await knock('wrong')).toBeUndefined();
    expect(await knock('right', { login: 'nobody' })).toBeUndefined();
  });

  test('guessing is slowed down and finally rejected, while a known device keeps working', async () => {
    const { account, knock, waits } = await aDoor('berta');
    expect(await knock('right')).toMatchObject({ userId: account.id });
    const guess = async () => {
      for (let i = 0; i < 50; i++) await knock(`guess ${i}`, { ip: '198.51.100.7' });
    };
    await expect(guess()).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
    expect(waits.length).toBeGreaterThan(2);
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
    const before = waits.length;
    expect(await knock('right', { ip: '198.51.100.7' })).toMatchObject({ userId: account.id });
    expect(waits).toHaveLength(before);
  });

  test('a revoked password is rejected', async () => {
    const { knock, passwords, changes } = await aDoor('clara');
    expect(await knock('right')).toBeDefined();
    passwords.clear();
    changes.announce();
    expect(await knock('right')).toBeUndefined();
  });
});
