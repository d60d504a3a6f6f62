// Reads TIFF 6.0 headers: the size in the first directory of a file, and the orientation in EXIF (a TIFF inside other
// files). BigTIFF is detected as TIFF, but its size is not read.
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
const TAG_ORIENTATION = 274;
const TYPE_SHORT = 3;
const MAX_DIRECTORY_ENTRIES = 1024;

/** Reads the size from the first directory (TIFF 6.0 section 2), which is often at the end of the file. */
export function readTiffHeader(head: Uint8Array, more: ReadMore | undefined): ImageHeader {
  const isLittle = head[0] === 0x49;
  const directory = isLittle ? u32le(head, 4) : u32be(head, 4);
  const isClassic = (isLittle ? u16le(head, 2) : u16be(head, 2)) === 42;
  if (!isClassic || directory < 8) return toSizelessHeader('image/tiff');
  const entriesEnd = directory + 2 + 12 * MAX_DIRECTORY_ENTRIES;
  const isInHead =
    directory + 2 <= head.length && directory + 2 + 12 * entryCount(head, directory, isLittle) <= head.length;
  const bytes = isInHead ? head : (more?.(directory, entriesEnd - directory) ?? head);
  const at = bytes === head ? directory : 0;
  const width = findEntry(bytes, at, { tag: TAG_WIDTH, isLittle });
  const height = findEntry(bytes, at, { tag: TAG_HEIGHT, isLittle });
  if (width === undefined || height === undefined) return toSizelessHeader('image/tiff');
  const orientation = toOrientation(findEntry(bytes, at, { tag: TAG_ORIENTATION, isLittle }) ?? 0);
  return toHeader('image/tiff', { width, height }, { orientation });
}

/** Reads the orientation from an EXIF block whose TIFF header is at `at`. Does not read beyond `bytes`. */
export function findExifOrientation(bytes: Uint8Array, at: number): Orientation | undefined {
  const isLittle = bytes[at] === 0x49 && bytes[at + 1] === 0x49;
  if (!isLittle && !(bytes[at] === 0x4d && bytes[at + 1] === 0x4d)) return undefined;
  const directory = isLittle ? u32le(bytes, at + 4) : u32be(bytes, at + 4);
  return toOrientation(findEntry(bytes, at + directory, { tag: TAG_ORIENTATION, isLittle }) ?? 0);
}

function entryCount(bytes: Uint8Array, directory: number, isLittle: boolean): number {
  const count = isLittle ? u16le(bytes, directory) : u16be(bytes, directory);
  return Math.min(count, MAX_DIRECTORY_ENTRIES);
}

/** Returns the first value of an entry as SHORT or LONG, or undefined if the directory lacks it or is truncated. */
function findEntry(
  bytes: Uint8Array,
  directory: number,
  want: { tag: number; isLittle: boolean },
): number | undefined {
  const { tag, isLittle } = want;
  const count = entryCount(bytes, directory, isLittle);
  for (let i = 0, at = directory + 2; i < count && at + 12 <= bytes.length; i++, at += 12) {
    if ((isLittle ? u16le(bytes, at) : u16be(bytes, at)) !== tag) continue;
    const isShort = (isLittle ? u16le(bytes, at + 2) : u16be(bytes, at + 2)) === TYPE_SHORT;
    if (isShort) return isLittle ? u16le(bytes, at + 8) : u16be(bytes, at + 8);
    return isLittle ? u32le(bytes, at + 8) : u32be(bytes, at + 8);
  }
  return undefined;
}
