import { createHmac } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { expect, test } from 'vitest';
import { Tokens } from './index.ts';

const secret = 'a secret of more than thirty-two characters';
let nowMs = 1_700_000_000_000;
const tokens = new Tokens(secret, () => nowMs);
const claims = { userId: 'u', sessionId: 's', expiresAtMs: nowMs + 60_000 };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Builds a token by hand. */
function forge(header: object, payload: object, key = secret): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
}

const hs256 = { alg: 'HS256', typ: 'JWT' };
const payload = { sub: 'u', sid: 's', use: 'access', exp: nowMs / 1000 + 60 };

test('a token returns the signed claims', () => {
  expect(tokens.verify('access', tokens.sign('access', claims))).toEqual(claims);
});

test('a token built by hand with the secret is valid, so that the following cases are meaningful', () => {
  expect(tokens.verify('access', forge(hs256, payload))).toEqual(claims);
});

test.each([
  ['no signature', `${encode({ alg: 'none' })}.${encode(payload)}.`],
  ['the algorithm none, with a signature', forge({ alg: 'none' }, payload)],
  ['the algorithm None', forge({ alg: 'None' }, payload)],
  ['another algorithm', createSigner({ key: secret, algorithm: 'HS512' })(payload)],
  ['another key', forge(hs256, payload, 'x'.repeat(40))],
  ['an empty key', forge(hs256, payload, '')],
  [
    'another payload with the original signature',
    tokens.sign('access', claims).replace(/\..*\./, `.${encode({ ...payload, sub: 'admin' })}.`),
  ],
  ['no subject', forge(hs256, { ...payload, sub: undefined })],
  ['a subject that is not a string', forge(hs256, { ...payload, sub: { $ne: 1 } })],
  ['no session', forge(hs256, { ...payload, sid: undefined })],
  ['no end', forge(hs256, { ...payload, exp: undefined })],
  ['an expiry that is not a number', forge(hs256, { ...payload, exp: '9999999999' })],
  ['an expiry in the past', forge(hs256, { ...payload, exp: nowMs / 1000 - 1 })],
  ['a payload that is not an object', forge(hs256, ['u'])],
  ['an unknown critical header', forge({ ...hs256, crit: ['x'], x: 1 }, payload)],
  ['nothing', ''],
  ['two parts', 'a.b'],
  ['an overlong text', 'x'.repeat(1_000_000)],
  ['many dots', '.'.repeat(999)],
])('%s proves nothing', (_, token) => {
  expect(tokens.verify('access', token)).toBeUndefined();
});

test('a token is only valid for its own purpose', () => {
  for (const use of ['access', 'cookie', 'device'] as const) {
    const token = tokens.sign(use, claims);
    const good = (['access', 'cookie', 'device'] as const).filter((other) => tokens.verify(other, token));
    expect(good).toEqual([use]);
  }
});

test('a token expires', () => {
  const token = tokens.sign('access', claims);
  nowMs += 59_999;
  expect(tokens.verify('access', token)).toBeDefined();
  nowMs += 1;
  expect(tokens.verify('access', token)).toBeUndefined();
});
