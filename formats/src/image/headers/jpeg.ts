// Reads JPEG headers (ITU-T T.81 annex B): walks the segments up to the frame header and skips large ones.
import { hasMark, u16be } from '../../bytes.ts';
import { type ImageHeader, type Orientation, type ReadMore, toHeader } from '../types.ts';
import { findExifOrientation } from './tiff.ts';

/** Maximum number of segments and windows that are read. An ICC profile of 16 MiB has 256 segments. */
const MAX_SEGMENTS = 1024;
const MAX_WINDOWS = 512;
const WINDOW_BYTES = 4096;
const MAX_STRAY_BYTES = 65_536;
/** Marker, length, precision, height, width. */
const FRAME_HEADER_BYTES = 9;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const APP1 = 0xe1;
const NOTHING = new Uint8Array(0);

/** Reads the frame header of any encoding (SOF0 to SOF15), and the orientation if the read bytes contain EXIF. */
export function readJpegHeader(head: Uint8Array, more: ReadMore | undefined): ImageHeader {
  let bytes = head;
  let base = 0;
  let at = 2;
  let orientation: Orientation | undefined;
  for (let segments = 0, windows = 0; segments < MAX_SEGMENTS; segments++) {
    if (at - base + FRAME_HEADER_BYTES > bytes.length) {
      if (more === undefined || windows++ === MAX_WINDOWS) break;
      base = at;
      bytes = more(at, WINDOW_BYTES) ?? NOTHING;
    }
    const i = findMarker(bytes, at - base);
    if (i + FRAME_HEADER_BYTES > bytes.length) {
      if (i === 0) break;
      at = base + i;
      continue;
    }
    const marker = bytes[i + 1] ?? 0;
    if (isFrameHeader(marker)) {
      const size = { width: u16be(bytes, i + 7), height: u16be(bytes, i + 5) };
      return toHeader('image/jpeg', size, { orientation });
    }
    if (marker === START_OF_SCAN || marker === END_OF_IMAGE) break;
    if (marker === APP1 && hasMark(bytes, i + 4, 'Exif\0\0')) {
      orientation ??= findExifOrientation(bytes, i + 10);
    }
    at = base + i + 2 + (isAlone(marker) ? 0 : Math.max(2, u16be(bytes, i + 2)));
  }
  return toHeader('image/jpeg', { width: 0, height: 0 }, { orientation });
}

/**
 * Returns the index of the next marker from `from`, or the end of the bytes. Like decoders, skips a limited number of
 * stray bytes and fill bytes (T.81 B.1.1.2).
 */
function findMarker(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length - 1, from + MAX_STRAY_BYTES);
  for (let i = from; i < end; i++) {
    if (bytes[i] === 0xff && bytes[i + 1] !== 0xff && bytes[i + 1] !== 0) return i;
  }
  return bytes.length;
}

/** SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC). */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

/** Markers without a length: TEM, RST0 to RST7, SOI. */
function isAlone(marker: number): boolean {
  return marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}
