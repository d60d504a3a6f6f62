// Reads WebP headers (RFC 9649): simple lossy, simple lossless and extended files.
import { hasMark, u16le, u24le, u32le } from '../../bytes.ts';
import { type ImageHeader, toHeader, toSizelessHeader } from '../types.ts';

export function readWebpHeader(head: Uint8Array): ImageHeader {
  if (head.length < 30) return readShort(head);
  if (hasMark(head, 12, 'VP8X')) {
    const size = { width: u24le(head, 24) + 1, height: u24le(head, 27) + 1 };
    return toHeader('image/webp', size, { isAnimated: ((head[20] ?? 0) & 2) !== 0 });
  }
  // The start code 9d 01 2a follows the tag of a key frame (RFC 6386 9.1). The upper two bits are a scale.
  if (hasMark(head, 12, 'VP8 ') && hasMark(head, 23, '\x9d\x01\x2a')) {
    return toHeader('image/webp', { width: u16le(head, 26) & 0x3fff, height: u16le(head, 28) & 0x3fff });
  }
  return readShort(head);
}

/** A lossless image may be shorter than the 30 bytes of the other forms. */
function readShort(head: Uint8Array): ImageHeader {
  if (head.length < 25 || !hasMark(head, 12, 'VP8L') || head[20] !== 0x2f) {
    return toSizelessHeader('image/webp');
  }
  const bits = u32le(head, 21);
  return toHeader('image/webp', { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 });
}
