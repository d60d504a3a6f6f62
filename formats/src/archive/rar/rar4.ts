// Reads the headers of RAR 1.5 to 4.x archives (TechNote.txt of WinRAR 3 and 4).
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveIndex } from '../entry.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { createHeaderReader } from '../window.ts';
import { rar4Types, readRar4Block, shortestRar4Block, toDataBytes } from './rar4-block.ts';
import { nameRar4Entries, parseRar4File, type Rar4File } from './rar4-file.ts';

const mainFlags = { isVolume: 0x1, isSolid: 0x8, hasEncryptedHeaders: 0x80, isFirst: 0x100 };
const fileFlags = { isSplitBefore: 0x1, isSplitAfter: 0x2 };
const endFlags = { hasNextVolume: 0x1 };

/** Reads from the first block on. Throws FormatError `parser`: truncated, damaged, too_large. */
export function readRar4Index(source: ByteSource, offset: number, limits: Limits): ArchiveIndex {
  const reader = createHeaderReader(source, limits);
  const files: Rar4File[] = [];
  let main = 0;
  let isSplit = false;
  let isAlone = false;
  for (let at = offset; source.size - at >= shortestRar4Block; ) {
    const block = readRar4Block(reader, at);
    at = block.dataOffset + toDataBytes(block);
    if (at > source.size) throw archiveFault('truncated', 'The archive is cut off');
    if (block.type === rar4Types.end) {
      isAlone = (block.flags & endFlags.hasNextVolume) === 0 && (main & mainFlags.isFirst) !== 0;
      break;
    }
    if (block.type === rar4Types.main) {
      main = block.flags | 0x1_0000;
      if (main & mainFlags.hasEncryptedHeaders) break;
    } else if (block.type === rar4Types.file) {
      if (files.length === limits.maxEntries) throw tooManyEntries(limits);
      isSplit ||= (block.flags & (fileFlags.isSplitBefore | fileFlags.isSplitAfter)) !== 0;
      files.push(parseRar4File(block, files.length));
    }
  }
  if (main === 0) throw archiveFault('truncated', 'The archive is cut off after its mark');
  return {
    entries: nameRar4Entries(files, limits),
    isSolid: (main & mainFlags.isSolid) !== 0,
    isMultiVolume: isSplit || ((main & mainFlags.isVolume) !== 0 && !isAlone),
    hasEncryptedHeaders: (main & mainFlags.hasEncryptedHeaders) !== 0,
    comment: undefined,
  };
}
