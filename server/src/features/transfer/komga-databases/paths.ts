// Komga names files by URLs, percent-encoded UTF-8: `file:/mnt/comics/Page%20Blanche/`, `file:/C:/…`, `file://server/…`.
import { trimSlashes } from '#features/transfer/peer-snapshots/index.ts';

/** Absolute, with slashes and none at the end; undefined for what is no such address. */
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
  // Two slashes are a share, three an empty name of a host before the path.
  return `${slashes === 2 || slashes === 4 ? '//' : '/'}${rest}`;
}
