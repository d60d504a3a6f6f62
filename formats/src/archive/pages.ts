// Selects the pages among the entries of an archive and sorts them.
import { compareNatural } from '../natural-order.ts';
import type { ArchiveEntry, ArchiveIndex } from './entry.ts';
import { refuseUnreadable } from './faults.ts';

/**
 * Media types by extension. The index has no better source; the actual type is only in the bytes. SVG is not
 * a page.
 */
const imageTypes = new Map([
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['jpe', 'image/jpeg'],
  ['jfif', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['avif', 'image/avif'],
  ['jxl', 'image/jxl'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['hif', 'image/heif'],
  ['bmp', 'image/bmp'],
  ['tif', 'image/tiff'],
  ['tiff', 'image/tiff'],
]);

/** Returns the media type that a file name implies, or undefined if it is not the name of an image. */
export function findImageTypeOfName(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : imageTypes.get(name.slice(dot + 1).toLowerCase());
}

/**
 * Returns the pages of an archive in natural order of their full names; equal names stay in archive order.
 * Excludes folders, links, entries without an image extension, and junk (isJunk). Includes encrypted entries,
 * which cannot be read. Throws FormatError `parser` for an archive without readable entries: encrypted,
 * multi_volume.
 */
export function listPageEntries(index: ArchiveIndex): ArchiveEntry[] {
  refuseUnreadable(index);
  return index.entries.filter(isPage).sort((a, b) => compareNatural(a.name, b.name));
}

function isPage({ name, isDirectory, isSymlink }: ArchiveEntry): boolean {
  return !isDirectory && !isSymlink && findImageTypeOfName(name) !== undefined && !isJunk(name);
}

/**
 * Whether a name belongs to a file that an operating system leaves behind: `Thumbs.db`, `__MACOSX`, and names
 * that begin with a dot (`.DS_Store`, `._001.jpg`), or anything in such a folder. The segments `.` and `..`
 * do not count.
 */
export function isJunk(name: string): boolean {
  const segments = name.split('/');
  if (segments.at(-1)?.toLowerCase() === 'thumbs.db') return true;
  return segments.some(
    (segment) => segment === '__MACOSX' || (segment.startsWith('.') && segment !== '.' && segment !== '..'),
  );
}
