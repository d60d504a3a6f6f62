// A MOBI with its parts: the older MOBI 6, the newer KF8, or both in one file.
import { hasMark } from '../../../bytes.ts';
import type { ByteSource } from '../../../source.ts';
import { ebookLimits, tooLarge } from '../../limits.ts';
import { type MobiHeader, readMobiHeader } from './header.ts';
import { type Records, readRecords } from './records.ts';

export interface MobiBook {
  records: Records;
  /** Of the file: pictures count from what it says, in both parts. */
  first: MobiHeader;
  kf8: MobiHeader | undefined;
  /** PalmDOC without a MOBI header: plain text. */
  isPlain: boolean;
}

export function openMobi(source: ByteSource): MobiBook {
  if (source.size > ebookLimits.maxFileBytes) throw tooLarge();
  const records = readRecords(source);
  const first = readMobiHeader(records, 0);
  const isPlain = first.version === 0;
  if (first.version >= 8) return { records, first, kf8: first, isPlain };
  return { records, first, kf8: findKf8(records, first), isPlain };
}

/** EXTH 121 names the header of the second part, and the record before it says so. */
function findKf8(records: Records, first: MobiHeader): MobiHeader | undefined {
  const base = first.exth.number(121);
  if (base === undefined || base < 2 || base >= records.count) return undefined;
  if (!hasMark(records.readHead(base - 1, 8), 0, 'BOUNDARY')) return undefined;
  try {
    const kf8 = readMobiHeader(records, base);
    return kf8.version >= 8 ? kf8 : undefined;
  } catch {
    // The older part is whole.
    return undefined;
  }
}

/** What stands for the book: the newer part. */
export const headerOf = ({ first, kf8 }: MobiBook): MobiHeader => kf8 ?? first;
