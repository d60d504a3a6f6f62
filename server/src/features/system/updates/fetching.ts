// The one request for the newest version: it says nothing of this server, follows no redirects, and asks no private
// address unless that is allowed.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { readBounded } from '#infrastructure/http/read-bounded.ts';
import { parseJson } from '#infrastructure/text/parse-json.ts';
import { findNewest } from './versions.ts';

interface Asked {
  url: string;
  privateAddresses: boolean;
}

const timeoutMs = 10_000;
/** A hundred releases with their notes. */
const maxBytes = 2 * 1024 * 1024;

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
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateNetworks.addSubnet(network, bits, 'ipv6');

/** The newest version that the address names. Throws an error with a sentence for people. */
export async function fetchNewest({ url, privateAddresses }: Asked, signal: AbortSignal): Promise<string> {
  const address = new URL(url);
  if (!privateAddresses) await requirePublic(address);
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    headers: { accept: 'application/json', 'user-agent': 'Lectern' },
  }).catch((cause: unknown) => {
    throw new Error(`${address.host} does not answer, or leads elsewhere`, { cause });
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${address.host} answers with status ${response.status}`);
  }
  const newest = findNewest(parseJson((await readBounded(response, maxBytes)).toString()));
  if (newest === undefined) throw new Error(`${address.host} names no version`);
  return newest;
}

async function requirePublic({ hostname, protocol }: URL): Promise<void> {
  if (protocol !== 'https:') throw new Error('updates.url has to begin with https://');
  const host = hostname.replace(/^\[|\]$/g, '');
  // Where names are looked up by a proxy there may be no answer here.
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  if (found.some(({ address }) => isPrivate(address)))
    throw new Error(`${hostname} is in a private network; updates.private_addresses allows that`);
}

const isPrivate = (address: string): boolean =>
  privateNetworks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
