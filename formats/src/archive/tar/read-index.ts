// Reads the headers of a tar, which lie between the data of its entries. Tar keeps no checksum of data and packs nothing:
// every entry is served from its offset.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { decodeLegacyNames } from '../legacy-charset.ts';
import { toRawName, toShownName } from '../names.ts';
import { createHeaderReader, type HeaderReader } from '../window.ts';
import { blockBytes, cutAtNul, isZeroBlock, parseTarHeader, type TarHeader } from './header.ts';
import { type PaxRecords, parsePax } from './pax.ts';

/** Of one long name or extended header, in bytes. */
const maxExtensionBytes = 1024 * 1024;
const fileTypes = ['0', '7', 'S'];
const folderTypes = ['5', 'D'];
/** Links, devices and FIFOs: whatever size they say, no data follow. */
const withoutData = ['1', '2', '3', '4', '5', '6'];

/** What the headers before an entry say of it. */
interface Extension extends Partial<PaxRecords> {
  longName?: Uint8Array;
}

interface Reading {
  reader: HeaderReader;
  source: ByteSource;
  limits: Limits;
  entries: ArchiveEntry[];
  rawNames: Uint8Array[];
  isMultiVolume: boolean;
}

/**
 * Reads a tar's index, one read of the file an entry. Every header must be sound and every entry lie within the file.
 * Parts of sparse files are no content: such an entry cannot be read. Throws FormatError `parser`: truncated, damaged,
 * too_large.
 */
export function readTarIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  const reader = createHeaderReader(source, limits);
  const reading: Reading = { reader, source, limits, entries: [], rawNames: [], isMultiVolume: false };
  let extension: Extension = {};
  for (let at = 0; at < source.size; ) {
    const block = reader.read(at, blockBytes);
    if (block.length < blockBytes) throw cutOff();
    if (isZeroBlock(block)) break;
    reader.count(blockBytes);
    const header = parseTarHeader(block);
    const isExtension = 'LKxXg'.includes(header.type);
    if (isExtension) readExtension(reading, header, { offset: at + blockBytes, extension });
    const dataBytes = isExtension ? header.sizeBytes : takeEntry(reading, header, { at, extension });
    if (!isExtension) extension = {};
    at += blockBytes + Math.ceil(dataBytes / blockBytes) * blockBytes;
  }
  nameEntries(reading);
  const { entries, isMultiVolume } = reading;
  return { entries, isSolid: false, isMultiVolume, hasEncryptedHeaders: false, comment: undefined };
}

const cutOff = () => archiveFault('truncated', 'The archive is cut off');

/** A long name (GNU) or records (pax) for the next entry. Names of links and records for all entries say nothing here. */
function readExtension(
  { reader, source }: Reading,
  { type, sizeBytes }: TarHeader,
  { offset, extension }: { offset: number; extension: Extension },
): void {
  if (sizeBytes > maxExtensionBytes)
    throw archiveFault('too_large', 'An extended header of the archive is too long');
  if (offset + sizeBytes > source.size) throw cutOff();
  reader.count(sizeBytes);
  if (type === 'L') {
    extension.longName = Uint8Array.from(cutAtNul(reader.read(offset, sizeBytes)));
  } else if (type !== 'K' && type !== 'g') Object.assign(extension, parsePax(reader.read(offset, sizeBytes)));
}

/** Gives the bytes of data that follow the header. */
function takeEntry(
  reading: Reading,
  header: TarHeader,
  { at, extension }: { at: number; extension: Extension },
): number {
  const { reader, source, limits, entries } = reading;
  if (entries.length === limits.maxEntries) throw tooManyEntries(limits);
  const { type } = header;
  const sizeBytes = withoutData.includes(type) ? 0 : (extension.sizeBytes ?? header.sizeBytes);
  let offset = at + blockBytes;
  if (type === 'S' && header.hasSparseBlocks) offset = skipSparseBlocks(reader, offset);
  if (offset + sizeBytes > source.size) throw cutOff();
  const isSparse = type === 'S' || extension.isSparse === true;
  entries.push({
    name: '',
    rawName: undefined,
    isDirectory: folderTypes.includes(type),
    isSymlink: !fileTypes.includes(type) && !folderTypes.includes(type),
    isEncrypted: false,
    sizeBytes,
    packedBytes: sizeBytes,
    crc32: undefined,
    method: isSparse ? 'unknown' : 'stored',
    offset,
    index: entries.length,
  });
  reading.rawNames.push(extension.rawName ?? extension.longName ?? header.rawName);
  // The rest of a file that begins in another part.
  if (type === 'M') reading.isMultiVolume = true;
  return offset - at - blockBytes + sizeBytes;
}

/** The map of a sparse file goes on until a block that says no more (GNU). */
function skipSparseBlocks(reader: HeaderReader, offset: number): number {
  for (let at = offset; ; at += blockBytes) {
    const block = reader.read(at, blockBytes);
    if (block.length < blockBytes) throw cutOff();
    reader.count(blockBytes);
    if (block[504] !== 1) return at + blockBytes;
  }
}

/** `tar -c .` begins every name with `./`. A name that ends in a slash is a folder's (Version 7). */
function nameEntries({ entries, rawNames, limits }: Reading): void {
  const names = decodeLegacyNames(rawNames);
  for (const [i, entry] of entries.entries()) {
    entry.name = toShownName((names[i] ?? '').replace(/^(?:\.\/+)+/, ''), limits.maxNameBytes);
    entry.rawName = toRawName(rawNames[i] ?? new Uint8Array(0), entry.name);
    entry.isDirectory ||= entry.name.endsWith('/') || entry.name === '';
  }
}
