// Reads TIFF 6.0 headers: the size in the first directory of a file, and the orientation in EXIF (a TIFF inside other
// files). BigTIFF has the same structure with longer offsets.
import { u16be, u16le, u32be, u32le } from '../../bytes.ts';
import {
  type ImageHeader,
  type Orientation,
  type ReadMore,
  toHeader,
  toOrientation,
  toSizelessHeader,
} from '../types.ts';

const TAG_WIDTH = 256;
const TAG_HEIGHT = 257;
const TAG_COMPRESSION = 259;
const TAG_ORIENTATION = 274;
const TYPE_SHORT = 3;
const TYPE_LONG8 = 16;
const MAX_DIRECTORY_ENTRIES = 1024;

/** Byte order and lengths in bytes: the entry count of a directory, an entry, and the part of an entry before its value. */
interface Layout {
  isLittle: boolean;
  countBytes: number;
  entryBytes: number;
  valueAt: number;
}

const toLayout = (isLittle: boolean, isBig = false): Layout =>
  isBig
    ? { isLittle, countBytes: 8, entryBytes: 20, valueAt: 12 }
    : { isLittle, countBytes: 2, entryBytes: 12, valueAt: 8 };

/** Reads the size from the first directory (TIFF 6.0 section 2), which is often at the end of the file. */
export function readTiffHeader(head: Uint8Array, more: ReadMore | undefined): ImageHeader {
  const { layout, bytes, at } = findDirectory(head, more);
  if (at < 0) return toSizelessHeader('image/tiff');
  const width = findEntry(bytes, at, TAG_WIDTH, layout);
  const height = findEntry(bytes, at, TAG_HEIGHT, layout);
  if (width === undefined || height === undefined) return toSizelessHeader('image/tiff');
  const orientation = toOrientation(findEntry(bytes, at, TAG_ORIENTATION, layout) ?? 0);
  return toHeader('image/tiff', { width, height }, { orientation });
}

/** Compressions that the decoder does not support. It shows such pictures as black: JBIG, LZMA, Zstandard. */
const UNSUPPORTED_COMPRESSIONS = new Set([34_661, 34_925, 50_000]);

/** Whether the decoder does not support the compression. `bytes` is the whole file. */
export function hasUnsupportedCompression(bytes: Uint8Array): boolean {
  const { layout, at } = findDirectory(bytes, undefined);
  const compression = at < 0 ? undefined : findEntry(bytes, at, TAG_COMPRESSION, layout);
  return compression !== undefined && UNSUPPORTED_COMPRESSIONS.has(compression);
}

/** Returns bytes that contain the first directory, and its offset in them. The offset is -1 for an invalid header. */
function findDirectory(head: Uint8Array, more: ReadMore | undefined) {
  const isLittle = head[0] === 0x49;
  const version = isLittle ? u16le(head, 2) : u16be(head, 2);
  const layout = toLayout(isLittle, version === 43);
  const directory = version === 43 ? readLong8(head, 8, isLittle) : readLong(head, 4, isLittle);
  if ((version !== 42 && version !== 43) || directory < 8) return { layout, bytes: head, at: -1 };
  const { countBytes, entryBytes } = layout;
  const isInHead =
    directory + countBytes <= head.length &&
    directory + countBytes + entryBytes * entryCount(head, directory, layout) <= head.length;
  const length = countBytes + entryBytes * MAX_DIRECTORY_ENTRIES;
  const bytes = isInHead ? head : (more?.(directory, length) ?? head);
  return { layout, bytes, at: bytes === head ? directory : 0 };
}

/** Reads the orientation from an EXIF block whose TIFF header is at `at`. Does not read beyond `bytes`. */
export function findExifOrientation(bytes: Uint8Array, at: number): Orientation | undefined {
  const isLittle = bytes[at] === 0x49 && bytes[at + 1] === 0x49;
  if (!isLittle && !(bytes[at] === 0x4d && bytes[at + 1] === 0x4d)) return undefined;
  const directory = at + readLong(bytes, at + 4, isLittle);
  return toOrientation(findEntry(bytes, directory, TAG_ORIENTATION, toLayout(isLittle)) ?? 0);
}

const readShort = (bytes: Uint8Array, at: number, isLittle: boolean): number =>
  isLittle ? u16le(bytes, at) : u16be(bytes, at);

const readLong = (bytes: Uint8Array, at: number, isLittle: boolean): number =>
  isLittle ? u32le(bytes, at) : u32be(bytes, at);

/** Larger numbers than a file has bytes are rounded. */
const readLong8 = (bytes: Uint8Array, at: number, isLittle: boolean): number =>
  readLong(bytes, at + (isLittle ? 4 : 0), isLittle) * 2 ** 32 +
  readLong(bytes, at + (isLittle ? 0 : 4), isLittle);

function entryCount(bytes: Uint8Array, directory: number, { isLittle, countBytes }: Layout): number {
  const read = countBytes === 8 ? readLong8 : readShort;
  return Math.min(read(bytes, directory, isLittle), MAX_DIRECTORY_ENTRIES);
}

/** Returns the first value of an entry as a whole number, or undefined if the directory lacks it or is truncated. */
function findEntry(bytes: Uint8Array, directory: number, tag: number, layout: Layout): number | undefined {
  const { isLittle, countBytes, entryBytes, valueAt } = layout;
  const count = entryCount(bytes, directory, layout);
  for (let i = 0, at = directory + countBytes; i < count; i++, at += entryBytes) {
    if (at + entryBytes > bytes.length) return undefined;
    if (readShort(bytes, at, isLittle) !== tag) continue;
    const type = readShort(bytes, at + 2, isLittle);
    const read = type === TYPE_SHORT ? readShort : type === TYPE_LONG8 ? readLong8 : readLong;
    return read(bytes, at + valueAt, isLittle);
  }
  return undefined;
}
