// Resolves references inside a book to names of archive entries. References out of the archive are undefined.

export interface EntryHref {
  /** Entry name: percent-decoded, dot segments resolved, never above the archive's root. */
  name: string;
  /** The name without percent-decoding, if it differs: some archives contain names with "%". */
  encodedName?: string;
  /** The part after "#", percent-decoded; never empty. */
  fragment?: string;
}

const maxHrefLength = 4096;
// Matches paths that need decoding, resolving or trimming, which are few. A colon may end a scheme.
const unusual = /[%\\?:\0]|\/\/|\/\.|^[./\s]|\s$|^$/;

/**
 * Resolves `href` relative to the entry `from` ("OEBPS/content.opf"; "" for the archive's root). Returns
 * undefined for an address with a scheme or a host, an empty reference, a NUL, and anything longer than 4,096
 * characters.
 */
export function resolveHref(href: string, from: string): EntryHref | undefined {
  if (href.length > maxHrefLength) return undefined;
  const hash = href.indexOf('#');
  const path = hash === -1 ? href : href.slice(0, hash);
  const target = unusual.test(path) ? resolvePath(path, from) : { name: folderOf(from) + path };
  const fragment = hash === -1 ? '' : decodePercent(href.slice(hash + 1));
  return target === undefined || fragment === '' ? target : { ...target, fragment };
}

function resolvePath(path: string, from: string): EntryHref | undefined {
  const clean = (path.split('?', 1)[0] ?? '').trim().replaceAll('\\', '/');
  if (/^(?:[a-zA-Z][a-zA-Z0-9+.-]*:|\/\/)/.test(clean)) return undefined;
  const resolve = (written: string) =>
    normalise(written.startsWith('/') ? written : folderOf(from) + written);
  // A fragment alone refers to the entry itself.
  const name = clean === '' ? from : resolve(decodePercent(clean));
  const encodedName = clean === '' ? from : resolve(clean);
  if (name === '' || name.includes('\0')) return undefined;
  return encodedName === name ? { name } : { name, encodedName };
}

function folderOf(entryName: string): string {
  return entryName.slice(0, entryName.lastIndexOf('/') + 1);
}

/** Resolves dot segments as in URLs: ".." at the root stays at the root. */
function normalise(path: string): string {
  const segments: string[] = [];
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** Decodes percent-encoding, or returns the text unchanged if it is invalid. */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns an entry name as a relative address: every segment percent-encoded, slashes kept. */
export function encodeEntryName(name: string): string {
  return /^[\w./~-]+$/.test(name) ? name : name.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
