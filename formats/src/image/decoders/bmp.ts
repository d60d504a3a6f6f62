// Decodes BMP pages, which libvips does not support: 1, 4, 8, 16, 24 and 32 bits per pixel, palettes and bit masks.
// Run-length coding and embedded JPEG or PNG are refused, because they do not occur in pages.

import { u16le, u24le, u32le } from '../../bytes.ts';
import { type ImagePurpose, undecodable } from '../failure.ts';
import { CORE_HEADER_BYTES, readBmpHeader } from '../headers/bmp.ts';
import type { RawImage } from './pixels.ts';

const FILE_HEADER_BYTES = 14;
/** A file truncated in its last rows is accepted. Missing rows are white. */
const MIN_SHARE_OF_ROWS = 0.9;

const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

interface BmpLayout {
  width: number;
  height: number;
  isTopDown: boolean;
  bitsPerPixel: number;
  pixelsAt: number;
  /** Offset and entry size of the palette. */
  palette: { at: number; entryBytes: number; entries: number };
  /** Red, green, blue, alpha. 0 for absent channels. */
  masks: [number, number, number, number];
}

/**
 * Decodes a BMP into 3 or 4 bytes per pixel. The caller must check the image size first.
 * @throws FormatError of the purpose: undecodable
 */
export function decodeBmp(bytes: Uint8Array, purpose: ImagePurpose): RawImage {
  const layout = readLayout(bytes, purpose);
  const { width, height, bitsPerPixel } = layout;
  const stride = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const rows = Math.min(height, Math.floor((bytes.length - layout.pixelsAt) / stride));
  if (rows < height * MIN_SHARE_OF_ROWS) throw undecodable(purpose, 'The BMP picture is truncated');
  const channels = layout.masks[3] === 0 ? 3 : 4;
  const pixels = new Uint8Array(width * height * channels).fill(255);
  const readPixel = pixelReader(bytes, layout);
  let alphaSeen = 0;
  for (let row = 0; row < rows; row++) {
    const from = layout.pixelsAt + row * stride;
    let to = (layout.isTopDown ? row : height - 1 - row) * width * channels;
    for (let x = 0; x < width; x++, to += channels) {
      const color = readPixel(from, x);
      pixels[to] = color >>> 16;
      pixels[to + 1] = color >>> 8;
      pixels[to + 2] = color;
      if (channels === 4) pixels[to + 3] = color >>> 24;
      alphaSeen |= color >>> 24;
    }
  }
  // Some writers declare an alpha channel and leave it empty. An invisible page is not intended.
  if (channels === 4 && alphaSeen === 0) for (let i = 3; i < pixels.length; i += 4) pixels[i] = 255;
  return { pixels, width, height, channels };
}

function readLayout(bytes: Uint8Array, purpose: ImagePurpose): BmpLayout {
  const { width, height } = readBmpHeader(bytes);
  if (width === undefined || height === undefined) throw undecodable(purpose, 'The BMP picture has no size');
  const headerBytes = u32le(bytes, FILE_HEADER_BYTES);
  const isCore = headerBytes === CORE_HEADER_BYTES;
  const bitsPerPixel = u16le(bytes, isCore ? 24 : 28);
  const compression = isCore ? UNCOMPRESSED : u32le(bytes, 30);
  const isMasked = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS;
  const isKnown = [1, 4, 8, 16, 24, 32].includes(bitsPerPixel);
  if (
    !isKnown ||
    (compression !== UNCOMPRESSED && !(isMasked && (bitsPerPixel === 16 || bitsPerPixel === 32)))
  ) {
    throw undecodable(purpose, 'The BMP picture uses an unsupported encoding');
  }
  // The masks follow a header of 40 bytes, and are a part of longer headers.
  const extraMaskBytes = isMasked && headerBytes === 40 ? (compression === ALPHA_BIT_FIELDS ? 16 : 12) : 0;
  const paletteAt = FILE_HEADER_BYTES + headerBytes + extraMaskBytes;
  const entries = bitsPerPixel > 8 ? 0 : (isCore ? 0 : u32le(bytes, 46)) || 2 ** bitsPerPixel;
  const entryBytes = isCore ? 3 : 4;
  const declaredAt = u32le(bytes, 10);
  return {
    width,
    height,
    isTopDown: !isCore && u32le(bytes, 22) >= 2 ** 31,
    bitsPerPixel,
    pixelsAt: declaredAt || paletteAt + entries * entryBytes,
    palette: { at: paletteAt, entryBytes, entries: Math.min(entries, 256) },
    masks: isMasked ? readMasks(bytes, headerBytes, extraMaskBytes) : defaultMasks(bitsPerPixel),
  };
}

function readMasks(bytes: Uint8Array, headerBytes: number, extra: number): BmpLayout['masks'] {
  const hasAlpha = headerBytes >= 56 || extra === 16;
  return [u32le(bytes, 54), u32le(bytes, 58), u32le(bytes, 62), hasAlpha ? u32le(bytes, 66) : 0];
}

/** 5-5-5 for 16 bits, 8-8-8 for 32 bits. The fourth byte is not alpha and is usually 0. */
function defaultMasks(bitsPerPixel: number): BmpLayout['masks'] {
  return bitsPerPixel === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];
}

/** Returns a function that maps the offset of a row and a column to 0xAARRGGBB. */
function pixelReader(bytes: Uint8Array, layout: BmpLayout): (row: number, x: number) => number {
  const { bitsPerPixel, masks } = layout;
  if (bitsPerPixel <= 8) return paletteReader(bytes, layout);
  if (bitsPerPixel === 24) return (row, x) => u24le(bytes, row + x * 3);
  const byteCount = bitsPerPixel / 8;
  const [red, green, blue, alpha] = masks.map(channelScaler);
  if (red === undefined || green === undefined || blue === undefined || alpha === undefined) return () => 0;
  return (row, x) => {
    const at = row + x * byteCount;
    const value = byteCount === 2 ? u16le(bytes, at) : u32le(bytes, at);
    return (alpha(value) << 24) | (red(value) << 16) | (green(value) << 8) | blue(value);
  };
}

function paletteReader(bytes: Uint8Array, layout: BmpLayout): (row: number, x: number) => number {
  const { at, entryBytes, entries } = layout.palette;
  const colors = new Uint32Array(256);
  for (let i = 0; i < entries; i++) colors[i] = u24le(bytes, at + i * entryBytes);
  const { bitsPerPixel } = layout;
  const mask = 2 ** bitsPerPixel - 1;
  return (row, x) => {
    const bit = x * bitsPerPixel;
    const byte = bytes[row + (bit >>> 3)] ?? 0;
    return colors[(byte >>> (8 - bitsPerPixel - (bit & 7))) & mask] ?? 0;
  };
}

/** Returns a function that extracts a channel by its mask and scales it to 0 to 255. */
function channelScaler(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / max);
}
