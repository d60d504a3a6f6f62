// Finds gray AVIF and HEIF pictures with limited range, whose values decoders expand only in color pictures.
import { u16be, u32be } from '../../bytes.ts';
import { findItemProperties, findPrimaryId, type ItemProperties, readMetaBox } from './bmff.ts';
import { isLimitedAv1, isLimitedHevc } from './coded-range.ts';
import { BOX_HEADER_BYTES, boxSize, findBox, rangeOf } from './iso-boxes.ts';

const FULL_BOX_HEADER_BYTES = 12;
const MAX_ITEMS = 4096;

type DecoderConfig = NonNullable<ItemProperties['config']>;

/**
 * Finds whether the primary item is gray with values from 16 to 235 (of 255): by its nclx profile, otherwise by the coded
 * picture, as browsers do. Returns whether it is decoded to 16 bits per pixel, or undefined for other pictures. `bytes` is
 * the whole file.
 */
export function findLimitedGray(bytes: Uint8Array): { isDeep: boolean } | undefined {
  const meta = readMetaBox(bytes, undefined);
  if (meta === undefined) return undefined;
  const primaryId = findPrimaryId(meta);
  const primary = findItemProperties(meta, primaryId);
  const codedId = primary?.config ? primaryId : findFirstTile(meta, primaryId);
  const coded = primary?.config || codedId === undefined ? primary : findItemProperties(meta, codedId);
  const config = coded?.config;
  if (config === undefined || !isGray(config)) return undefined;
  const declared = primary?.isLimited ?? coded?.isLimited;
  const isLimited = declared ?? isCodedLimited(config, () => findItemData(bytes, meta, codedId));
  return isLimited ? { isDeep: isDeep(config) } : undefined;
}

function isCodedLimited({ type, content }: DecoderConfig, findData: () => Uint8Array | undefined): boolean {
  if (type === 'hvcC') return isLimitedHevc(content) ?? false;
  const inConfig = isLimitedAv1(content.subarray(4));
  if (inConfig !== undefined) return inConfig;
  const data = findData();
  return (data && isLimitedAv1(data)) ?? false;
}

/** av1C: monochrome. hvcC: chroma_format_idc. */
function isGray({ type, content }: DecoderConfig): boolean {
  return type === 'av1C' ? ((content[2] ?? 0) & 0x10) !== 0 : ((content[16] ?? 3) & 3) === 0;
}

/** av1C: high_bitdepth. HEIF pictures are decoded to 8 bits. */
function isDeep({ type, content }: DecoderConfig): boolean {
  return type === 'av1C' && ((content[2] ?? 0) & 0x40) !== 0;
}

/** Returns the first item that a grid refers to by dimg (23008-12, 6.6.2.3). */
function findFirstTile(meta: Uint8Array, gridId: number | undefined): number | undefined {
  const iref = findBox(meta, { from: 0, end: meta.length }, { type: 'iref', nth: 1 });
  if (iref < 0 || gridId === undefined) return undefined;
  const isLong = meta[iref + BOX_HEADER_BYTES] !== 0;
  const readId = isLong ? u32be : u16be;
  const idBytes = isLong ? 4 : 2;
  const { from, end } = rangeOf(meta, iref, meta.length);
  const references = { from: from + 4, end };
  for (let nth = 1; nth <= MAX_ITEMS; nth++) {
    const dimg = findBox(meta, references, { type: 'dimg', nth });
    if (dimg < 0) return undefined;
    const at = dimg + BOX_HEADER_BYTES;
    if (readId(meta, at) === gridId && u16be(meta, at + idBytes) > 0) return readId(meta, at + idBytes + 2);
  }
  return undefined;
}

/** Returns the first extent of an item by iloc (14496-12, 8.11.3), in the file or in the idat box. */
function findItemData(bytes: Uint8Array, meta: Uint8Array, id: number | undefined): Uint8Array | undefined {
  const whole = { from: 0, end: meta.length };
  const iloc = findBox(meta, whole, { type: 'iloc', nth: 1 });
  if (iloc < 0) return undefined;
  const version = meta[iloc + BOX_HEADER_BYTES] ?? 0;
  const sizes = u16be(meta, iloc + FULL_BOX_HEADER_BYTES);
  const offsetBytes = sizes >>> 12;
  const lengthBytes = (sizes >>> 8) & 15;
  const baseBytes = (sizes >>> 4) & 15;
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const end = Math.min(meta.length, iloc + boxSize(meta, iloc, meta.length - iloc));
  let at = iloc + FULL_BOX_HEADER_BYTES + 2;
  const next = (size: number): number => {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + (meta[at + i] ?? 0);
    at += size;
    return value;
  };
  const items = next(version < 2 ? 2 : 4);
  for (let i = 0; i < items && at < end; i++) {
    const itemId = next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    at += 2;
    const base = next(baseBytes);
    const extents = next(2);
    if (itemId !== id) {
      at += extents * (indexBytes + offsetBytes + lengthBytes);
      continue;
    }
    at += indexBytes;
    const from = base + next(offsetBytes);
    const length = next(lengthBytes) || Number.MAX_SAFE_INTEGER;
    if (method === 0) return bytes.subarray(from, from + length);
    const idat = method === 1 ? findBox(meta, whole, { type: 'idat', nth: 1 }) : -1;
    if (idat < 0) return undefined;
    const range = rangeOf(meta, idat, meta.length);
    return meta.subarray(range.from + from, Math.min(range.end, range.from + from + length));
  }
  return undefined;
}
