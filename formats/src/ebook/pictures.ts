// Pictures and fonts of a book that is taken apart: each is what its bytes say, and nothing else is taken along.
import { hasMark } from '../bytes.ts';
import { findImageMediaType } from '../image/header.ts';
import { ebookLimits, tooLarge } from './limits.ts';
import type { EbookResource } from './types.ts';

/** What readers of EPUBs show (EPUB 3.3, core media types), and what browsers do besides. */
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

export interface Pictures {
  list: EbookResource[];
  /** Takes a picture or font along under a name without extension; undefined when it is none. */
  add(stem: string, bytes: Uint8Array): string | undefined;
}

export function createPictures(): Pictures {
  const list: EbookResource[] = [];
  let total = 0;
  return {
    list,
    add(stem, bytes) {
      const kind = findKind(bytes);
      if (!kind) return undefined;
      total += bytes.length;
      if (bytes.length > ebookLimits.maxResourceBytes || total > ebookLimits.maxResourcesBytes)
        throw tooLarge('The pictures of the book are too large');
      const name = `${kind.folder}/${stem}.${kind.extension}`;
      list.push({ name, mediaType: kind.mediaType, bytes });
      return name;
    },
  };
}

function findKind(bytes: Uint8Array) {
  const image = findImageMediaType(bytes);
  const extension = image && extensions[image];
  if (image && extension) return { folder: 'images', mediaType: image, extension };
  const font = fonts.find(([mark]) => hasMark(bytes, 0, mark));
  return font && { folder: 'fonts', mediaType: font[1], extension: font[2] };
}
