// Variable-length numbers of RAR 5: seven bits per byte, least significant first. The eighth bit means that
// more follow.
import type { FormatError } from '../../error.ts';
import { archiveFault } from '../faults.ts';

export interface Cursor {
  bytes: Uint8Array;
  at: number;
  /** Offset after the last readable byte. */
  end: number;
}

export function damagedHeader(): FormatError {
  return archiveFault('damaged', 'A header of the archive is damaged');
}

/**
 * Exact up to 2^53; larger values are rounded. Throws FormatError `parser` past the end or the tenth byte.
 */
export function readVint(cursor: Cursor): number {
  let value = 0;
  let factor = 1;
  for (let i = 0; i < 10 && cursor.at < cursor.end; i++) {
    const byte = cursor.bytes[cursor.at] ?? 0;
    cursor.at++;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
    factor *= 0x80;
  }
  throw damagedHeader();
}
