// Links in metadata, which are untrusted. No browser.

/** The host of an http or https address; undefined for any other. */
export function findHost(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? hostname.replace(/^www[.]/, '') : undefined;
}
