// The headers of a tar, which lie between the data of its entries, for whoever can read at offsets and for whoever has the
// bytes once, one after the other. Tar keeps no checksum of data and packs nothing.
import type { Limits } from '../../limits.ts';
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { archiveFault, tooManyEntries } from '../faults.ts';
import { decodeLegacyNames } from '../legacy-charset.ts';
import { toRawName, toShownName } from '../names.ts';
import { createHeaderCount, type HeaderCount } from '../window.ts';
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

/** Bytes that are needed next, behind all that were needed before; fewer at the end. */
export interface TarRequest {
  offset: number;
  length: number;
}

export interface TarWalk {
  limits: Limits;
  /** Of the tar; infinite where it is not known before its end. */
  sizeBytes: number;
  /** Called for each entry, its data to come, with its name as it is stored. */
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
 * Every header must be sound and every entry lie within the tar. Parts of sparse files are no content: such an entry
 * cannot be read. Throws FormatError `parser`: truncated, damaged, too_large.
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

export const cutOff = () => archiveFault('truncated', 'The archive is cut off');

/** A long name (GNU) or records (pax) for the next entry. Names of links and records for all entries say nothing here. */
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

/** Gives the bytes of data that follow the header. */
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
  // The rest of a file that begins in another part.
  if (type === 'M') reading.isMultiVolume = true;
  reading.onEntry?.(entry, rawName);
  return offset - at - blockBytes + sizeBytes;
}

/** The map of a sparse file goes on until a block that says no more (GNU). */
function* skipSparseBlocks({ count }: Reading, offset: number): Steps<number> {
  for (let at = offset; ; at += blockBytes) {
    const block = yield { offset: at, length: blockBytes };
    if (block.length < blockBytes) throw cutOff();
    count(blockBytes);
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
