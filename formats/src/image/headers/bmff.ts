// Reads AVIF and HEIF headers (ISO/IEC 14496-12 boxes, ISO/IEC 23008-12 items): size and rotation of the primary item.
import { hasMark, u16be, u32be } from '../../bytes.ts';
import {
  type ImageHeader,
  type ImageMediaType,
  type Orientation,
  type ReadMore,
  toHeader,
  toSizelessHeader,
} from '../types.ts';
import { BOX_HEADER_BYTES, type BoxRange, boxSize, findBox, rangeOf } from './iso-boxes.ts';

const MAX_ASSOCIATIONS = 64;
/** A meta box contains item tables and an ICC profile before the sizes. */
const MAX_META_BYTES = 256 * 1024;
/** Box header, version and flags. */
const FULL_BOX_HEADER_BYTES = 12;

/** Returns the media type by the brands of the leading ftyp box, or undefined for other ISO-BMFF files (videos). */
export function findBmffImageType(head: Uint8Array): ImageMediaType | undefined {
  if (!hasMark(head, 4, 'ftyp')) return undefined;
  const end = Math.min(u32be(head, 0), head.length, 512);
  let isHeif = false;
  let isHevc = false;
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) {
    if (hasMark(head, at, 'avif') || hasMark(head, at, 'avis')) return 'image/avif';
    if (hasMark(head, at, 'hei') || hasMark(head, at, 'hev')) isHevc = true;
    if (hasMark(head, at, 'mif1') || hasMark(head, at, 'msf1')) isHeif = true;
  }
  if (isHevc) return 'image/heic';
  return isHeif ? 'image/heif' : undefined;
}

/** Reads ispe, clap and irot of the primary item. The sizes are sizes after cropping and before rotation by irot. */
export function readBmffHeader(
  head: Uint8Array,
  more: ReadMore | undefined,
  mediaType: ImageMediaType,
): ImageHeader {
  const isAnimated = hasMark(head, 8, 'avis') || hasMark(head, 8, 'msf1') || hasMark(head, 8, 'hevc');
  const meta = readMetaBox(head, more);
  if (meta === undefined) return toSizelessHeader(mediaType);
  const found = findItemProperties(meta, findPrimaryId(meta));
  if (found === undefined) return toSizelessHeader(mediaType);
  return toHeader(mediaType, found, {
    orientation: found.orientation,
    isAnimated: isAnimated ? true : undefined,
  });
}

export interface ItemProperties {
  width: number;
  height: number;
  orientation: Orientation | undefined;
  /** Decoder configuration. A grid has none: its tiles have one. */
  config: { type: 'av1C' | 'hvcC'; content: Uint8Array } | undefined;
  /** Whether an nclx profile (colr) declares values from 16 to 235. Undefined without such a profile. */
  isLimited: boolean | undefined;
}

/** Returns the content of the top-level meta box after its version. Uses `more` if the head is too short. */
export function readMetaBox(head: Uint8Array, more: ReadMore | undefined): Uint8Array | undefined {
  let at = 0;
  let bytes = head;
  let base = 0;
  for (let boxes = 0; boxes < 32; boxes++) {
    if (at + 16 > base + bytes.length) {
      base = at;
      bytes = more?.(at, 16) ?? head;
      if (bytes === head || bytes.length < BOX_HEADER_BYTES) return undefined;
    }
    const size = boxSize(bytes, at - base, Number.MAX_SAFE_INTEGER);
    if (hasMark(bytes, at - base + 4, 'meta')) return cutMetaBox(head, more, { at, size });
    if (size < BOX_HEADER_BYTES || at + size > Number.MAX_SAFE_INTEGER) return undefined;
    at += size;
  }
  return undefined;
}

function cutMetaBox(
  head: Uint8Array,
  more: ReadMore | undefined,
  box: { at: number; size: number },
): Uint8Array | undefined {
  const from = box.at + FULL_BOX_HEADER_BYTES;
  const length = Math.min(box.size - FULL_BOX_HEADER_BYTES, MAX_META_BYTES);
  if (from + length <= head.length || more === undefined) return head.subarray(from, from + length);
  return more(from, length);
}

export function findPrimaryId(meta: Uint8Array): number | undefined {
  const pitm = findBox(meta, { from: 0, end: meta.length }, { type: 'pitm', nth: 1 });
  return pitm < 0 ? undefined : readItemId(meta, pitm + FULL_BOX_HEADER_BYTES, meta[pitm + 8] !== 0);
}

/** Returns the properties of an item, or those of the first item with properties if `id` is undefined. */
export function findItemProperties(meta: Uint8Array, id: number | undefined): ItemProperties | undefined {
  const whole = { from: 0, end: meta.length };
  const iprp = findBox(meta, whole, { type: 'iprp', nth: 1 });
  if (iprp < 0) return undefined;
  const inside = rangeOf(meta, iprp, whole.end);
  const ipco = findBox(meta, inside, { type: 'ipco', nth: 1 });
  if (ipco < 0) return undefined;
  const properties = rangeOf(meta, ipco, inside.end);
  // A file may hold several ipma boxes, one for each version and flags (23008-12, 9.3.1).
  for (let nth = 1; nth <= 8; nth++) {
    const ipma = findBox(meta, inside, { type: 'ipma', nth });
    if (ipma < 0) break;
    const found = readAssociations(meta, { ipma, id, properties });
    if (found !== undefined) return found;
  }
  return undefined;
}

function readItemId(bytes: Uint8Array, at: number, isLong: boolean): number {
  return isLong ? u32be(bytes, at) : u16be(bytes, at);
}

/** Reads the properties of an item, or of the first one without an id, from one ipma box. */
function readAssociations(
  meta: Uint8Array,
  where: { ipma: number; id: number | undefined; properties: BoxRange },
): ItemProperties | undefined {
  const isLongId = meta[where.ipma + 8] !== 0;
  const indexBytes = ((meta[where.ipma + 11] ?? 0) & 1) + 1;
  const items = Math.min(u32be(meta, where.ipma + FULL_BOX_HEADER_BYTES), 65_536);
  let at = where.ipma + FULL_BOX_HEADER_BYTES + 4;
  for (let i = 0; i < items && at + 3 <= meta.length; i++) {
    const id = readItemId(meta, at, isLongId);
    at += isLongId ? 4 : 2;
    const count = meta[at] ?? 0;
    if (where.id === undefined || id === where.id) {
      return readProperties(meta, { at: at + 1, count, indexBytes, properties: where.properties });
    }
    at += 1 + count * indexBytes;
  }
  return undefined;
}

function readProperties(
  meta: Uint8Array,
  list: { at: number; count: number; indexBytes: number; properties: BoxRange },
): ItemProperties | undefined {
  const found: ItemProperties = {
    width: 0,
    height: 0,
    orientation: undefined,
    config: undefined,
    isLimited: undefined,
  };
  let cropped: { width: number; height: number } | undefined;
  for (let i = 0; i < Math.min(list.count, MAX_ASSOCIATIONS); i++) {
    const at = list.at + i * list.indexBytes;
    const nth = list.indexBytes === 2 ? u16be(meta, at) & 0x7fff : (meta[at] ?? 0) & 0x7f;
    const box = nth === 0 ? -1 : findBox(meta, list.properties, { nth });
    if (box < 0) continue;
    if (hasMark(meta, box + 4, 'ispe')) {
      found.width = u32be(meta, box + FULL_BOX_HEADER_BYTES);
      found.height = u32be(meta, box + FULL_BOX_HEADER_BYTES + 4);
    } else if (hasMark(meta, box + 4, 'av1C') || hasMark(meta, box + 4, 'hvcC')) {
      const { from, end } = rangeOf(meta, box, list.properties.end);
      const type = hasMark(meta, box + 4, 'av1C') ? 'av1C' : 'hvcC';
      found.config = { type, content: meta.subarray(from, end) };
    } else if (hasMark(meta, box + 4, 'colrnclx')) {
      found.isLimited = ((meta[box + BOX_HEADER_BYTES + 10] ?? 0) & 0x80) === 0;
    } else if (hasMark(meta, box + 4, 'clap')) {
      cropped = readCleanAperture(meta, box + BOX_HEADER_BYTES);
    } else if (hasMark(meta, box + 4, 'irot')) {
      found.orientation = ORIENTATION_BY_ROTATION[(meta[box + BOX_HEADER_BYTES] ?? 0) & 3];
    }
  }
  if (found.width < 1) return undefined;
  const isInside = cropped && cropped.width <= found.width && cropped.height <= found.height;
  return isInside ? { ...found, ...cropped } : found;
}

/** Size after cropping, in whole pixels: fractions of width and height (14496-12, 12.1.4). Undefined if it is empty. */
function readCleanAperture(bytes: Uint8Array, at: number): { width: number; height: number } | undefined {
  const width = Math.round(u32be(bytes, at) / u32be(bytes, at + 4));
  const height = Math.round(u32be(bytes, at + 8) / u32be(bytes, at + 12));
  return width >= 1 && height >= 1 ? { width, height } : undefined;
}

/** irot counts counterclockwise quarter turns (23008-12, 6.5.10). */
const ORIENTATION_BY_ROTATION = [1, 8, 3, 6] as const;
