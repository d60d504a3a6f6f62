// The bytes of one archive entry for an answer: read at its place in the file and nowhere else. Stored entries go
// out as they lie there; deflated ones as they lie there too when the client takes gzip, else inflated.

import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { gzipFrame, localHeaderSize, readDataOffset } from '#formats/archive/zip/local.ts';
import type { StoredEntry } from '#formats/content.ts';
import { defaultLimits } from '#formats/limits.ts';
import { Problem } from '#kernel/errors.ts';
import type { OpenFile } from '#kernel/files/open-files.ts';

const inflate = promisify(inflateRaw);

export interface EntryBytes {
  bytes: Uint8Array;
  /** The bytes are gzip. */
  isGzip: boolean;
  /** Where the data begin: known next time, when they need not be checked again either. */
  dataOffset: number;
}

export interface EntryRequest {
  entry: StoredEntry;
  container: 'zip' | 'rar';
  /** Where the data begin, from an earlier reading in which they matched their checksum. */
  dataOffset: number | undefined;
  acceptsGzip: boolean;
}

/** Only entries whose method is `stored` or `deflate`. Throws page_extraction_failed when the bytes are not right. */
export async function readEntryBytes(
  file: OpenFile,
  { entry, container, dataOffset, acceptsGzip }: EntryRequest,
): Promise<EntryBytes> {
  if (entry.packedBytes > defaultLimits.maxEntryBytes || entry.sizeBytes > defaultLimits.maxEntryBytes) {
    throw broken(entry, 'is larger than any page should be', 'too_large');
  }
  const isChecked = dataOffset !== undefined;
  const offset = dataOffset ?? (container === 'zip' ? await findData(file, entry) : entry.offset);
  const packed = await file.read(offset, entry.packedBytes);
  if (packed.length < entry.packedBytes) throw broken(entry, 'is cut off', 'truncated');
  if (entry.method === 'stored')
    return { bytes: check(entry, packed, isChecked), isGzip: false, dataOffset: offset };
  if (acceptsGzip && isChecked) {
    const { header, trailer } = gzipFrame(entry);
    return { bytes: Buffer.concat([header, packed, trailer]), isGzip: true, dataOffset: offset };
  }
  const bytes = await inflate(packed, { maxOutputLength: entry.sizeBytes + 1 }).catch((cause: unknown) => {
    throw broken(entry, 'cannot be unpacked', 'damaged', cause);
  });
  if (bytes.length !== entry.sizeBytes) throw broken(entry, 'is not as long as it says', 'damaged');
  return { bytes: check(entry, bytes, isChecked), isGzip: false, dataOffset: offset };
}

async function findData(file: OpenFile, entry: StoredEntry): Promise<number> {
  const header = await file.read(entry.offset, localHeaderSize);
  const offset = readDataOffset(header, entry.offset);
  if (offset === undefined) throw broken(entry, 'is not where the archive says', 'damaged');
  return offset;
}

function check(entry: StoredEntry, bytes: Uint8Array, isChecked: boolean): Uint8Array {
  if (!isChecked && crc32(bytes) !== entry.crc32)
    throw broken(entry, 'does not match its checksum', 'crc_mismatch');
  return bytes;
}

const broken = (entry: StoredEntry, what: string, reason: string, cause?: unknown) =>
  new Problem('page_extraction_failed', `${entry.name} ${what}`, {
    details: { entry: entry.name, reason },
    cause,
  });
