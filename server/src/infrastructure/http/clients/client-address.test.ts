import { expect, test } from 'vitest';
import { toClientKey } from './client-address.ts';

test.each([
  ['an IPv4 address', '192.0.2.1', '192.0.2.1'],
  ['IPv4 inside IPv6', '::ffff:192.0.2.1', '192.0.2.1'],
  ['IPv6 in full', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['IPv6 with its zeros left out at the end', '2001:db8:1:2::', '2001:db8:1:2'],
  ['IPv6 with its zeros left out in front', '2001:db8::6', '2001:db8:0:0'],
  ['the loopback', '::1', '0:0:0:0'],
  ['capitals', '2001:DB8:1:2::1', '2001:db8:1:2'],
  ['a zone', 'fe80::1%eth0', 'fe80:0:0:0'],
  ['nothing', '', ''],
])('%s is one client', (_, address, key) => {
  expect(toClientKey(address)).toBe(key);
});

test('what a proxy reports is bounded', () => {
  expect(toClientKey('x'.repeat(10_000))).toHaveLength(64);
});
