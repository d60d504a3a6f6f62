// The index of a 7z archive in the common shape.
import type { Limits } from '../../limits.ts';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry, ArchiveIndex } from '../entry.ts';
import { toRawName, toShownName } from '../names.ts';
import { Cursor, damagedHeader } from './cursor.ts';
import type { ListedFile } from './files.ts';
import { readHeader } from './header.ts';
import { cutOff } from './signature.ts';
import { type Folder, isEncrypted, isStored, parseFolder } from './streams.ts';

/** A part of a folder and its offset in the unpacked data of the folder. */
export interface PartLocation {
  folder: Folder;
  /** Index among the parts of the folder. */
  part: number;
  offset: number;
}

/** Files with their parts, in archive order. */
interface Layout {
  files: { file: ListedFile; location: PartLocation | undefined }[];
}

/** Layouts by the entries of their index. Unpacking needs them again. */
const layouts = new WeakMap<readonly ArchiveEntry[], Layout>();

export const layoutOf = ({ entries }: ArchiveIndex): Layout | undefined => layouts.get(entries);

/**
 * Returns undefined if the header is encrypted. Throws FormatError `parser`: truncated, damaged, too_large,
 * unsupported_format.
 */
function readLayout(source: ByteSource, limits: Limits): Layout | undefined {
  const header = readHeader(source, limits);
  if (!header) return undefined;
  for (const { packed } of header.folders)
    for (const { offset, sizeBytes } of packed) if (offset + sizeBytes > source.size) throw cutOff();
  const parts = header.folders.flatMap(placeParts);
  let next = 0;
  const files = header.files.map((file) => ({ file, location: file.hasContent ? parts[next++] : undefined }));
  if (next !== parts.length) throw damagedHeader();
  return { files };
}

function placeParts(folder: Folder): PartLocation[] {
  let end = 0;
  return folder.parts.map(({ sizeBytes }, part) => {
    end += sizeBytes;
    return { folder, part, offset: end - sizeBytes };
  });
}

/**
 * Reads the list of files at the end of a 7z archive. Stored entries are served from their offsets. Encrypted
 * headers are reported in the index, not refused. Throws FormatError `parser`: truncated, damaged, too_large,
 * unsupported_format.
 */
export function readSevenZipIndex(source: ByteSource, limits: Limits): ArchiveIndex {
  return toIndex(readLayout(source, limits), limits);
}

function toIndex(layout: Layout | undefined, limits: Limits): ArchiveIndex {
  const entries = layout?.files.map((file, index) => toEntry(file, index, limits)) ?? [];
  if (layout) layouts.set(entries, layout);
  const isSolid =
    layout?.files.some(({ location }) => location && location.part > 0 && !isStored(location.folder)) ??
    false;
  return { entries, isSolid, isMultiVolume: false, hasEncryptedHeaders: !layout, comment: undefined };
}

function toEntry({ file, location }: Layout['files'][number], index: number, limits: Limits): ArchiveEntry {
  const name = toShownName(file.name, limits.maxNameBytes);
  const kind = { isDirectory: file.isDirectory, isSymlink: file.isLink, isEncrypted: false };
  const rawName = file.name === name ? undefined : toRawName(Buffer.from(file.name), name);
  const common = { name, rawName, index };
  if (!location)
    return { ...common, ...kind, sizeBytes: 0, packedBytes: 0, crc32: 0, method: 'stored', offset: 0 };
  const { folder, part, offset } = location;
  const { sizeBytes = 0, crc32 } = folder.parts[part] ?? {};
  const stored = isStored(folder);
  const first = folder.packed[0] ?? { offset: 0, sizeBytes: 0 };
  // The folder's method is a copy, so the unpacked size cannot exceed the stored data.
  if (stored && offset + sizeBytes > first.sizeBytes) throw damagedHeader();
  return {
    ...common,
    ...kind,
    isEncrypted: isEncrypted(folder),
    sizeBytes,
    packedBytes: stored ? sizeBytes : toShare(folder, sizeBytes),
    crc32,
    method: stored ? 'stored' : '7z',
    offset: stored ? first.offset + offset : first.offset,
    ...(!stored && isPlain(folder) && { packing: Buffer.from(folder.definition).toString('hex') }),
  };
}

/** Whether the folder contains one file, packed by one method in one stream. */
const isPlain = ({ coders, packed, parts, unpackedSizes }: Folder): boolean =>
  [coders, packed, parts, unpackedSizes].every(({ length }) => length === 1);

/** The stored fields of an entry that has a `packing`. */
export interface LocatedEntry {
  name: string;
  sizeBytes: number;
  packedBytes: number;
  offset: number;
  crc32: number | null;
  packing: string;
}

/** Returns an index of this entry alone without reading the archive. Throws FormatError `parser` damaged. */
export function toIndexOfOne(entry: LocatedEntry, limits: Limits): ArchiveIndex {
  const { name, sizeBytes, packedBytes, offset, packing } = entry;
  const crc32 = entry.crc32 ?? undefined;
  const folder: Folder = {
    ...parseFolder(new Cursor(Buffer.from(packing, 'hex'))),
    packed: [{ offset, sizeBytes: packedBytes }],
    unpackedSizes: [sizeBytes],
    sizeBytes,
    crc32,
    parts: [{ sizeBytes, crc32 }],
  };
  const file: ListedFile = { name, hasContent: true, isDirectory: false, isLink: false };
  return toIndex({ files: [{ file, location: { folder, part: 0, offset: 0 } }] }, limits);
}

/** Estimates a file's share of the packed bytes of its folder, in proportion to its size. */
function toShare(folder: Folder, sizeBytes: number): number {
  const packedBytes = folder.packed.reduce((total, stream) => total + stream.sizeBytes, 0);
  if (folder.parts.length === 1) return packedBytes;
  return folder.sizeBytes === 0 ? 0 : Math.ceil((packedBytes * sizeBytes) / folder.sizeBytes);
}
