// Reads images and fonts of a MOBI, which are records from the first resource, numbered from 1.

import { inflateSync } from 'node:zlib';
import { hasMark, u32be } from '../../../bytes.ts';
import { findImageMediaType } from '../../../image/header.ts';
import { ebookLimits } from '../../limits.ts';
import { toPartNumber } from '../../part-number.ts';
import { Pictures } from '../../pictures.ts';
import type { MobiHeader } from './header.ts';
import type { Records } from './records.ts';

const flags = { isPacked: 1, isMasked: 2 };
/** Number of obfuscated bytes of a font. */
const maskedBytes = 1_040;

export class MobiResources {
  readonly #records: Records;
  readonly #firstResource: number;
  readonly #pictures = new Pictures();
  readonly #known = new Map<number, string | undefined>();

  constructor(records: Records, firstResource: number) {
    this.#records = records;
    this.#firstResource = firstResource;
  }

  /** Adds an image or font by its number and returns its path. Returns undefined for other records. */
  find(number: number): string | undefined {
    if (this.#known.has(number) || number < 1 || this.#known.size >= ebookLimits.maxResources)
      return this.#known.get(number);
    const index = this.#firstResource + number - 1;
    const isThere =
      this.#records.sizeOf(index) > 0 && this.#records.sizeOf(index) <= ebookLimits.maxResourceBytes;
    const path = isThere
      ? this.#pictures.add(toPartNumber(number), toContent(this.#records.read(index)))
      : undefined;
    this.#known.set(number, path);
    return path;
  }

  get list(): Pictures['list'] {
    return this.#pictures.list;
  }
}

function toContent(record: Uint8Array): Uint8Array {
  return hasMark(record, 0, 'FONT') ? (unpackFont(record) ?? record) : record;
}

/** A FONT record has the unpacked size, flags, the offset of the data, and the mask. */
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

/** Returns the number of the cover by EXTH 201, or of the thumbnail by EXTH 202. Both are relative to the first resource. */
export function findCoverNumber(records: Records, { exth, firstResource }: MobiHeader): number | undefined {
  const offsets = [exth.number(201), exth.number(202)].filter((offset) => offset !== undefined);
  const found = offsets.find(
    (offset) => findImageMediaType(records.readHead(firstResource + offset, 64)) !== undefined,
  );
  return found === undefined ? undefined : found + 1;
}
