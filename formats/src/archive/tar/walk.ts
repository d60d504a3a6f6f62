// Walks the headers of a tar, which are between the data of its entries. Works for callers that read at
// offsets and for callers that receive a stream. Tar has no checksums of data and no compression.
import type { Limits } from '../../limits.ts';
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { decodeLegacyNames } from '../legacy-charset.ts';
import { toRawName, toShownName } from '../names.ts';
import { createHeaderCount, type HeaderCount } from '../window.ts';
import { blockBytes, cutAtNul, isZeroBlock, parseTarHeader, type TarHeader } from './header.ts';
import { type PaxRecords, parsePax } from './pax.ts';

/** Maximum bytes of one long name or extended header. */
const maxExtensionBytes = 1024 * 1024;
const fileTypes = ['0', '7', 'S'];
const folderTypes = ['5', 'D'];
/** Links, devices and FIFOs: no data follows, whatever size they declare. */
const withoutData = ['1', '2', '3', '4', '5', '6'];

/** Values for an entry from the headers before it. */
interface Extension extends Partial<PaxRecords> {
  longName?: Uint8Array;
}

/** The next bytes needed. Offsets only increase. Fewer bytes may be passed at the end. */
export interface TarRequest {
  offset: number;
  length: number;
}

export interface TarWalk {
  limits: Limits;
  /** Size of the tar; infinite if unknown before its end. */
  sizeBytes: number;
  /** Called for each entry before its data, with the stored name. */
  onEntry?(entry: ArchiveEntry, rawName: Uint8Array): void;
}

interface Reading extends TarWalk {
  count: HeaderCount;
  entries: ArchiveEntry[];
  rawNames: Uint8Array[];
  isMultiVolume: boolean;
}

type Steps<T> = Generator<TarRequest, T, Uint8Array>;

/**
 * Validates every header and requires every entry to be within the tar. Entries that are parts of sparse
 * files cannot be read. Throws FormatError `parser`: truncated, damaged, too_large.
 */
export function* walkTar(walk: TarWalk): Steps<ArchiveIndex> {
  const { limits, sizeBytes } = walk;
  const count = createHeaderCount(limits);
  const reading: Reading = { ...walk, count, entries: [], rawNames: [], isMultiVolume: false };
  let extension: Extension = {};
  for (let at = 0; at < sizeBytes; ) {
    const block = yield { offset: at, length: blockBytes };
    if (block.length === 0 && at > 0) break;
    if (block.length < blockBytes) throw cutOff();
    if (isZeroBlock(block)) break;
    count(blockBytes);
    const header = parseTarHeader(block);
    const isExtension = 'LKxXg'.includes(header.type);
    if (isExtension) yield* readExtension(reading, header, { offset: at + blockBytes, extension });
    const dataBytes = isExtension ? header.sizeBytes : yield* takeEntry(reading, header, { at, extension });
    if (!isExtension) extension = {};
    at += blockBytes + Math.ceil(dataBytes / blockBytes) * blockBytes;
  }
  nameEntries(reading);
  const { entries, isMultiVolume } = reading;
  return { entries, isSolid: false, isMultiVolume, hasEncryptedHeaders: false, comment: undefined };
}

export const cutOff = () => archiveFault('truncated', 'The archive is truncated');

/** Reads a long name (GNU) or records (pax) for the next entry. Ignores names of links and global records. */
function* readExtension(
  { count, sizeBytes: total }: Reading,
  { type, sizeBytes }: TarHeader,
  { offset, extension }: { offset: number; extension: Extension },
): Steps<void> {
  if (sizeBytes > maxExtensionBytes)
    throw archiveFault('too_large', 'An extended header of the archive is too long');
  if (offset + sizeBytes > total) throw cutOff();
  count(sizeBytes);
  if (type === 'K' || type === 'g' || sizeBytes === 0) return;
  const bytes = yield { offset, length: sizeBytes };
  if (bytes.length < sizeBytes) throw cutOff();
  if (type === 'L') extension.longName = Uint8Array.from(cutAtNul(bytes));
  else Object.assign(extension, parsePax(bytes));
}

/** Adds an entry and returns the number of data bytes that follow its header. */
function* takeEntry(
  reading: Reading,
  header: TarHeader,
  { at, extension }: { at: number; extension: Extension },
): Steps<number> {
  const { limits, entries, sizeBytes: total } = reading;
  if (entries.length === limits.maxEntries) throw tooManyEntries(limits);
  const { type } = header;
  const sizeBytes = withoutData.includes(type) ? 0 : (extension.sizeBytes ?? header.sizeBytes);
  let offset = at + blockBytes;
  if (type === 'S' && header.hasSparseBlocks) offset = yield* skipSparseBlocks(reading, offset);
  if (offset + sizeBytes > total) throw cutOff();
  const isSparse = type === 'S' || extension.isSparse === true;
  const entry: ArchiveEntry = {
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
  };
  const rawName = extension.rawName ?? extension.longName ?? header.rawName;
  entries.push(entry);
  reading.rawNames.push(rawName);
  // The continuation of a file that begins in another volume.
  if (type === 'M') reading.isMultiVolume = true;
  reading.onEntry?.(entry, rawName);
  return offset - at - blockBytes + sizeBytes;
}

/** Skips the map blocks of a sparse file up to the block that announces no other (GNU). */
function* skipSparseBlocks({ count }: Reading, offset: number): Steps<number> {
  for (let at = offset; ; at += blockBytes) {
    const block = yield { offset: at, length: blockBytes };
    if (block.length < blockBytes) throw cutOff();
    count(blockBytes);
    if (block[504] !== 1) return at + blockBytes;
  }
}

/** `tar -c .` begins every name with `./`. A name that ends in a slash belongs to a folder (Version 7). */
function nameEntries({ entries, rawNames, limits }: Reading): void {
  const names = decodeLegacyNames(rawNames);
  for (const [i, entry] of entries.entries()) {
    entry.name = toShownName((names[i] ?? '').replace(/^(?:\.\/+)+/, ''), limits.maxNameBytes);
    entry.rawName = toRawName(rawNames[i] ?? new Uint8Array(0), entry.name);
    entry.isDirectory ||= entry.name.endsWith('/') || entry.name === '';
  }
}
