// Reads the table directories of OpenType and WOFF fonts. Reading beyond the end throws RangeError.
import { FormatError } from '../error.ts';

const maxTables = 128;
/** Unpacked size of a font in bytes. The largest CJK fonts have about 30 MB. */
export const maxFontSize = 64 * 1024 ** 2;

export const damaged = (message: string): FormatError =>
  new FormatError('parser', message, { reason: 'damaged' });

export function readCount(view: DataView, offset: number): number {
  const count = view.getUint16(offset);
  if (count === 0 || count > maxTables) throw damaged('The font declares an impossible number of tables');
  return count;
}

export const readTag = (view: DataView, offset: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(offset + at)));

/** OpenType, "Table directory": twelve bytes, then sixteen for each table. */
export function readSfntTables(view: DataView): Set<string> {
  const tables = new Set<string>();
  for (let left = readCount(view, 4), at = 12; left > 0; left -= 1, at += 16) {
    if (view.getUint32(at + 8) + view.getUint32(at + 12) > view.byteLength)
      throw damaged('A table of the font extends beyond the file');
    tables.add(readTag(view, at));
  }
  return tables;
}

/** WOFF 1.0, sections 3 and 4: 44 bytes, then twenty for each table. */
export function readWoffTables(view: DataView): Set<string> {
  if (view.getUint32(8) !== view.byteLength)
    throw damaged('The size of the font differs from its declared size');
  const tables = new Set<string>();
  let sizeBytes = 0;
  for (let left = readCount(view, 12), at = 44; left > 0; left -= 1, at += 20) {
    const [offset, stored, unpacked] = [4, 8, 12].map((field) => view.getUint32(at + field));
    if (offset === undefined || stored === undefined || unpacked === undefined) break;
    sizeBytes += unpacked;
    if (offset + stored > view.byteLength || stored > unpacked || sizeBytes > maxFontSize)
      throw damaged('A table of the font has an impossible size');
    tables.add(readTag(view, at));
  }
  return tables;
}
