// Web addresses in metadata: http and https only, nothing that a browser would execute.
import type { ExternalLink } from '../metadata.ts';

const maxLinks = 50;
const maxAddressLength = 2048;

/** Returns undefined if the address is invalid, not http(s), or contains a user name or password. */
export function parseLink(text: string): ExternalLink | undefined {
  const address = text.trim();
  if (address.length > maxAddressLength || !/^https?:\/\//i.test(address)) return undefined;
  const url = URL.parse(address);
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return undefined;
  return { sourceName: url.hostname.replace(/^www\./, ''), url: url.href };
}

/** Returns the distinct links among the addresses in order, at most 50; undefined if there are none. */
export function toLinks(addresses: readonly string[]): ExternalLink[] | undefined {
  const links = new Map<string, ExternalLink>();
  for (const address of addresses) {
    const link = parseLink(address);
    if (link !== undefined) links.set(link.url, link);
    if (links.size === maxLinks) break;
  }
  return links.size === 0 ? undefined : [...links.values()];
}
