// Archives created by 7-Zip, and invalid 7z archives built byte by byte (7zFormat.txt of the LZMA SDK).
import { crc32, gzipSync, zstdCompressSync } from 'node:zlib';
import { createSevenZip } from '../archive-reader.ts';
import { toBytes } from './bytes.ts';

/**
 * Creates a zip with one entry `1.png`, compressed with the method that 7-Zip calls `method` (`Deflate64`, `PPMd`, …).
 */
export async function packWithSevenZip(content: Uint8Array, method: string): Promise<Buffer> {
  const sevenZip = await createSevenZip();
  sevenZip.FS.writeFile('1.png', content);
  sevenZip.callMain(['a', '-tzip', `-mm=${method}`, 'out.zip', '1.png']);
  return Buffer.from(sevenZip.FS.readFile('out.zip'));
}

/** Compresses a whole file with 7-Zip or zlib. */
export async function packWhole(
  content: Uint8Array,
  packing: 'gzip' | 'bzip2' | 'xz' | 'zstd',
): Promise<Buffer> {
  if (packing === 'gzip') return gzipSync(content);
  if (packing === 'zstd') return zstdCompressSync(content);
  const sevenZip = await createSevenZip();
  sevenZip.FS.writeFile('in', content);
  sevenZip.callMain(['a', `-t${packing}`, 'out.packed', 'in']);
  return Buffer.from(sevenZip.FS.readFile('out.packed'));
}

/** Creates a 7z archive with 7-Zip and switches such as `-m0=LZMA` or `-psecret`. */
export async function packSevenZip(
  files: Readonly<Record<string, string | Uint8Array>>,
  switches: readonly string[] = [],
): Promise<Buffer> {
  const { FS, callMain } = await createSevenZip();
  FS.mkdir('in');
  FS.chdir('in');
  for (const [name, content] of Object.entries(files)) {
    const folders = name.split('/').slice(0, -1);
    for (const [i] of folders.entries()) {
      const folder = folders.slice(0, i + 1).join('/');
      if (!FS.readdir(folders.slice(0, i).join('/') || '.').includes(folders[i] ?? '')) FS.mkdir(folder);
    }
    FS.writeFile(name, toBytes(content));
  }
  callMain(['a', '-t7z', ...switches, '../out.7z', '.']);
  return Buffer.from(FS.readFile('../out.7z'));
}

export interface SevenZipEntry {
  name: string;
  /** Undefined for a folder. */
  content?: string | Uint8Array;
  attributes?: number;
  /** Values that replace the true ones in the header. */
  size?: number;
  crc32?: number;
}

export interface SevenZipOptions {
  /** Definition of the 7z folder that contains all files. Default: copy. */
  folder?: readonly number[];
  /** Values that replace the true ones of the 7z folder. */
  unpackedSizes?: readonly number[];
  packedSize?: number;
  /** Transforms the header. */
  header?(header: Buffer): Buffer;
}

/** Creates an archive that stores the files unchanged one after another, regardless of the declared compression. */
export function makeSevenZip(entries: readonly SevenZipEntry[], options: SevenZipOptions = {}): Buffer {
  const withContent = entries.filter(({ content }) => content !== undefined);
  const contents = withContent.map(({ content }) => toBytes(content));
  const data = Buffer.concat(contents);
  const sizes = withContent.map(({ size }, i) => size ?? contents[i]?.length ?? 0);
  const unpacked = options.unpackedSizes ?? [sizes.reduce((total, size) => total + size, 0)];
  const numbers = (...values: number[]) => Buffer.concat(values.map(toNumber));
  const digests = withContent.map((entry, i) => entry.crc32 ?? crc32(contents[i] ?? Buffer.alloc(0)));
  const header = Buffer.concat([
    numbers(1, 4, 6, 0, 1, 9, options.packedSize ?? data.length, 0),
    numbers(7, 0x0b, 1, 0),
    Buffer.from(options.folder ?? [1, 1, 0]),
    numbers(0x0c, ...unpacked, 0),
    numbers(8, 0x0d, withContent.length, 9, ...sizes.slice(0, -1)),
    Buffer.of(0x0a, 1),
    ...digests.map((digest) => toU32(digest)),
    numbers(0, 0),
    filesOf(entries),
    numbers(0),
  ]);
  return sealSevenZip(data, options.header?.(header) ?? header);
}

/** Appends the header to the data and prepends the 32-byte start header that locates it. */
export function sealSevenZip(data: Uint8Array, header: Uint8Array): Buffer {
  const start = Buffer.alloc(32);
  start.write('7z\xbc\xaf\x27\x1c\0\x04', 'latin1');
  start.writeBigUInt64LE(BigInt(data.length), 12);
  start.writeBigUInt64LE(BigInt(header.length), 20);
  start.writeUInt32LE(crc32(header), 28);
  start.writeUInt32LE(crc32(start.subarray(12)), 8);
  return Buffer.concat([start, data, header]);
}

function filesOf(entries: readonly SevenZipEntry[]): Buffer {
  const empty = toBits(entries.map(({ content }) => content === undefined));
  const names = Buffer.from(entries.map(({ name }) => `${name}\0`).join(''), 'utf16le');
  const attributes = Buffer.concat(entries.map((entry) => toU32(entry.attributes ?? 0)));
  const property = (id: number, ...parts: Buffer[]) => {
    const bytes = Buffer.concat(parts);
    return Buffer.concat([toNumber(id), toNumber(bytes.length), bytes]);
  };
  return Buffer.concat([
    toNumber(5),
    toNumber(entries.length),
    property(0x0e, empty),
    property(0x11, Buffer.of(0), names),
    property(0x15, Buffer.of(1, 0), attributes),
    Buffer.of(0),
  ]);
}

function toBits(values: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(Math.ceil(values.length / 8));
  for (const [i, value] of values.entries())
    if (value) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (0x80 >> (i & 7));
  return bytes;
}

const toU32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

/** Encodes a number in the one-, five- or nine-byte form of the format. */
function toNumber(value: number): Buffer {
  if (value < 0x80) return Buffer.of(value);
  const bytes = Buffer.alloc(9, 0xff);
  bytes.writeBigUInt64LE(BigInt(value), 1);
  return value < 2 ** 32 ? Buffer.concat([Buffer.of(0xf0), bytes.subarray(1, 5)]) : bytes;
}
