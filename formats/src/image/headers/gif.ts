// Reads GIF headers (GIF87a, GIF89a): the logical screen, and whether a loop extension precedes the first image.
import { hasMark, u16le } from '../../bytes.ts';
import { type ImageHeader, toHeader, toSizelessHeader } from '../types.ts';

const MAX_BLOCKS = 64;

export function readGifHeader(head: Uint8Array): ImageHeader {
  if (head.length < 10) return toSizelessHeader('image/gif');
  const size = { width: u16le(head, 6), height: u16le(head, 8) };
  return toHeader('image/gif', size, { isAnimated: announcesLoop(head) ? true : undefined });
}

function announcesLoop(head: Uint8Array): boolean {
  const flags = head[10] ?? 0;
  let at = 13 + ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  for (let blocks = 0; blocks < MAX_BLOCKS && head[at] === 0x21; blocks++) {
    if (hasMark(head, at + 3, 'NETSCAPE2.0') || hasMark(head, at + 3, 'ANIMEXTS1.0')) return true;
    at += 2;
    while ((head[at] ?? 0) !== 0) at += 1 + (head[at] ?? 0);
    at += 1;
  }
  return false;
}
