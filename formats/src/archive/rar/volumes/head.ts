// Detects volumes of a RAR archive by their first bytes.
import { u16le } from '../../../bytes.ts';
import { findRarMark } from '../signature.ts';
import { type Cursor, readVint } from '../vint.ts';

/** `volume`: position unknown, because old archives and archives with encrypted headers do not state it. */
export type VolumePosition = 'first' | 'later' | 'volume';

/** Bytes of a file that detection needs. */
export const volumeHeadBytes = 64;

const mainTypes = { rar4: 0x73, rar5: 1 };
const encryption5 = 4;
const rar4Flags = { isVolume: 0x1, isFirst: 0x100 };
const rar5Flags = { isVolume: 0x1, hasNumber: 0x2 };

/** Returns undefined for an archive in one file and for other files. */
export function findVolumePosition(head: Uint8Array): VolumePosition | undefined {
  const kind = findRarMark(head, 0);
  if (kind === undefined || head.length < 20) return undefined;
  if (kind === 'rar4') {
    const flags = u16le(head, 10);
    if (head[9] !== mainTypes.rar4 || !(flags & rar4Flags.isVolume)) return undefined;
    return flags & rar4Flags.isFirst ? 'first' : 'volume';
  }
  try {
    return findRar5Place(head);
  } catch {
    return undefined;
  }
}

/** Throws FormatError for invalid numbers. */
function findRar5Place(head: Uint8Array): VolumePosition | undefined {
  const cursor: Cursor = { bytes: head, at: 12, end: head.length };
  readVint(cursor);
  const type = readVint(cursor);
  if (type === encryption5) return 'volume';
  if (type !== mainTypes.rar5) return undefined;
  const flags = readVint(cursor);
  if (flags & 0x1) readVint(cursor);
  if (flags & 0x2) readVint(cursor);
  const archive = readVint(cursor);
  if (!(archive & rar5Flags.isVolume)) return undefined;
  return archive & rar5Flags.hasNumber && readVint(cursor) > 0 ? 'later' : 'first';
}
