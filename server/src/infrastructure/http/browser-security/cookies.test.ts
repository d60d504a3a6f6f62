import { expect, test } from 'vitest';
import { findCookie, toSetCookie } from './cookies.ts';

test.each([
  ['alone', 'a=1', '1'],
  ['among others', 'x=0; a=1; b=2', '1'],
  ['without spaces', 'x=0;a=1', '1'],
  ['the first of two', 'a=1; a=2', '1'],
  ['with equals signs in the value', 'a=1==', '1=='],
  ['empty', 'a=', ''],
  ['missing', 'aa=1; b=a', undefined],
  ['a name without a value', 'a; b=1', undefined],
])('finds a cookie %s', (_, cookie, value) => {
  expect(findCookie({ cookie }, 'a')).toBe(value);
});

test('returns undefined without cookies', () => {
  expect(findCookie({}, 'a')).toBeUndefined();
});

test('writes a cookie for our own pages only', () => {
  expect(toSetCookie('a', 'v', { path: '/books', secure: true, maxAgeSeconds: 60 })).toBe(
    'a=v; Path=/books; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(toSetCookie('a', '', { path: '/', secure: false, maxAgeSeconds: 0 })).toBe(
    'a=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  );
});
