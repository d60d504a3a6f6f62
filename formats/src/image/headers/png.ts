// Reads PNG headers (PNG third edition): IHDR, and chunks before the image data that announce an animation or an
// orientation.
import { hasMark, u32be } from '../../bytes.ts';
import { type ImageHeader, type Orientation, toHeader, toSizelessHeader } from '../types.ts';
import { findExifOrientation } from './tiff.ts';

const MAX_CHUNKS = 32;

export function readPngHeader(head: Uint8Array): ImageHeader {
  if (head.length < 24 || !hasMark(head, 12, 'IHDR')) return toSizelessHeader('image/png');
  let isAnimated: boolean | undefined;
  let orientation: Orientation | undefined;
  let at = 33;
  for (let chunks = 0; chunks < MAX_CHUNKS && at + 8 <= head.length; chunks++) {
    if (hasMark(head, at + 4, 'IDAT')) break;
    if (hasMark(head, at + 4, 'acTL')) isAnimated = true;
    if (hasMark(head, at + 4, 'eXIf')) orientation ??= findExifOrientation(head, at + 8);
    at += 12 + u32be(head, at);
  }
  return toHeader(
    'image/png',
    { width: u32be(head, 16), height: u32be(head, 20) },
    { orientation, isAnimated },
  );
}
