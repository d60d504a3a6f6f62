// Links in metadata, which are untrusted. Uses no browser API.

/** The host of an http or https URL. Undefined for any other URL. */
export function findHost(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www[.]/, '') : undefined;
}
