// Caching of images: for ever when the address names their version, else they are revalidated each time.

/** `version` is the `v` of the address; it is valid as a prefix of the ETag. */
export function toCacheControl(version: string | undefined, etag: string): string {
  const isNamed = version !== undefined && version.length >= 4 && etag.startsWith(version);
  return isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache';
}
