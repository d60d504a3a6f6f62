// Creates zip files for tests, valid and invalid, based only on APPNOTE.
import { crc32, deflateRawSync, zstdCompressSync } from 'node:zlib';
import { toBytes, u16, u32, u64 } from './bytes.ts';

export interface ZipEntry {
  name: string;
  /** Content as bytes or text. Folders (names that end in a slash) have none. */
  content?: Uint8Array | string;
  /** A number stores the content unchanged and sets the method field to the number. */
  method?: 'stored' | 'deflate' | 'zstd' | number;
  /** Bytes of the name if it is not UTF-8. */
  rawName?: Uint8Array;
  /** Sets the UTF-8 flag. Default: if the name is not ASCII and `rawName` is undefined. */
  isUtf8?: boolean;
  /** Sizes and checksum follow the data, and are zero in the local header. */
  hasDescriptor?: boolean;
  /** Sizes and offset are in a zip64 extra field. */
  isZip64?: boolean;
  isEncrypted?: boolean;
  /** Type and permissions, for example 0o120777 for a symbolic link. */
  unixMode?: number;
  extra?: Uint8Array;
  localExtra?: Uint8Array;
  localName?: string;
  /** Values in the central directory instead of the true ones. */
  declared?: { sizeBytes?: number; packedBytes?: number; crc32?: number; offset?: number };
  /** Shares the data of the entry at this index. */
  sharesWith?: number;
}

export interface ZipOptions {
  /** Bytes before the archive. */
  prefix?: Uint8Array;
  /** Offsets count from the start of the file, including the prefix. */
  countsPrefix?: boolean;
  comment?: Uint8Array | string;
  /** Bytes after the archive. */
  trailing?: Uint8Array;
  /** Entry count in the end record. */
  entryCount?: number;
  /** Writes the zip64 end records. */
  isZip64?: boolean;
  /** Disk number, 0 for a complete archive. */
  disk?: number;
}

interface Written {
  offset: number;
  data: Buffer;
}

const methodNumbers = { stored: 0, deflate: 8, zstd: 93 };
const unknown32 = 0xffffffff;

/** Creates a zip of the entries in this order. */
export function makeZip(entries: readonly ZipEntry[], options: ZipOptions = {}): Buffer {
  const prefix = toBytes(options.prefix);
  const base = options.countsPrefix ? prefix.length : 0;
  const written: Written[] = [];
  const locals: Buffer[] = [];
  let at = base;
  for (const entry of entries) {
    const shared = entry.sharesWith === undefined ? undefined : written[entry.sharesWith];
    const own = { offset: at, data: pack(entry) };
    written.push(shared ?? own);
    if (shared) continue;
    const local = writeLocal(entry, own.data);
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(
    entries.map((entry, i) => writeDirectoryEntry(entry, written[i] ?? { offset: 0, data: Buffer.alloc(0) })),
  );
  const end = writeEnd(options, {
    offset: at,
    length: directory.length,
    count: options.entryCount ?? entries.length,
  });
  return Buffer.concat([prefix, ...locals, directory, end, toBytes(options.trailing)]);
}

function pack(entry: ZipEntry): Buffer {
  const content = toBytes(entry.content);
  if (entry.method === 'deflate') return deflateRawSync(content);
  return entry.method === 'zstd' ? zstdCompressSync(content) : content;
}

const toMethodNumber = ({ method = 'stored' }: ZipEntry): number =>
  typeof method === 'number' ? method : methodNumbers[method];

function toFlags(entry: ZipEntry): number {
  const isAscii = Buffer.byteLength(entry.name) === entry.name.length;
  const isUtf8 = entry.isUtf8 ?? (!isAscii && entry.rawName === undefined);
  return (entry.isEncrypted ? 0x1 : 0) | (entry.hasDescriptor ? 0x8 : 0) | (isUtf8 ? 0x800 : 0);
}

function writeLocal(entry: ZipEntry, data: Buffer): Buffer {
  const content = toBytes(entry.content);
  const name = toBytes(entry.localName ?? entry.rawName ?? entry.name);
  const extra = Buffer.concat([
    entry.isZip64 ? Buffer.concat([u16(1), u16(16), u64(content.length), u64(data.length)]) : Buffer.alloc(0),
    toBytes(entry.localExtra),
  ]);
  const facts = [u32(crc32(content)), u32(data.length), u32(content.length)];
  const shown = entry.hasDescriptor ? [u32(0), u32(0), u32(0)] : facts;
  if (entry.isZip64) shown.splice(1, 2, u32(unknown32), u32(unknown32));
  return Buffer.concat([
    Buffer.from('PK\x03\x04'),
    u16(20),
    u16(toFlags(entry)),
    u16(toMethodNumber(entry)),
    u32(0x5821_0000),
    ...shown,
    u16(name.length),
    u16(extra.length),
    name,
    extra,
    data,
    ...(entry.hasDescriptor ? [Buffer.from('PK\x07\x08'), ...facts] : []),
  ]);
}

function writeDirectoryEntry(entry: ZipEntry, { offset, data }: Written): Buffer {
  const name = toBytes(entry.rawName ?? entry.name);
  const facts = {
    sizeBytes: toBytes(entry.content).length,
    packedBytes: data.length,
    crc32: crc32(toBytes(entry.content)),
    offset,
    ...entry.declared,
  };
  const large = [facts.sizeBytes, facts.packedBytes, facts.offset].map(u64);
  const extra = Buffer.concat([
    entry.isZip64 ? Buffer.concat([u16(1), u16(24), ...large]) : Buffer.alloc(0),
    toBytes(entry.extra),
  ]);
  const isFolder = entry.name.endsWith('/');
  return Buffer.concat([
    Buffer.from('PK\x01\x02'),
    u16(entry.unixMode === undefined ? 20 : 0x0314),
    u16(entry.isZip64 ? 45 : 20),
    u16(toFlags(entry)),
    u16(toMethodNumber(entry)),
    u32(0x5821_0000),
    u32(facts.crc32),
    u32(entry.isZip64 ? unknown32 : facts.packedBytes),
    u32(entry.isZip64 ? unknown32 : facts.sizeBytes),
    u16(name.length),
    u16(extra.length),
    u16(0),
    u16(0),
    u16(0),
    u32((entry.unixMode ?? 0) * 0x1_0000 + (isFolder ? 0x10 : 0)),
    u32(entry.isZip64 ? unknown32 : facts.offset),
    name,
    extra,
  ]);
}

interface Directory {
  offset: number;
  length: number;
  count: number;
}

function writeEnd(options: ZipOptions, { offset, length, count }: Directory): Buffer {
  const { isZip64 = false, disk = 0 } = options;
  const comment = toBytes(options.comment);
  return Buffer.concat([
    isZip64 ? writeEnd64({ offset, length, count }) : Buffer.alloc(0),
    Buffer.from('PK\x05\x06'),
    u16(disk),
    u16(disk),
    u16(isZip64 ? 0xffff : count),
    u16(isZip64 ? 0xffff : count),
    u32(isZip64 ? unknown32 : length),
    u32(isZip64 ? unknown32 : offset),
    u16(comment.length),
    comment,
  ]);
}

function writeEnd64({ offset, length, count }: Directory): Buffer {
  const record = [
    u64(44),
    u16(45),
    u16(45),
    u32(0),
    u32(0),
    u64(count),
    u64(count),
    u64(length),
    u64(offset),
  ];
  const locator = [Buffer.from('PK\x06\x07'), u32(0), u64(offset + length), u32(1)];
  return Buffer.concat([Buffer.from('PK\x06\x06'), ...record, ...locator]);
}
