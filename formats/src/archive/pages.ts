// Which entries of an archive are pages, and in which order.
import { compareNatural } from '../natural-order.ts';
import type { ArchiveEntry, ArchiveIndex } from './entry.ts';
import { refuseUnreadable } from './faults.ts';

/** By extension, as far as an archive tells; what an image really is only its bytes do. SVG is no page. */
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

/** The media type that an image's name promises, undefined when it is no image's name. */
export function findImageTypeOfName(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : imageTypes.get(name.slice(dot + 1).toLowerCase());
}

/**
 * The pages of an archive in natural order of their full names; of several with one name in archive order. Without
 * folders, links, files that are not images by name, and junk (isJunk). Encrypted entries are pages too, that
 * cannot be read. Throws FormatError `parser` for an archive of which nothing can be read: encrypted, multi_volume.
 */
export function listPageEntries(index: ArchiveIndex): ArchiveEntry[] {
  refuseUnreadable(index);
  return index.entries.filter(isPage).sort((a, b) => compareNatural(a.name, b.name));
}

function isPage({ name, isDirectory, isSymlink }: ArchiveEntry): boolean {
  return !isDirectory && !isSymlink && findImageTypeOfName(name) !== undefined && !isJunk(name);
}

/**
 * Whether a name is of what systems leave behind: anything in `__MACOSX` or in a folder or file that begins with a
 * dot (`.DS_Store`, `._001.jpg`), and `Thumbs.db`. `./` and `../` are ways to write a name and hide nothing.
 */
export function isJunk(name: string): boolean {
  const segments = name.split('/');
  if (segments.at(-1)?.toLowerCase() === 'thumbs.db') return true;
  return segments.some(
    (segment) => segment === '__MACOSX' || (segment.startsWith('.') && segment !== '.' && segment !== '..'),
  );
}
