// Collects images and fonts of a book during conversion. Their types are detected by content. Other files are omitted.
import { hasMark } from '../bytes.ts';
import { findImageMediaType } from '../image/header.ts';
import { ebookLimits, tooLarge } from './limits.ts';
import type { EbookResource } from './types.ts';

/** Extensions of EPUB core media types (EPUB 3.3), and of other types that browsers support. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
};
const fonts = [
  ['\0\x01\0\0', 'font/ttf', 'ttf'],
  ['true', 'font/ttf', 'ttf'],
  ['OTTO', 'font/otf', 'otf'],
  ['wOFF', 'font/woff', 'woff'],
  ['wOF2', 'font/woff2', 'woff2'],
] as const;

export class Pictures {
  readonly list: EbookResource[] = [];
  #total = 0;

  /** Adds an image or font under a name without extension. Returns its path, or undefined for other data. */
  add(stem: string, bytes: Uint8Array): string | undefined {
    const kind = findKind(bytes);
    if (!kind) return undefined;
    this.#total += bytes.length;
    if (bytes.length > ebookLimits.maxResourceBytes || this.#total > ebookLimits.maxResourcesBytes)
      throw tooLarge('The pictures of the book are too large');
    const name = `${kind.folder}/${stem}.${kind.extension}`;
    this.list.push({ name, mediaType: kind.mediaType, bytes });
    return name;
  }
}

function findKind(bytes: Uint8Array) {
  const image = findImageMediaType(bytes);
  const extension = image && extensions[image];
  if (image && extension) return { folder: 'images', mediaType: image, extension };
  const font = fonts.find(([mark]) => hasMark(bytes, 0, mark));
  return font && { folder: 'fonts', mediaType: font[1], extension: font[2] };
}
