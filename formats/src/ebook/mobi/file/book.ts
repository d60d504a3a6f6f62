// Opens a MOBI with its parts: MOBI 6, KF8, or both in a joint file.
import { hasMark } from '../../../bytes.ts';
import type { ByteSource } from '../../../source.ts';
import { ebookLimits, tooLarge } from '../../limits.ts';
import { type MobiHeader, readMobiHeader } from './header.ts';
import { type Records, readRecords } from './records.ts';

export interface MobiBook {
  records: Records;
  /** Header of the file. Image numbers of both parts are relative to its first image. */
  first: MobiHeader;
  kf8: MobiHeader | undefined;
  /** Whether the file is PalmDOC without a MOBI header, which contains plain text. */
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

/** EXTH 121 is the record of the KF8 header. The preceding record marks the boundary. */
function findKf8(records: Records, first: MobiHeader): MobiHeader | undefined {
  const base = first.exth.number(121);
  if (base === undefined || base < 2 || base >= records.count) return undefined;
  if (!hasMark(records.readHead(base - 1, 8), 0, 'BOUNDARY')) return undefined;
  try {
    const kf8 = readMobiHeader(records, base);
    return kf8.version >= 8 ? kf8 : undefined;
  } catch {
    // The MOBI 6 part may be intact.
    return undefined;
  }
}

/** Returns the header of the KF8 part, if present. */
export const headerOf = ({ first, kf8 }: MobiBook): MobiHeader => kf8 ?? first;
