// Detects an image by its first bytes and reads its size from its header, without decoding.

import { hasMark } from '../bytes.ts';
import { findBmffImageType, readBmffHeader } from './headers/bmff.ts';
import { isBmp, readBmpHeader } from './headers/bmp.ts';
import { readGifHeader } from './headers/gif.ts';
import { readJpegHeader } from './headers/jpeg.ts';
import { readJxlHeader } from './headers/jxl.ts';
import { readPngHeader } from './headers/png.ts';
import { isSvg } from './headers/svg.ts';
import { readTiffHeader } from './headers/tiff.ts';
import { readWebpHeader } from './headers/webp.ts';
import { type ImageHeader, type ImageMediaType, type ReadMore, toSizelessHeader } from './types.ts';

/** Returns the media type of an image by its first bytes (64 suffice except for SVG), or undefined for unknown types. */
export function findImageMediaType(head: Uint8Array): ImageMediaType | undefined {
  switch (head[0]) {
    case 0xff:
      if (head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
      return head[1] === 0x0a ? 'image/jxl' : undefined;
    case 0x89:
      return hasMark(head, 0, '\x89PNG\r\n\x1a\n') ? 'image/png' : undefined;
    case 0x52:
      return hasMark(head, 0, 'RIFF') && hasMark(head, 8, 'WEBP') ? 'image/webp' : undefined;
    case 0x47:
      return hasMark(head, 0, 'GIF87a') || hasMark(head, 0, 'GIF89a') ? 'image/gif' : undefined;
    case 0x42:
      return isBmp(head) ? 'image/bmp' : undefined;
    case 0x49:
      return hasMark(head, 0, 'II*\0') || hasMark(head, 0, 'II+\0') ? 'image/tiff' : undefined;
    case 0x4d:
      return hasMark(head, 0, 'MM\0*') || hasMark(head, 0, 'MM\0+') ? 'image/tiff' : undefined;
    case 0x00:
      return hasMark(head, 0, '\0\0\0\x0cJXL \r\n\x87\n') ? 'image/jxl' : findBmffImageType(head);
    default:
      return isSvg(head) ? 'image/svg+xml' : undefined;
  }
}

/** Like readImageHeader, for a file in memory. */
export const readWholeImageHeader = (bytes: Uint8Array): ImageHeader | undefined =>
  readImageHeader(bytes, (offset, length) => bytes.subarray(offset, offset + length));

/**
 * Reads the header of an image from its first bytes. 4 KiB contain the size of nearly every file. A JPEG with a large
 * profile, a TIFF or an AVIF may need `more`. Never throws, and reads a bounded number of bytes. Returns undefined for
 * unknown types. Takes 0.02 to 0.07 µs for common formats, 0.2 µs for AVIF.
 */
export function readImageHeader(head: Uint8Array, more?: ReadMore): ImageHeader | undefined {
  const mediaType = findImageMediaType(head);
  switch (mediaType) {
    case undefined:
      return undefined;
    case 'image/jpeg':
      return readJpegHeader(head, more);
    case 'image/png':
      return readPngHeader(head);
    case 'image/webp':
      return readWebpHeader(head);
    case 'image/gif':
      return readGifHeader(head);
    case 'image/bmp':
      return readBmpHeader(head);
    case 'image/tiff':
      return readTiffHeader(head, more);
    case 'image/jxl':
      return readJxlHeader(head, more);
    case 'image/svg+xml':
      return toSizelessHeader(mediaType);
    default:
      return readBmffHeader(head, more, mediaType);
  }
}
