import { describe, expect, test } from 'vitest';
import { toRoles } from './people.ts';
import { findHost } from './safe-link.ts';

describe('the address of a link', () => {
  test.each([
    ['https://www.example.org/a', 'example.org'],
    ['http://example.org', 'example.org'],
    ['https://user@example.org:8080/x', 'example.org'],
  ])('%s leads to %s', (address, host) => expect(findHost(address)).toBe(host));

  test.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'ftp://a', '//a', 'a', ''])(
    '%s leads nowhere',
    (address) => expect(findHost(address)).toBeUndefined(),
  );
});

test('groups people by role without duplicates', () => {
  const authors = [
    { name: 'A', role: 'writer', sortName: null },
    { name: 'B', role: 'inker', sortName: null },
    { name: 'A', role: 'inker', sortName: null },
    { name: 'A', role: 'writer', sortName: null },
  ] as const;
  expect(toRoles(authors)).toEqual([
    { role: 'writer', names: ['A'] },
    { role: 'inker', names: ['B', 'A'] },
  ]);
});
