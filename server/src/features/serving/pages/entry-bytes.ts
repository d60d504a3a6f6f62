// The bytes of one archive entry for an answer, read at its offset: no other part of the file is. Stored entries are sent
// as they are; deflated ones too when the client accepts gzip, else inflated.
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { gzipFrame, localHeaderBytes, localHeaderDataOffset } from '@lectern/formats/archive/zip/local';
import type { ContainerKind, StoredEntry } from '@lectern/formats/content';
import { defaultLimits } from '@lectern/formats/limits';
import { Problem } from '#infrastructure/errors.ts';
import type { Buffers } from '#infrastructure/files/buffers.ts';
import type { OpenFile } from '#infrastructure/files/open-files.ts';

const inflate = promisify(inflateRaw);

/** Bytes that gzip adds to deflate data. */
export const gzipFrameBytes = 18;

export interface EntryBytes {
  bytes: Uint8Array;
  /** Returns the memory of `bytes` to the pool; to be called once they are not used any more, or never. */
  release(): void;
  /** Of the data: passed to the next reading, it needs neither to be found nor the data to be checked. */
  dataOffset: number;
}

export interface EntryRequest {
  entry: StoredEntry;
  container: ContainerKind;
  /** Of the data, from an earlier reading in which they matched their checksum. */
  dataOffset: number | undefined;
  /** Give deflate data as gzip. */
  asGzip: boolean;
  buffers: Buffers;
}

/** Only entries whose method is `stored` or `deflate`. Throws page_extraction_failed when the bytes are not right. */
export async function readEntryBytes(file: OpenFile, request: EntryRequest): Promise<EntryBytes> {
  const { entry, container, asGzip, buffers } = request;
  if (Math.max(entry.packedBytes, entry.sizeBytes) > defaultLimits.maxEntryBytes) {
    throw broken(entry, 'is larger than any page should be', 'too_large');
  }
  const isChecked = request.dataOffset !== undefined;
  const dataOffset = request.dataOffset ?? (container === 'zip' ? await findData(file, entry) : entry.offset);
  const frame = asGzip && isChecked ? gzipFrame(toGzip(entry)) : undefined;
  const before = frame?.header.length ?? 0;
  const after = frame?.trailer.length ?? 0;
  const { bytes: memory, release } = buffers.lease(before + entry.packedBytes + after);
  const packed = memory.subarray(before, before + entry.packedBytes);
  if ((await file.readInto(packed, dataOffset)) < packed.length)
    throw broken(entry, 'is cut off', 'truncated');
  if (frame) {
    memory.set(frame.header);
    memory.set(frame.trailer, before + packed.length);
    return { bytes: memory, release, dataOffset };
  }
  const bytes = entry.method === 'stored' ? packed : await unpack(entry, packed);
  if (!isChecked && entry.crc32 !== null && crc32(bytes) !== entry.crc32) {
    throw broken(entry, 'does not match its checksum', 'crc_mismatch');
  }
  if (bytes === packed) return { bytes, release, dataOffset };
  release();
  return { bytes, release() {}, dataOffset };
}

const toGzip = ({ sizeBytes, crc32: checksum }: StoredEntry) => ({ sizeBytes, crc32: checksum ?? 0 });

async function findData(file: OpenFile, entry: StoredEntry): Promise<number> {
  const header = await file.read(entry.offset, localHeaderBytes);
  try {
    return localHeaderDataOffset(header, entry);
  } catch (cause) {
    throw broken(entry, 'is not where the archive says', 'damaged', cause);
  }
}

async function unpack(entry: StoredEntry, packed: Buffer): Promise<Buffer> {
  const bytes = await inflate(packed, { maxOutputLength: entry.sizeBytes + 1 }).catch((cause: unknown) => {
    throw broken(entry, 'cannot be unpacked', 'damaged', cause);
  });
  if (bytes.length !== entry.sizeBytes) throw broken(entry, 'is not as long as the archive says', 'damaged');
  return bytes;
}

/** A page that cannot be read from the file: 422. */
export const broken = (
  entry: Pick<StoredEntry, 'name'>,
  what: string,
  reason: string,
  cause?: unknown,
): Problem =>
  new Problem('page_extraction_failed', `${entry.name} ${what}`, {
    details: { entry: entry.name, reason },
    cause,
  });
