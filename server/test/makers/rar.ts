// Creates RAR archives for tests: stored entries in RAR 5 or RAR 4 format, and every kind of invalid header. It does
// not compress; `method` only sets the header field.
import { crc32 } from 'node:zlib';
import { toBytes, u8, u16, u32 } from './bytes.ts';

export interface RarEntry {
  name: string;
  /** Content as bytes or text. Folders have none. */
  content?: Uint8Array | string;
  isDirectory?: boolean;
  /** 0 stored (the content is written unchanged), 1 to 5 compressed: the content is the compressed data. */
  method?: number;
  isEncrypted?: boolean;
  /** Depends on the previous entries for decompression. */
  isSolid?: boolean;
  /** Continues in the next volume. */
  isSplit?: boolean;
  /** Continues from the previous volume. */
  isContinued?: boolean;
  /** A symbolic link: RAR 5 with a redirection record, RAR 4 with the Unix mode and the target as content. */
  linkTo?: string;
  /** A reference to an earlier entry with the same content (RAR 5). */
  copyOf?: string;
  /** Omits the CRC-32, as with BLAKE2 (RAR 5). */
  hasNoCrc?: boolean;
  /** RAR 5: dictionary size 128 KiB · 2^n. */
  dictionary?: number;
  /** Raw name field (RAR 4). */
  rawName?: Uint8Array;
  /** Sets the flag for a Unicode name (RAR 4). Default: if the name is not ASCII. */
  isUnicode?: boolean;
  declared?: { sizeBytes?: number; packedBytes?: number; crc32?: number };
}

export interface RarOptions {
  /** Bytes before the archive, as in a self-extracting archive. */
  prefix?: Uint8Array;
  isSolid?: boolean;
  isVolume?: boolean;
  /** Volume number, from 0 (default). */
  number?: number;
  /** RAR 4: volumes are named `x.rar`, `x.r00` …. */
  hasOldNames?: boolean;
  /** Sets the flag in the end header that another volume follows. */
  hasNextVolume?: boolean;
  hasEncryptedHeaders?: boolean;
  /** Omits the end header. */
  hasNoEnd?: boolean;
  /** A stored archive comment (RAR 5). */
  comment?: string;
}

/** Creates a RAR 5 archive of the entries in this order. */
export function makeRar5(entries: readonly RarEntry[], options: RarOptions = {}): Buffer {
  const number = options.number ?? 0;
  const mainFlags = (options.isVolume ? 0x1 : 0) | (number > 0 ? 0x2 : 0) | (options.isSolid ? 0x4 : 0);
  const blocks = options.hasEncryptedHeaders
    ? [rar5Block({ type: 4, fields: Buffer.concat([u8(0), u8(0), u8(15), Buffer.alloc(16)]) })]
    : [
        rar5Block({
          type: 1,
          fields: Buffer.concat([vint(mainFlags), ...(number > 0 ? [vint(number)] : [])]),
        }),
        ...(options.comment === undefined ? [] : [rar5Comment(options.comment)]),
        ...entries.map(rar5File),
      ];
  const end = options.hasNoEnd ? [] : [rar5Block({ type: 5, fields: vint(options.hasNextVolume ? 1 : 0) })];
  return Buffer.concat([
    toBytes(options.prefix),
    Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'),
    ...blocks,
    ...end,
  ]);
}

/** Encodes a variable-length integer with seven bits per byte. */
export function vint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.from([...bytes, rest]);
}

interface Rar5Block {
  type: number;
  flags?: number;
  fields: Buffer;
  extra?: Buffer;
  data?: Buffer;
  dataBytes?: number;
}

/** Creates a block with its checksum. `dataBytes` may differ from the length of `data`. */
export function rar5Block({ type, flags = 0, fields, extra, data, dataBytes }: Rar5Block): Buffer {
  const length = dataBytes ?? data?.length;
  const header = Buffer.concat([
    vint(type),
    vint(flags | (extra ? 0x1 : 0) | (length === undefined ? 0 : 0x2)),
    extra ? vint(extra.length) : Buffer.alloc(0),
    length === undefined ? Buffer.alloc(0) : vint(length),
    fields,
    extra ?? Buffer.alloc(0),
  ]);
  const sized = Buffer.concat([vint(header.length), header]);
  return Buffer.concat([u32(crc32(sized)), sized, data ?? Buffer.alloc(0)]);
}

function rar5File(entry: RarEntry): Buffer {
  const content = toBytes(entry.content);
  const name = Buffer.from(entry.name);
  const compression =
    ((entry.method ?? 0) << 7) | ((entry.dictionary ?? 0) << 10) | (entry.isSolid ? 0x40 : 0);
  const fields = Buffer.concat([
    vint((entry.isDirectory ? 0x1 : 0) | (entry.hasNoCrc ? 0 : 0x4)),
    vint(entry.declared?.sizeBytes ?? content.length),
    vint(entry.isDirectory ? 0o40755 : 0o100644),
    entry.hasNoCrc ? Buffer.alloc(0) : u32(entry.declared?.crc32 ?? crc32(content)),
    vint(compression),
    vint(1),
    vint(name.length),
    name,
  ]);
  const extra = Buffer.concat([
    ...(entry.isEncrypted ? [rar5Extra(1, Buffer.alloc(35))] : []),
    ...(entry.linkTo === undefined ? [] : [rar5Redirection(1, entry.linkTo)]),
    ...(entry.copyOf === undefined ? [] : [rar5Redirection(5, entry.copyOf)]),
  ]);
  return rar5Block({
    type: 2,
    flags: (entry.isSplit ? 0x10 : 0) | (entry.isContinued ? 0x8 : 0),
    fields,
    data: content,
    ...(extra.length > 0 && { extra }),
    ...(entry.declared?.packedBytes !== undefined && { dataBytes: entry.declared.packedBytes }),
  });
}

function rar5Extra(type: number, content: Buffer): Buffer {
  const record = Buffer.concat([vint(type), content]);
  return Buffer.concat([vint(record.length), record]);
}

function rar5Redirection(type: number, target: string): Buffer {
  const name = Buffer.from(target);
  return rar5Extra(5, Buffer.concat([vint(type), vint(0), vint(name.length), name]));
}

function rar5Comment(comment: string): Buffer {
  const data = Buffer.from(`${comment}\0`);
  const fields = [vint(0), vint(data.length), vint(0), vint(0), vint(0), vint(3), Buffer.from('CMT')];
  return rar5Block({ type: 3, fields: Buffer.concat(fields), data });
}

/** Creates a RAR 4 archive of the entries in this order. */
export function makeRar4(entries: readonly RarEntry[], options: RarOptions = {}): Buffer {
  const mainFlags =
    (options.isVolume ? (options.number ? 0x1 : 0x101) : 0) |
    (options.isVolume && !options.hasOldNames ? 0x10 : 0) |
    (options.isSolid ? 0x8 : 0) |
    (options.hasEncryptedHeaders ? 0x80 : 0);
  return Buffer.concat([
    toBytes(options.prefix),
    Buffer.from('Rar!\x1a\x07\0', 'latin1'),
    rar4Block({ type: 0x73, flags: mainFlags, fields: Buffer.alloc(6) }),
    ...entries.map(rar4File),
    ...(options.hasNoEnd
      ? []
      : [
          rar4Block({
            type: 0x7b,
            flags: 0x4000 | (options.hasNextVolume ? 1 : 0) | (options.isVolume ? 0x8 : 0),
            fields: options.isVolume ? u16(options.number ?? 0) : Buffer.alloc(0),
          }),
        ]),
  ]);
}

interface Rar4Block {
  type: number;
  flags: number;
  fields: Buffer;
  data?: Buffer;
}

/** Creates a block with its checksum. */
export function rar4Block({ type, flags, fields, data }: Rar4Block): Buffer {
  const header = Buffer.concat([u8(type), u16(flags), u16(7 + fields.length), fields]);
  return Buffer.concat([u16(crc32(header)), header, data ?? Buffer.alloc(0)]);
}

function rar4File(entry: RarEntry): Buffer {
  const content = toBytes(entry.linkTo ?? entry.content);
  const isAscii = Buffer.byteLength(entry.name) === entry.name.length;
  const isUnicode = entry.isUnicode ?? !isAscii;
  const name = toBytes(entry.rawName ?? (isUnicode ? rar4Name(entry.name) : entry.name));
  const mode = entry.linkTo === undefined ? (entry.isDirectory ? 0o40755 : 0o100644) : 0o120777;
  const flags =
    0x8000 |
    (entry.isDirectory ? 0xe0 : 0) |
    (entry.isEncrypted ? 0x4 : 0) |
    (entry.isSolid ? 0x10 : 0) |
    (entry.isSplit ? 0x2 : 0) |
    (entry.isContinued ? 0x1 : 0) |
    (isUnicode ? 0x200 : 0);
  const fields = Buffer.concat([
    u32(entry.declared?.packedBytes ?? content.length),
    u32(entry.declared?.sizeBytes ?? content.length),
    u8(3),
    u32(entry.declared?.crc32 ?? crc32(content)),
    u32(0x5821_0000),
    u8(29),
    u8(0x30 + (entry.method ?? 0)),
    u16(name.length),
    u32(mode),
    name,
  ]);
  return rar4Block({ type: 0x74, flags, fields, data: content });
}

/** Creates a name field that stores every character of the Unicode name in two bytes (code 2). */
function rar4Name(name: string): Buffer {
  const units = Buffer.from(name, 'utf16le');
  const coded: Buffer[] = [];
  for (let at = 0; at < units.length; at += 8) coded.push(u8(0b10101010), units.subarray(at, at + 8));
  const plain = Buffer.from(name.replace(/[^ -~]/g, '_'));
  return Buffer.concat([plain, u8(0), u8(0), ...coded]);
}

export type RarKind = 'rar4' | 'rar5';
const makers = { rar4: makeRar4, rar5: makeRar5 };

/** Splits the entries into volumes with this number of content bytes each. */
export function makeVolumes(
  kind: RarKind,
  entries: readonly RarEntry[],
  { contentBytes, ...options }: RarOptions & { contentBytes: number },
): Buffer[] {
  const volumes: RarEntry[][] = [[]];
  let left = contentBytes;
  for (const entry of entries) {
    const content = toBytes(entry.content);
    let at = 0;
    do {
      if (left === 0) {
        volumes.push([]);
        left = contentBytes;
      }
      const piece = content.subarray(at, at + left);
      const isSplit = at + piece.length < content.length;
      // The checksum of every part except the last covers only the part.
      const declared = { sizeBytes: content.length, crc32: crc32(isSplit ? piece : content) };
      volumes.at(-1)?.push({ ...entry, content: piece, isSplit, isContinued: at > 0, declared });
      at += piece.length;
      left -= piece.length;
    } while (at < content.length);
  }
  return volumes.map((some, number) =>
    makers[kind](some, {
      ...options,
      isVolume: true,
      number,
      hasNextVolume: number < volumes.length - 1,
    }),
  );
}

/** Names the volumes `Book.part1.rar` …, with `hasOldNames` `Book.rar`, `Book.r00` …, with `hasNumbers` `Book.000.rar` …. */
export function nameVolumes(
  stem: string,
  volumes: readonly Buffer[],
  { extension = 'rar', hasOldNames = false, hasNumbers = false } = {},
): Record<string, Buffer> {
  const toName = (place: number): string => {
    if (hasNumbers) return `${stem}.${`${place}`.padStart(3, '0')}.${extension}`;
    if (!hasOldNames) return `${stem}.part${place + 1}.${extension}`;
    return place === 0 ? `${stem}.${extension}` : `${stem}.r${`${place - 1}`.padStart(2, '0')}`;
  };
  return Object.fromEntries(volumes.map((bytes, place) => [toName(place), bytes]));
}
