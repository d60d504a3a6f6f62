import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Libraries } from '#catalog/libraries.ts';
import { Visibility } from '#catalog/visible.ts';
import { ApiKeys } from '#features/identity/api-keys/index.ts';
import { SignInGuard } from '#features/identity/sign-in-protection/index.ts';
import { Users } from '#features/identity/users/index.ts';
import { createCredentials } from '#infrastructure/access/credentials.ts';
import { IdentityChanges } from '#infrastructure/access/identity-changes.ts';
import { systemClock } from '#infrastructure/clock.ts';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { LocalBus } from '#infrastructure/events/bus.ts';
import { silentLog } from '#infrastructure/log.ts';
import { openTestDatabase, testedDatabases } from '../../../../test/harness/databases.ts';
import { createFastHasher } from '../../../../test/harness/hasher.ts';
import { createBasic, readBasic } from './basic.ts';
import { createVerificationCache } from './verification-cache.ts';

describe.each(testedDatabases)('Basic authentication on %s', (kind) => {
  let opened: (OpenedDatabase & { drop(): Promise<void> }) | undefined;
  beforeAll(async () => {
    opened = await openTestDatabase(kind);
  });
  afterAll(() => opened?.drop());

  async function aDoor(username: string) {
    if (!opened) throw new Error('The database is open only inside tests');
    const database = opened;
    const clock = systemClock;
    const changes = new IdentityChanges(new LocalBus(silentLog));
    const visibility = new Visibility(
      database.db,
      new Libraries(database.db, new LocalBus(silentLog), clock),
    );
    const hasher = createFastHasher();
    const { accounts } = new Users({
      database,
      visibility,
      credentials: createCredentials(),
      changes,
      clock,
      hasher,
    });
    const account = await accounts.create({
      username,
      email: `${username}@example.org`,
      password: 'pass:word',
      role: 'reader',
    });
    const waits: number[] = [];
    const verify = createBasic({
      accounts,
      apiKeys: new ApiKeys(database, changes, clock, silentLog),
      guard: new SignInGuard({
        events: new LocalBus(silentLog),
        clock,
        wait: async (ms) => void waits.push(ms),
      }),
      memory: createVerificationCache({ changes, clock }),
      log: silentLog,
    });
    const knock = async (login: string, password: string) =>
      verify({
        id: 'r',
        ip: '192.0.2.1',
        headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
        signal: () => new AbortController().signal,
      });
    return { database, changes, hasher, accounts, account, knock, waits };
  }

  test('accepts a user name or e-mail address with the password', async () => {
    const { knock, account } = await aDoor('anna');
    expect(await knock('anna', 'pass:word')).toMatchObject({ userId: account.id, via: 'password' });
    expect(await knock('ANNA@example.org', 'pass:word')).toMatchObject({ userId: account.id });
    expect(await knock('anna', 'pass:wor')).toBeUndefined();
    expect(await knock('nobody', 'pass:word')).toBeUndefined();
  });

  test('computes one password hash for many concurrent and later requests', async () => {
    const { knock, hasher, changes } = await aDoor('berta');
    const before = hasher.count;
    await Promise.all(Array.from({ length: 20 }, () => knock('berta', 'pass:word')));
    changes.announce();
    await knock('berta', 'pass:word');
    expect(hasher.count).toBe(before + 1);
  });

  test('rejects a changed password, a disabled user and a former name', async () => {
    const { knock, database, changes, accounts, account } = await aDoor('carla');
    const update = async (change: Record<string, unknown>) => {
      await database.db.updateTable('user').set(change).where('id', '=', account.id).execute();
      changes.announce();
    };
    expect(await knock('carla', 'pass:word')).toBeDefined();
    await update({ isActive: 0 });
    expect(await knock('carla', 'pass:word')).toBeUndefined();
    await update({ isActive: 1, username: 'karla', usernameFolded: 'karla' });
    expect(await knock('carla', 'pass:word')).toBeUndefined();
    expect(await knock('karla', 'pass:word')).toBeDefined();
    await database.transaction(async (tx) =>
      accounts.setPasswordHash(tx, account.id, await accounts.hashPassword('another')),
    );
    changes.announce();
    expect(await knock('karla', 'pass:word')).toBeUndefined();
    expect(await knock('karla', 'another')).toBeDefined();
  });

  test('slows down guessing', async () => {
    const { knock, waits } = await aDoor('dora');
    for (let i = 0; i < 7; i++) await knock('dora', `guess ${i}`);
    expect(waits.length).toBeGreaterThan(0);
    for (let i = 0; i < 3; i++) await knock('dora', `more ${i}`).catch(() => {});
    await expect(knock('dora', 'guess again')).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  });
});

describe('credentials of Basic authentication', () => {
  const read = (text: string | Buffer) => readBasic(`Basic ${Buffer.from(text).toString('base64')}`);
  test('are decoded as UTF-8, or as Latin-1 if they are not valid UTF-8', () => {
    expect(read('zoë:grüße')).toEqual({ login: 'zoë', password: 'grüße' });
    expect(read(Buffer.from('zo\u00eb:x', 'latin1'))).toEqual({ login: 'zoë', password: 'x' });
    expect(read('a:b:c')).toEqual({ login: 'a', password: 'b:c' });
  });
  test('that are malformed are treated as missing', () => {
    for (const text of ['', ':x', 'no colon', 'a:\0']) expect([text, read(text)]).toEqual([text, undefined]);
    expect(readBasic('Basic ***')).toBeUndefined();
    expect(readBasic('Bearer eDp5')).toBeUndefined();
    expect(readBasic(undefined)).toBeUndefined();
  });
});
