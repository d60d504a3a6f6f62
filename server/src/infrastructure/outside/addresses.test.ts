import { isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isPrivateAddress } from './addresses.ts';

const v6 = {
  netmask: 'ffff:ffff:ffff:ffff::',
  family: 'IPv6',
  mac: '02:00:00:00:00:01',
  internal: false,
} as const;
const v4 = { netmask: '255.255.255.0', family: 'IPv4', mac: '02:00:00:00:00:01', internal: false } as const;
const interfaces = {
  home: [
    { ...v6, address: '2a02:810:1:2::5', cidr: '2a02:810:1:2::5/64', scopeid: 0 },
    { ...v4, address: '93.184.215.7', cidr: '93.184.215.7/24' },
  ],
  tunnel: [{ ...v4, address: '8.8.4.4', cidr: null }],
};

test.each([
  '8.8.8.8',
  '93.184.216.34',
  '::ffff:8.8.8.8',
  '2606:4700::1111',
  '2a02:810:1:3::1',
  '2001:4860::8',
])('%s is public', (address) => expect(isPrivateAddress(address, interfaces)).toBe(false));

/** Addresses at the start and at the end of each block of `addresses.ts`, whose removal makes them public. */
const blocks: [block: string, first: string, last: string][] = [
  ['0.0.0.0/8', '0.0.0.0', '0.255.255.255'],
  ['10.0.0.0/8', '10.0.0.0', '10.255.255.255'],
  ['100.64.0.0/10', '100.64.0.0', '100.127.255.255'],
  ['127.0.0.0/8', '127.0.0.0', '127.255.255.255'],
  ['169.254.0.0/16', '169.254.0.0', '169.254.255.255'],
  ['172.16.0.0/12', '172.16.0.0', '172.31.255.255'],
  ['192.0.0.0/24', '192.0.0.0', '192.0.0.255'],
  ['192.0.2.0/24 (TEST-NET-1)', '192.0.2.0', '192.0.2.255'],
  ['192.88.99.0/24 (6to4 relays)', '192.88.99.0', '192.88.99.255'],
  ['192.168.0.0/16', '192.168.0.0', '192.168.255.255'],
  ['198.18.0.0/15', '198.18.0.0', '198.19.255.255'],
  ['198.51.100.0/24 (TEST-NET-2)', '198.51.100.0', '198.51.100.255'],
  ['203.0.113.0/24 (TEST-NET-3)', '203.0.113.0', '203.0.113.255'],
  ['224.0.0.0/4 (multicast)', '224.0.0.0', '239.255.255.255'],
  ['240.0.0.0/4', '240.0.0.0', '255.255.255.255'],
  ['unspecified', '::', '::'],
  ['loopback', '::1', '::1'],
  ['::/96 (IPv4-compatible)', '::2', '::255.255.255.255'],
  ['64:ff9b::/96 (NAT64)', '64:ff9b::', '64:ff9b::255.255.255.255'],
  ['64:ff9b:1::/48 (NAT64)', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::/64 (discard)', '100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::/32 (Teredo)', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:2::/48 (benchmarks)', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
  ['2001:10::/28 (ORCHID)', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:20::/28 (ORCHIDv2)', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001::/23', '2001:1::1', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::/32 (documentation)', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::/16 (6to4)', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::/20 (documentation)', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::/16 (segment routing)', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::/7', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::/10', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::/10', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::/8 (multicast)', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
];
test.each(blocks)('%s is private', (_, ...addresses) => {
  for (const address of addresses) {
    expect(isPrivateAddress(address, {})).toBe(true);
    // The same address in IPv6 notation.
    if (isIPv4(address)) expect(isPrivateAddress(`::ffff:${address}`, {})).toBe(true);
  }
});

test.each([
  ...[
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '191.255.255.255', '192.0.1.0'],
  ...['192.0.3.0', '192.88.98.255', '192.88.100.0', '192.167.255.255', '192.169.0.0', '198.17.255.255'],
  ...['198.20.0.0', '198.51.99.255', '198.51.101.0', '203.0.112.255', '203.0.114.0', '223.255.255.255'],
  ...['2001:200::', '2001:db7:ffff::', '2001:db9::', '2003::', '3ffe::', '3fff:1000::'],
])('%s next to a special block is public', (address) => expect(isPrivateAddress(address, {})).toBe(false));

test.each(['2a02:810:1:2::5', '2a02:810:1:2:abcd::1', '93.184.215.1', '::ffff:93.184.215.1', '8.8.4.4'])(
  '%s is in a network of this machine',
  (address) => {
    expect(isPrivateAddress(address, {})).toBe(false);
    expect(isPrivateAddress(address, interfaces)).toBe(true);
  },
);

test('the addresses of this machine are private', () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  expect(own.filter(({ address }) => !isPrivateAddress(address))).toEqual([]);
});
