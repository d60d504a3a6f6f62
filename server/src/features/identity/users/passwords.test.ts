import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createFastHasher } from '../../../../test/harness/hasher.ts';
import type { PasswordSchemes } from '../password-schemes/index.ts';
import { type Hasher, Passwords } from './passwords.ts';

const passwords = new Passwords();

test('a password is stored as Argon2id and recognized', async () => {
  const stored = await passwords.hash('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, 'correct horse')).toBe(true);
  expect(await passwords.verify(stored, 'correct horsf')).toBe(false);
  expect(await passwords.hash('correct horse')).not.toBe(stored);
});

test.each([
  ['composed or not', 'pässword', 'pa\u0308ssword'],
  ['in full width', 'ｐassword', 'password'],
  ['with NUL inside', 'pass\0word', 'pass\0word'],
  ['of 1,024 characters', 'x'.repeat(1024), 'x'.repeat(1024)],
])('%s, the same password matches', async (_, typed, again) => {
  expect(await passwords.verify(await passwords.hash(typed), again)).toBe(true);
});

test('characters after NUL count', async () => {
  expect(await passwords.verify(await passwords.hash('pass\0word'), 'pass\0wore')).toBe(false);
});

test('verifying any password of an account without a password fails after the same work', async () => {
  const hasher = createFastHasher();
  expect(await new Passwords(hasher).verify(null, 'anything')).toBe(false);
  expect(hasher.count).toBe(1);
  expect(await passwords.verify(null, '')).toBe(false);
});

test('the placeholder for a missing hash is a valid hash with the current parameters', async () => {
  let seen = '';
  const hasher: Hasher = {
    hash: async () => '',
    async verify(stored) {
      seen = stored;
      return false;
    },
  };
  await new Passwords(hasher).verify(null, 'x');
  expect(passwords.isOutdated(seen)).toBe(false);
  expect(seen.length).toBe((await passwords.hash('x')).length);
});

test('hashes with other parameters are outdated', async () => {
  expect(passwords.isOutdated(await passwords.hash('x'))).toBe(false);
  expect(passwords.isOutdated(await hash('x', { memoryCost: 4096 }))).toBe(true);
  expect(passwords.isOutdated(await hash('x', { timeCost: 3 }))).toBe(true);
});

/** A hasher that finishes on request. */
function aSlowHasher() {
  const running: (() => void)[] = [];
  let max = 0;
  const work = async () => {
    await new Promise<void>((resolve) => {
      running.push(resolve);
      max = Math.max(max, running.length);
    });
    return true;
  };
  return {
    hasher: { hash: async () => String(await work()), verify: work } satisfies Hasher,
    get most() {
      return max;
    },
    async finishAll() {
      for (let next = running.shift(); next; next = running.shift()) {
        next();
        await new Promise(setImmediate);
      }
    },
  };
}

test('computes two of many concurrent hashes at a time, queues some, and rejects the rest with a retry', async () => {
  const slow = aSlowHasher();
  const limited = new Passwords(slow.hasher);
  const attempts = Array.from({ length: 300 }, () =>
    limited.verify('x', 'y').catch((error: unknown) => String(error)),
  );
  await new Promise(setImmediate);
  await slow.finishAll();
  const outcomes = await Promise.all(attempts);
  expect(slow.most).toBe(2);
  expect(outcomes.filter((outcome) => outcome === true)).toHaveLength(258);
  expect(outcomes.filter((outcome) => String(outcome).includes('Try again'))).toHaveLength(42);
  const later = limited.verify('x', 'y');
  await new Promise(setImmediate);
  await slow.finishAll();
  expect(await later).toBe(true);
});

test('a failed hash frees its slot', async () => {
  const limited = new Passwords({
    hash: () => Promise.reject(new Error('no memory')),
    verify: async () => true,
  });
  for (let i = 0; i < 5; i++) await expect(limited.hash('x')).rejects.toThrow('no memory');
  expect(await limited.verify('x', 'y')).toBe(true);
});

/** Schemes of other programs that record their checks instead of running them. */
function createCountedSchemes() {
  const verified: string[] = [];
  const schemes: PasswordSchemes = {
    toStored: (scheme, stored) => `{${scheme}}${stored}`,
    isForeign: (stored) => stored.startsWith('{'),
    findCost: (stored) => stored.slice(1, stored.indexOf('}')),
    async verify(stored, password) {
      verified.push(schemes.findCost(stored) ?? '');
      return stored.endsWith(`}${password}`);
    },
  };
  return { schemes, verified };
}

test('every check does the work of all imported hashes, regardless of the account', async () => {
  const hasher = createFastHasher();
  const { schemes, verified } = createCountedSchemes();
  const counted = new Passwords(hasher, schemes);
  const brought = counted.pickOfEachCost(['{bcrypt}a', '{scrypt}b', '{bcrypt}c']);
  expect(brought).toHaveLength(2);
  const stored = { ours: await counted.hash('ours'), bcrypt: '{bcrypt}theirs', scrypt: '{scrypt}theirs' };
  const attempts: [stored: string | null, typed: string, fits: boolean][] = [
    [null, 'x', false],
    [null, 'a', false],
    [stored.ours, 'ours', true],
    [stored.ours, 'x', false],
    [stored.bcrypt, 'theirs', true],
    [stored.bcrypt, 'a', false],
    [stored.scrypt, 'theirs', true],
    [stored.scrypt, 'b', false],
  ];
  for (const [of, typed, fits] of attempts) {
    const before = hasher.count;
    verified.length = 0;
    expect(await counted.verify(of, typed, brought)).toBe(fits);
    expect(hasher.count).toBe(before + 1);
    expect([...verified].sort()).toEqual(['bcrypt', 'scrypt']);
  }
});

test('a check computes at most two Argon2id hashes of other programs', () => {
  const toHash = (passes: number) =>
    `{argon2}$argon2id$v=19$m=19456,t=${passes},p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA`;
  const bcrypt = '{bcrypt}$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
  const picked = passwords.pickOfEachCost([1, 2, 3, 4, 5].map(toHash).concat(bcrypt));
  expect(picked).toEqual([toHash(1), toHash(2), bcrypt]);
});

test('a hash of another program is outdated, and the password is hashed in our format', () => {
  expect(passwords.isOutdated('{bcrypt}$2a$10$x')).toBe(true);
});
