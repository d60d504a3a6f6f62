// Reads BMP headers: the OS/2 core header, and Windows headers that begin like BITMAPINFOHEADER. decoders/bmp.ts reads the pixels.
import { i32le, u16le, u32le } from '../../bytes.ts';
import { type ImageHeader, toHeader, toSizelessHeader } from '../types.ts';

/** Size of the header that stores width and height as 16-bit numbers (BITMAPCOREHEADER). */
export const CORE_HEADER_BYTES = 12;

export function readBmpHeader(head: Uint8Array): ImageHeader {
  if (head.length < 26) return toSizelessHeader('image/bmp');
  if (u32le(head, 14) === CORE_HEADER_BYTES) {
    return toHeader('image/bmp', { width: u16le(head, 18), height: u16le(head, 20) });
  }
  // A negative height means that the top row comes first.
  return toHeader('image/bmp', { width: i32le(head, 18), height: Math.abs(i32le(head, 22)) });
}

/** Header sizes: OS/2 (12, 16, 64), Windows 3 with masks (40, 52, 56), 4 (108) and 5 (124). */
const HEADER_SIZES = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

/** Whether the bytes begin like a BMP: with 'BM', and the size of a known header after the file header. */
export function isBmp(head: Uint8Array): boolean {
  return head[0] === 0x42 && head[1] === 0x4d && HEADER_SIZES.has(u32le(head, 14));
}
