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
