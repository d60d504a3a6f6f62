// Addresses of metadata, which anybody may have written. Pure.

/** The host of an address that a browser may open; undefined for every other. */
export function findHost(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www[.]/, '') : undefined;
}
