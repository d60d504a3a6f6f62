import { expect, test } from 'vitest';
import { isUnavailable } from './unavailable.ts';

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', '57P01'])(
  'a database is unavailable after %s',
  (code) => {
    expect(isUnavailable(Object.assign(new Error(code), { code }))).toBe(true);
  },
);

test.each(['23505', 'ENOSPC'])('a database is available after %s', (code) => {
  expect(isUnavailable(Object.assign(new Error(code), { code }))).toBe(false);
});
