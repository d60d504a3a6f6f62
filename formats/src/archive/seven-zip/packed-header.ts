// Unpacks the header of a 7z archive. Nearly all are packed by LZMA (7-Zip) or LZMA2 (py7zr).
import { crc32 } from 'node:zlib';
import { FormatError } from '../../error.ts';
import { LzmaFault } from '../../lzma/range-coder.ts';
import { unpackLzma, unpackLzma2 } from '../../lzma/unpack.ts';
import type { ByteSource } from '../../source.ts';
import { methods } from './coders.ts';
import { damagedHeader } from './cursor.ts';
import { cutOff, tooLong } from './signature.ts';
import type { Folder } from './streams.ts';

/** A hundred thousand files with long names take 20 MB. */
const maxUnpackedBytes = 32 * 1024 * 1024;

/** Throws FormatError `parser`: truncated, damaged, too_large, unsupported_format. */
export function unpackHeader(source: ByteSource, folder: Folder): Uint8Array {
  const [where] = folder.packed;
  if (Math.max(folder.sizeBytes, where?.sizeBytes ?? 0) > maxUnpackedBytes) throw tooLong();
  const packed = source.read(where?.offset ?? 0, where?.sizeBytes ?? 0);
  if (packed.length < (where?.sizeBytes ?? 0)) throw cutOff();
  const header = unpack(folder, packed);
  if (header.length !== folder.sizeBytes) throw damagedHeader();
  if (folder.crc32 !== undefined && crc32(header) !== folder.crc32) throw damagedHeader();
  return header;
}

function unpack({ coders, sizeBytes }: Folder, packed: Uint8Array): Uint8Array {
  const [coder, ...more] = coders;
  const method = more.length === 0 ? coder?.method : undefined;
  try {
    if (method === methods.copy) return packed.subarray(0, sizeBytes);
    if (method === methods.lzma) return unpackLzma(coder?.properties[0] ?? 255, packed, sizeBytes);
    if (method === methods.lzma2) return unpackLzma2(packed, sizeBytes);
  } catch (cause) {
    if (cause instanceof LzmaFault) throw damagedHeader();
    throw cause;
  }
  throw new FormatError('parser', "The archive's list of files is packed by a method that is not supported", {
    reason: 'unsupported_format',
  });
}
