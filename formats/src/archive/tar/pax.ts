// Parses the records of a pax header (POSIX.1-2001): `<length> <keyword>=<value>
// `, the length in bytes and including itself.
import { archiveFault } from '../faults.ts';

/** The records that an entry needs. */
export interface PaxRecords {
  rawName: Uint8Array | undefined;
  sizeBytes: number | undefined;
  /** GNU: the data begins with a map, or contains only parts of the file. */
  isSparse: boolean;
}

/** Throws FormatError `parser` damaged. The last record of a keyword wins. */
export function parsePax(bytes: Uint8Array): PaxRecords {
  const text = Buffer.from(bytes);
  const records: PaxRecords = { rawName: undefined, sizeBytes: undefined, isSparse: false };
  let at = 0;
  while (at < text.length && text[at] !== 0) {
    const blank = text.indexOf(0x20, at);
    const digits = blank < 0 || blank - at > 9 ? '' : text.toString('latin1', at, blank);
    const end = at + Number(digits);
    const equals = text.indexOf(0x3d, blank);
    const isRecord = /^[1-9]\d*$/.test(digits) && end <= text.length && text[end - 1] === 0x0a;
    if (!isRecord || equals < 0 || equals >= end) throw damagedPax();
    setRecord(records, text.toString('latin1', blank + 1, equals), text.subarray(equals + 1, end - 1));
    at = end;
  }
  return records;
}

function setRecord(records: PaxRecords, keyword: string, value: Buffer): void {
  if (keyword === 'path') records.rawName = Uint8Array.from(value);
  else if (keyword === 'size') records.sizeBytes = readSize(value.toString('latin1'));
  else if (keyword.startsWith('GNU.sparse.')) records.isSparse = true;
}

function readSize(digits: string): number {
  if (!/^\d{1,15}$/.test(digits)) throw damagedPax();
  return Number(digits);
}

const damagedPax = () => archiveFault('damaged', 'An extended header of the archive is damaged');
