import { hash as argon2 } from '@node-rs/argon2';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { copySample, hasSamples, makeScratch } from '../../../../test/peers/samples.ts';
import { passwordSchemes, type SchemeName } from './index.ts';

const password = 'Grüße 1';
const salt = 'a1B2c3D4e5F6g7H8';

/** Computed with other programs: OpenSSL through Python, and the test vectors of crypt_blowfish. */
const known: [what: string, scheme: SchemeName, hash: string, password: string][] = [
  ['bcrypt', 'bcrypt', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'U*U'],
  [
    'ASP.NET Identity 3 with SHA-512',
    'aspNet',
    'AQAAAAIAAAPoAAAAEAABAgMEBQYHCAkKCwwNDg9o8xfVTfVByy88BUqhXFWOBXXV9SRckglREFA8RtHZlw==',
    password,
  ],
  [
    'ASP.NET Identity 3 with SHA-256',
    'aspNet',
    'AQAAAAEAACcQAAAAEAABAgMEBQYHCAkKCwwNDg+qIBvM3lVtRjvvAHgivh7IuKtc93WjmUTlZ+RriKdkZA==',
    password,
  ],
  [
    'ASP.NET Identity 2',
    'aspNet',
    'AAABAgMEBQYHCAkKCwwNDg+kMhk8j6IfQBI8rjcPKdRQvXsmjMsMsLzGU/4WdJUhmg==',
    password,
  ],
  [
    'Werkzeug with scrypt',
    'werkzeug',
    `scrypt:16384:8:1$${salt}$5526d5c00fab0695bd3c91d9cae196f392340703db3ba9561fb821283faef6dbea1fd2a9a5c7d5cf8a77d7d7e9e2b893fb59a336449f23bb3db8a11de347ce20`,
    password,
  ],
  [
    'Werkzeug with PBKDF2 and SHA-256',
    'werkzeug',
    `pbkdf2:sha256:1000$${salt}$260d2c7cf6b0af9f841b55eee6c8b3faf11e17ccdff17b09f7b387d430be5ebb`,
    password,
  ],
  [
    'Werkzeug with PBKDF2 and SHA-1',
    'werkzeug',
    `pbkdf2:sha1:1000$${salt}$df646f7c3fc22223ecf917663496f91277fbd706`,
    password,
  ],
];

describe('a hash of another program', () => {
  test.each(known)('%s matches its password and no other', async (_, scheme, hash, right) => {
    const stored = passwordSchemes.toStored(scheme, hash) ?? '';
    expect(stored).toBe(`{${scheme}}${hash}`);
    expect(passwordSchemes.isForeign(stored)).toBe(true);
    expect(await passwordSchemes.verify(stored, right)).toBe(true);
    for (const wrong of [`${right}x`, right.slice(1), ''])
      expect(await passwordSchemes.verify(stored, wrong)).toBe(false);
  });

  test('Argon2id does not normalize the password', async () => {
    const decomposed = 'pa\u0308ssword';
    const stored = passwordSchemes.toStored('argon2', await argon2(decomposed)) ?? '';
    expect(await passwordSchemes.verify(stored, decomposed)).toBe(true);
    expect(await passwordSchemes.verify(stored, 'pässword')).toBe(false);
  });

  test('is distinguished from our own hashes', async () => {
    expect(passwordSchemes.isForeign(await argon2('x'))).toBe(false);
  });
});

const key = '0'.repeat(64);
/** An ASP.NET Identity 3 hash with these parameters. */
function aspNet(prf: number, rounds: number, saltBytes: number, total = 61): string {
  const bytes = Buffer.alloc(total);
  bytes[0] = 1;
  for (const [i, number] of [prf, rounds, saltBytes].entries()) bytes.writeUInt32BE(number, 1 + 4 * i);
  return bytes.toString('base64');
}

test.each<[SchemeName, string]>([
  ['bcrypt', ''],
  ['bcrypt', '$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['bcrypt', '$2a$10$short'],
  ['bcrypt', '$2x$10$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['aspNet', ''],
  ['aspNet', 'AQ=='],
  ['aspNet', 'no base64!'],
  ['aspNet', aspNet(3, 1_000, 16)],
  ['aspNet', aspNet(1, 0, 16)],
  ['aspNet', aspNet(1, 4_000_000_000, 16)],
  ['aspNet', aspNet(1, 1_000, 4_000_000_000)],
  ['aspNet', aspNet(1, 1_000, 48)],
  ['argon2', '$argon2id$v=19$m=4194304,t=2,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA'],
  ['argon2', '$argon2id$v=19$m=131072,t=3,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA'],
  ['argon2', '$argon2id$v=19$m=65536,t=5,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA'],
  ['argon2', '$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA'],
  ['werkzeug', ''],
  ['werkzeug', `plain$$${key}`],
  ['werkzeug', `scrypt:1048576:8:1$salt$${key}`],
  ['werkzeug', `scrypt:1000:8:1$salt$${key}`],
  ['werkzeug', `scrypt:32768:8$salt$${key}`],
  ['werkzeug', `pbkdf2:md5:1000$salt$${key}`],
  ['werkzeug', `pbkdf2:sha256:99999999$salt$${key}`],
  ['werkzeug', `pbkdf2:sha256:1000$salt$${key.slice(0, 20)}`],
  ['werkzeug', `pbkdf2:sha256:1000$salt$${key}$more`],
])('%s rejects %j, which is damaged or too expensive', async (scheme, hash) => {
  expect(passwordSchemes.toStored(scheme, hash)).toBeUndefined();
  expect(await passwordSchemes.verify(`{${scheme}}${hash}`, 'x')).toBe(false);
});

test.each([
  ['argon2-cffi', 'm=65536,t=3,p=4'],
  ['PHP', 'm=65536,t=4,p=1'],
])('accepts an Argon2id hash with the default parameters of %s', (_, parameters) => {
  const hash = `$argon2id$v=19$${parameters}$c2FsdHNhbHRzYWx0$c2FsdHNhbHRzYWx0c2FsdA`;
  expect(passwordSchemes.toStored('argon2', hash)).toBeDefined();
});

test('hashes with the same parameters have the same cost', () => {
  const costs = known.map(([, scheme, hash]) => passwordSchemes.findCost(`{${scheme}}${hash}`));
  expect(new Set(costs).size).toBe(known.length);
  const other = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK';
  expect(passwordSchemes.findCost(`{bcrypt}${other}`)).toBe(costs[0]);
  expect(passwordSchemes.findCost('{constructor}x')).toBeUndefined();
});

/** Names and passwords of real databases. */
const sampleUsers: [file: string, query: string, scheme: SchemeName, passwords: Record<string, string>][] = [
  [
    'komga/database.sqlite',
    'select EMAIL name, PASSWORD hash from USER',
    'bcrypt',
    {
      'admin@example.com': 'admin-Passw0rd',
      'reader@example.com': 'Reader-pässwort 1',
      'kid@example.com': 'kid-Passw0rd',
      'teen@example.com': 'teen-Passw0rd',
    },
  ],
  [
    'kavita/kavita.db',
    'select UserName name, PasswordHash hash from AspNetUsers where PasswordHash is not null',
    'aspNet',
    {
      admin: 'admin-Passw0rd',
      reader: 'Reader-pässwort 1',
      old: 'old-Passw0rd',
      ancient: 'ancient-Passw0rd',
      kid: 'kid-Passw0rd',
      blocked: 'blocked-Passw0rd',
    },
  ],
  [
    'codex/codex.db',
    'select username name, password_hash hash from users',
    'argon2',
    {
      admin: 'Admin-Passw0rd!',
      reader: 'Reader-pässwort 1',
      keeper: 'Keeper-Passw0rd!',
      kid: 'Kid-Passw0rd!!',
      off: 'Off-Passw0rd!!',
    },
  ],
  [
    'calibre/app.db',
    "select name, password hash from user where password <> ''",
    'werkzeug',
    {
      admin: 'admin-Passw0rd',
      reader: 'Reader-pässwort 1',
      old: 'old-Passw0rd',
      kid: 'kid-Passw0rd',
    },
  ],
];

test.skipIf(!hasSamples).each(sampleUsers)(
  'the passwords of all users in %s are verified',
  async (file, query, scheme, passwords) => {
    const database = new Sqlite(copySample(file, makeScratch()), { readonly: true });
    const rows = database.prepare<[], { name: string; hash: string }>(query).all();
    database.close();
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(passwords).sort());
    for (const { name, hash } of rows) {
      const stored = passwordSchemes.toStored(scheme, hash) ?? '';
      expect(await passwordSchemes.verify(stored, passwords[name] ?? '')).toBe(true);
      expect(await passwordSchemes.verify(stored, 'another one')).toBe(false);
    }
  },
);
