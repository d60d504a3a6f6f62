// Converts Komga's file URLs (percent-encoded UTF-8): `file:/mnt/comics/Page%20Blanche/`, `file:/C:/…`,
// `file://server/…`.
import { trimSlashes } from '#features/import/snapshot/index.ts';

/** Returns an absolute path with forward slashes and no trailing slash. Undefined for other URLs. */
export function toPath(url: string): string | undefined {
  const [, address] = /^file:(.*)$/s.exec(url) ?? [];
  if (address === undefined) return undefined;
  let path: string;
  try {
    path = decodeURIComponent(address);
  } catch {
    return undefined;
  }
  const slashes = /^\/*/.exec(path)?.[0].length ?? 0;
  const rest = trimSlashes(path.slice(slashes));
  if (/^[A-Za-z]:/.test(rest)) return rest;
  // Two slashes start a network share. Three slashes contain an empty host name.
  return `${slashes === 2 || slashes === 4 ? '//' : '/'}${rest}`;
}
