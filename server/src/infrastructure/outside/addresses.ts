// Allowed addresses of requests: public addresses of the Internet, and addresses that the configuration names.
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { OutsideError } from './errors.ts';

/** IPv4 networks that are not globally reachable (RFC 6890, the IANA registry of special-purpose addresses). */
const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv4');
/** Parts of `publicNetworks` that are not globally reachable. */
for (const [network, bits] of [
  // Protocols, among them Teredo, which contains IPv4 addresses.
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4, which contains IPv4 addresses.
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6');

/** Global unicast addresses of IPv6 (RFC 4291, 2.4), and IPv4 addresses in IPv6 notation, which count as IPv4. */
const publicNetworks = new BlockList();
publicNetworks.addSubnet('2000::', 3, 'ipv6');
publicNetworks.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Also true for addresses in the networks of this machine's interfaces: a home network has public IPv6 addresses. */
export function isPrivateAddress(address: string, interfaces = networkInterfaces()): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (family === 'ipv6' && !publicNetworks.check(address, family)) return true;
  return privateNetworks.check(address, family) || toOwnNetworks(interfaces).check(address, family);
}

function toOwnNetworks(interfaces: ReturnType<typeof networkInterfaces>): BlockList {
  const networks = new BlockList();
  for (const { address, cidr, family } of Object.values(interfaces).flatMap((found) => found ?? [])) {
    const bits = Number(cidr?.split('/')[1] ?? 0);
    // Without a network mask, only the address itself is known to be local.
    if (bits > 0) networks.addSubnet(address, bits, family === 'IPv6' ? 'ipv6' : 'ipv4');
    else networks.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return networks;
}

/** Exceptions that the configuration permits for an address. */
export interface Allowance {
  anyPort?: boolean;
  /** Also permits addresses without TLS. */
  privateNetworks?: boolean;
}

/**
 * Throws OutsideError for an address that must not be requested. Host names are checked by their resolved addresses
 * when the connection is made (./request.ts). IP literals are never resolved, so they are checked here; URL has
 * normalized them.
 */
export function checkAddress({ protocol, username, password, port, hostname }: URL, allow: Allowance): void {
  if (protocol !== 'https:' && !(protocol === 'http:' && allow.privateNetworks))
    throw new OutsideError('no_tls', `${hostname || protocol} requires https://`);
  if (username !== '' || password !== '')
    throw new OutsideError('address', `${hostname} must be addressed without name and password`);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!allow.privateNetworks && isIP(literal) !== 0 && isPrivateAddress(literal)) throw toPrivate(hostname);
  // URL omits the default port of the protocol.
  if (port !== '' && port !== '80' && !allow.anyPort && !allow.privateNetworks)
    throw new OutsideError('address', `${hostname} must not be requested at port ${port}`);
}

export const toPrivate = (hostname: string): OutsideError =>
  new OutsideError('private', `${hostname} is in a private network`);
