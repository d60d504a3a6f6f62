// Reads the headers of RAR 1.5 to 4.x archives (TechNote.txt of WinRAR 3 and 4).
import { u16le } from '../../bytes.ts';
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { type HeaderCount, HeaderReader } from '../window.ts';
import { type Rar4Block, rar4Types, readRar4Block, shortestRar4Block, toDataBytes } from './rar4-block.ts';
import { parseRar4File, type Rar4File } from './rar4-file.ts';
import type { Volume } from './volumes/join.ts';

const mainFlags = { isVolume: 0x1, isSolid: 0x8, hasEncryptedHeaders: 0x80, isFirst: 0x100 };
const endFlags = { hasNextVolume: 0x1, hasDataCrc: 0x2, hasNumber: 0x8 };

/**
 * Reads one volume, starting at its first block. Throws FormatError `parser`: truncated, damaged, too_large.
 */
export function readRar4Volume(
  source: ByteSource,
  offset: number,
  { limits, count }: { limits: Limits; count: HeaderCount },
): Volume<Rar4File> {
  const reader = new HeaderReader(source, limits, count);
  const files: Rar4File[] = [];
  let main = 0;
  let end: Rar4Block | undefined;
  for (let at = offset; source.size - at >= shortestRar4Block; ) {
    const block = readRar4Block(reader, at);
    at = block.dataOffset + toDataBytes(block);
    if (at > source.size) throw archiveFault('truncated', 'The archive is truncated');
    if (block.type === rar4Types.end) {
      end = block;
      break;
    }
    if (block.type === rar4Types.main) {
      main = block.flags | 0x1_0000;
      if (main & mainFlags.hasEncryptedHeaders) break;
    } else if (block.type === rar4Types.file) {
      if (files.length === limits.maxEntries) throw tooManyEntries(limits);
      files.push(parseRar4File(block, files.length));
    }
  }
  if (main === 0) throw archiveFault('truncated', 'The archive is truncated after its signature');
  const isVolume = (main & mainFlags.isVolume) !== 0;
  return {
    files,
    isVolume,
    number: main & mainFlags.isFirst ? 0 : end && findNumber(end),
    hasNext: end && (end.flags & endFlags.hasNextVolume) !== 0,
    isSolid: (main & mainFlags.isSolid) !== 0,
    hasEncryptedHeaders: (main & mainFlags.hasEncryptedHeaders) !== 0,
    comment: undefined,
  };
}

function findNumber({ flags, header }: Rar4Block): number | undefined {
  const at = 7 + (flags & endFlags.hasDataCrc ? 4 : 0);
  return flags & endFlags.hasNumber && header.length >= at + 2 ? u16le(header, at) : undefined;
}
