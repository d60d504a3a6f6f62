// File headers of RAR 1.5 to 4.x archives as entries, and their names (TechNote.txt, "File header").
import { u16le, u32le } from '../../bytes.ts';
import type { Limits } from '../../limits.ts';
import type { ArchiveEntry, ArchiveMethod } from '../entry.ts';
import { decodeLegacyNames } from '../legacy-charset.ts';
import { toRawName, toShownName } from '../names.ts';
import type { Rar4Block } from './rar4-block.ts';
import { decodeRar4Name } from './rar4-name.ts';
import { damagedHeader } from './vint.ts';
import type { VolumeHeader } from './volumes/join.ts';

export interface Rar4File extends VolumeHeader {
  hasUnicodeName: boolean;
}

const fileFlags = {
  isContinued: 0x1,
  continuesInNext: 0x2,
  isEncrypted: 0x4,
  isLarge: 0x100,
  hasUnicodeName: 0x200,
};
const shortestHeader = 32;
const stored = 0x30;
const best = 0x35;
const unknown32 = 0xffffffff;

/** Returns the entry without its name, which is decoded together with the archive's other names. */
export function parseRar4File({ flags, header, dataOffset }: Rar4Block, index: number): Rar4File {
  const isLarge = (flags & fileFlags.isLarge) !== 0;
  const nameAt = shortestHeader + (isLarge ? 8 : 0);
  const nameEnd = nameAt + u16le(header, 26);
  if (nameEnd > header.length) throw damagedHeader();
  const high = isLarge ? { packed: u32le(header, 32), size: u32le(header, 36) } : { packed: 0, size: 0 };
  const lowSize = u32le(header, 11);
  const isSizeUnknown = lowSize === unknown32 && (!isLarge || high.size === unknown32);
  const entry: ArchiveEntry = {
    name: '',
    rawName: undefined,
    isDirectory: isDirectory(flags, header),
    isSymlink: isSpecial(header),
    isEncrypted: (flags & fileFlags.isEncrypted) !== 0,
    sizeBytes: isSizeUnknown ? 0 : lowSize + high.size * 2 ** 32,
    packedBytes: u32le(header, 7) + high.packed * 2 ** 32,
    crc32: u32le(header, 16),
    method: isSizeUnknown ? 'unknown' : toMethod(header[25] ?? 0),
    offset: dataOffset,
    index,
  };
  const hasUnicodeName = (flags & fileFlags.hasUnicodeName) !== 0;
  return {
    entry,
    rawName: header.subarray(nameAt, nameEnd),
    isContinued: (flags & fileFlags.isContinued) !== 0,
    continuesInNext: (flags & fileFlags.continuesInNext) !== 0,
    hasUnicodeName,
  };
}

/**
 * Names without the Unicode flag are in a charset of the packer's system, which is guessed for all of them
 * together.
 */
export function nameRar4Entries(files: readonly Rar4File[], limits: Limits): ArchiveEntry[] {
  const legacy = files.filter(({ hasUnicodeName }) => !hasUnicodeName);
  const decoded = new Map<Rar4File, string>();
  const texts = decodeLegacyNames(legacy.map(({ rawName }) => rawName));
  for (const [i, file] of legacy.entries()) decoded.set(file, texts[i] ?? '');
  return files.map((file) => {
    const name = toShownName(decoded.get(file) ?? decodeRar4Name(file.rawName), limits.maxNameBytes);
    return Object.assign(file.entry, { name, rawName: toRawName(file.rawName, name) });
  });
}

/** Since version 2.0 a value of the dictionary bits marks folders, before that the DOS attribute. */
function isDirectory(flags: number, header: Uint8Array): boolean {
  const isOld = (header[24] ?? 0) < 20;
  return isOld ? (u32le(header, 28) & 0x10) !== 0 : (flags & 0xe0) === 0xe0;
}

/** Whether the file was made on Unix (3) or BeOS (5) and is neither a regular file nor a folder. */
function isSpecial(header: Uint8Array): boolean {
  const system = header[15];
  const type = u32le(header, 28) & 0xf000;
  return (system === 3 || system === 5) && type !== 0 && type !== 0x8000 && type !== 0x4000;
}

function toMethod(method: number): ArchiveMethod {
  if (method === stored) return 'stored';
  return method > stored && method <= best ? 'rar' : 'unknown';
}
