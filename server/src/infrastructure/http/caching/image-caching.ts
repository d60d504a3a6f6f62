// Caching of images: permanent if the address contains their version, otherwise revalidated each time.

/** `version` is the `v` of the address, which is valid if it is a prefix of the ETag. */
export function toCacheControl(version: string | undefined, etag: string): string {
  const isNamed = version !== undefined && version.length >= 4 && etag.startsWith(version);
  return isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache';
}
