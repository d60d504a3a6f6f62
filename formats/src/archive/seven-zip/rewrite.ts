// Builds a 7z archive for 7-Zip from some folders of another archive, with generated names, minimal
// dictionaries and an unpacked header. Other fields of the original header never reach 7-Zip.

import { crc32 } from 'node:zlib';
import { partitionPoint } from '../../partition-point.ts';
import type { ByteSource } from '../../source.ts';
import { withLeastDictionary } from './coders.ts';
import { sevenZipMark, startBytes } from './signature.ts';
import { type Folder, ids } from './streams.ts';

/** Consecutive bytes, in memory or in the file. */
interface Stretch {
  at: number;
  length: number;
  read(offset: number, length: number): Uint8Array;
}

/**
 * Returns the archive as a source. Its files are named by their numbers, counted from 0 over all the folders.
 */
export function rewriteFolders(source: ByteSource, folders: readonly Folder[]): ByteSource {
  const packed = folders.flatMap((folder) => folder.packed);
  const dataBytes = packed.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
  const header = writeHeader(folders);
  const stretches: Stretch[] = [];
  let size = 0;
  const add = (length: number, read: Stretch['read']): void => {
    stretches.push({ at: size, length, read });
    size += length;
  };
  const addBytes = (bytes: Uint8Array) =>
    add(bytes.length, (from, length) => bytes.subarray(from, from + length));
  addBytes(writeStart(header, dataBytes));
  for (const { offset, sizeBytes } of packed)
    add(sizeBytes, (from, length) => source.read(offset + from, length));
  addBytes(header);
  return { size, read: (offset, length) => readStretches(stretches, offset, length) };
}

/** Returns bytes at `offset`, at most to the end of their stretch; callers read on for more. */
function readStretches(stretches: readonly Stretch[], offset: number, length: number): Uint8Array {
  const place = partitionPoint(stretches.length, (i) => {
    const { at, length: bytes } = stretches[i] ?? { at: 0, length: 0 };
    return at + bytes <= offset;
  });
  const stretch = stretches[place];
  if (!stretch) return new Uint8Array(0);
  const from = offset - stretch.at;
  return stretch.read(from, Math.min(length, stretch.length - from));
}

function writeStart(header: Uint8Array, dataBytes: number): Buffer {
  const start = Buffer.alloc(startBytes);
  start.write(sevenZipMark, 'latin1');
  start[7] = 4;
  start.writeBigUInt64LE(BigInt(dataBytes), 12);
  start.writeBigUInt64LE(BigInt(header.length), 20);
  start.writeUInt32LE(crc32(header), 28);
  start.writeUInt32LE(crc32(start.subarray(12)), 8);
  return start;
}

function writeHeader(folders: readonly Folder[]): Buffer {
  const packed = folders.flatMap((folder) => folder.packed);
  const parts = folders.flatMap((folder) => folder.parts);
  const names = Buffer.from(parts.map((_, i) => `${i}\0`).join(''), 'utf16le');
  const numbers = (values: readonly number[]) => Buffer.concat(values.map(writeNumber));
  return Buffer.concat([
    numbers([ids.header, ids.mainStreams]),
    numbers([ids.packInfo, 0, packed.length, ids.size, ...packed.map((stream) => stream.sizeBytes), ids.end]),
    numbers([ids.unpackInfo, ids.folder, folders.length, 0]),
    ...folders.map(writeDefinition),
    numbers([ids.codersUnpackSize, ...folders.flatMap((folder) => folder.unpackedSizes), ids.end]),
    numbers([ids.subStreams, ids.numUnpackStream, ...folders.map((folder) => folder.parts.length)]),
    numbers([
      ids.size,
      ...folders.flatMap((folder) => folder.parts.slice(0, -1).map((part) => part.sizeBytes)),
    ]),
    numbers([ids.end, ids.end]),
    numbers([ids.files, parts.length, ids.names, names.length + 1, 0]),
    names,
    numbers([ids.end, ids.end]),
  ]);
}

function writeDefinition({ coders, definition, unpackedSizes }: Folder): Buffer {
  const bytes = Buffer.from(definition);
  let output = 0;
  for (const coder of coders) {
    const largest = Math.max(...unpackedSizes.slice(output, output + coder.outputs));
    bytes.set(withLeastDictionary(coder, largest), coder.propertiesAt);
    output += coder.outputs;
  }
  return bytes;
}

/** Uses the longest form for all larger numbers, which is equally valid. */
function writeNumber(value: number): Buffer {
  if (value < 0x80) return Buffer.of(value);
  const bytes = Buffer.alloc(9, 0xff);
  bytes.writeBigUInt64LE(BigInt(value), 1);
  return bytes;
}
