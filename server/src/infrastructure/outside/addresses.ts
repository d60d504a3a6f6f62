// Which addresses may be asked: the Internet's, and those that the configuration names.
import { BlockList, isIP } from 'node:net';
import { OutsideError } from './errors.ts';

/** Of this machine, of local networks, and others that are not of the Internet (RFC 6890). */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  // These two hold addresses of IPv4, which may be private (RFC 6052, RFC 3056).
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6');

/** Addresses of IPv4 in those of IPv6 (`::ffff:…`) count as what they are. */
export const isPrivateAddress = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** What the configuration allows for an address that it names, beyond what is allowed for all. */
export interface Allowance {
  anyPort?: boolean;
  /** Without TLS, too. */
  privateNetworks?: boolean;
}

/**
 * Throws OutsideError for what may not be asked. Names are judged by the addresses that they lead to, when they are connected to
 * (./request.ts); literals are never looked up, and so are judged here. URL has written every form of them in the usual one.
 */
export function checkAddress({ protocol, username, password, port, hostname }: URL, allow: Allowance): void {
  if (protocol !== 'https:' && !(protocol === 'http:' && allow.privateNetworks))
    throw new OutsideError('no_tls', `${hostname || protocol} is not asked without TLS: https:// is needed`);
  if (username !== '' || password !== '')
    throw new OutsideError('address', `${hostname} is not asked by an address with a name and password`);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!allow.privateNetworks && isIP(literal) !== 0 && isPrivateAddress(literal)) throw toPrivate(hostname);
  // The port of the protocol itself is empty.
  if (port !== '' && port !== '80' && !allow.anyPort && !allow.privateNetworks)
    throw new OutsideError('address', `${hostname} is not asked at port ${port}`);
}

export const toPrivate = (hostname: string): OutsideError =>
  new OutsideError('private', `${hostname} is in a private network`);
