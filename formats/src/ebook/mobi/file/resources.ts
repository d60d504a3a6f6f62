// Pictures and fonts of a MOBI: records from the first resource on, by their number from 1.

import { inflateSync } from 'node:zlib';
import { hasMark, u32be } from '../../../bytes.ts';
import { findImageMediaType } from '../../../image/header.ts';
import { toFourDigits } from '../../four-digits.ts';
import { ebookLimits } from '../../limits.ts';
import { createPictures, type Pictures } from '../../pictures.ts';
import type { MobiHeader } from './header.ts';
import type { Records } from './records.ts';

export interface MobiResources extends Pick<Pictures, 'list'> {
  /** The path of a picture or font by its number, which takes it along; undefined for one that is none. */
  find(number: number): string | undefined;
}

const flags = { isPacked: 1, isMasked: 2 };
/** A font is masked up to here. */
const maskedBytes = 1_040;

export function createMobiResources(records: Records, firstResource: number): MobiResources {
  const pictures = createPictures();
  const known = new Map<number, string | undefined>();
  return {
    list: pictures.list,
    find(number) {
      if (known.has(number) || number < 1 || known.size >= ebookLimits.maxResources) return known.get(number);
      const index = firstResource + number - 1;
      const isThere = records.sizeOf(index) > 0 && records.sizeOf(index) <= ebookLimits.maxResourceBytes;
      const path = isThere ? pictures.add(toFourDigits(number), toContent(records.read(index))) : undefined;
      known.set(number, path);
      return path;
    },
  };
}

function toContent(record: Uint8Array): Uint8Array {
  return hasMark(record, 0, 'FONT') ? (unpackFont(record) ?? record) : record;
}

/** FONT: unpacked size, flags, where the data begin, and the mask. */
function unpackFont(record: Uint8Array): Uint8Array | undefined {
  const [kind, start, maskLength, maskStart] = [8, 12, 16, 20].map((at) => u32be(record, at));
  if (kind === undefined || start === undefined || start > record.length) return undefined;
  const data = Buffer.from(record.subarray(start));
  const mask = record.subarray(maskStart ?? 0, (maskStart ?? 0) + Math.min(maskLength ?? 0, 1_024));
  if (kind & flags.isMasked && mask.length > 0)
    for (let i = 0; i < Math.min(maskedBytes, data.length); i++)
      data[i] = (data[i] ?? 0) ^ (mask[i % mask.length] ?? 0);
  if (!(kind & flags.isPacked)) return data;
  try {
    return inflateSync(data, { maxOutputLength: ebookLimits.maxResourceBytes });
  } catch {
    return undefined;
  }
}

/** The cover by EXTH 201 (or the small one, 202), which count from the first resource. */
export function findCoverNumber(records: Records, { exth, firstResource }: MobiHeader): number | undefined {
  const offsets = [exth.number(201), exth.number(202)].filter((offset) => offset !== undefined);
  const found = offsets.find(
    (offset) => findImageMediaType(records.readHead(firstResource + offset, 64)) !== undefined,
  );
  return found === undefined ? undefined : found + 1;
}
