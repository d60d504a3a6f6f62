// Reads the bytes of one archive entry at its offset, without reading other parts of the file. Stored entries are sent
// unchanged. Deflated entries are sent as gzip if the client accepts it, otherwise inflated.
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import {
  guessLocalHeaderBytes,
  gzipFrame,
  localHeaderBytes,
  localHeaderDataOffset,
} from '@lectern/formats/archive/zip/local';
import type { ContainerKind, StoredEntry } from '@lectern/formats/content';
import { defaultLimits } from '@lectern/formats/limits';
import { Problem } from '#infrastructure/errors.ts';
import type { Buffers } from '#infrastructure/files/buffers.ts';
import type { OpenFile } from '#infrastructure/files/open-files.ts';

const inflate = promisify(inflateRaw);
/** Buffers of at least this size own their memory. Smaller ones share a pool and cannot be freed separately. */
const minChunkBytes = Buffer.poolSize;
/** Maximum memory allocated because of the size declared by an entry, before the bytes exist. */
const maxChunkBytes = 4 * 1024 * 1024;

/** Bytes that gzip adds to deflate data. */
export const gzipFrameBytes = 18;

export interface EntryBytes {
  bytes: Uint8Array;
  /** Returns the buffer to the pool. Optional; `bytes` must not be used afterwards. */
  release(): void;
  /** Offset of the data. A later read with this offset skips locating and checking the data. */
  dataOffset: number;
}

/** Reads bytes at offsets. */
type FileBytes = Pick<OpenFile, 'readInto'>;

export interface EntryRequest {
  entry: StoredEntry;
  container: ContainerKind;
  /** Offset from an earlier read whose data matched its checksum. */
  dataOffset: number | undefined;
  /** Send deflate data as gzip. */
  asGzip: boolean;
  buffers: Buffers;
}

/** Supports the methods `stored` and `deflate`. Throws `page_extraction_failed` for invalid data. */
export async function readEntryBytes(file: FileBytes, request: EntryRequest): Promise<EntryBytes> {
  const { entry, asGzip, buffers } = request;
  if (Math.max(entry.packedBytes, entry.sizeBytes) > defaultLimits.maxEntryBytes) {
    throw broken(entry, 'exceeds the maximum size of a page', 'too_large');
  }
  if (asGzip && request.dataOffset !== undefined) {
    return readAsGzip(file, { entry, dataOffset: request.dataOffset, buffers });
  }
  const { packed, release, dataOffset } = await readPacked(file, request);
  const unpacked = entry.method === 'stored' ? undefined : await unpack(entry, packed);
  const bytes = unpacked ?? packed;
  if (request.dataOffset === undefined && entry.crc32 !== null && crc32(bytes) !== entry.crc32) {
    throw broken(entry, 'does not match its checksum', 'crc_mismatch');
  }
  if (!unpacked) return { bytes, release, dataOffset };
  release();
  return { bytes, release: () => free(unpacked), dataOffset };
}

/**
 * Returns the offset of the data of a stored entry without reading it, for ranges that cannot be checked. Throws
 * `page_extraction_failed`.
 */
export async function findStoredData(
  file: FileBytes,
  { entry, container }: Pick<EntryRequest, 'entry' | 'container'>,
): Promise<number> {
  if (container !== 'zip') return entry.offset;
  const header = Buffer.alloc(localHeaderBytes);
  return findData(header.subarray(0, await file.readInto(header, entry.offset)), entry);
}

type KnownEntry = Pick<EntryRequest, 'entry' | 'buffers'> & { dataOffset: number };

async function readAsGzip(file: FileBytes, { entry, dataOffset, buffers }: KnownEntry): Promise<EntryBytes> {
  const { header, trailer } = gzipFrame({ sizeBytes: entry.sizeBytes, crc32: entry.crc32 ?? 0 });
  const end = header.length + entry.packedBytes;
  const { bytes, release } = buffers.lease(end + trailer.length);
  await readWhole(file, entry, { packed: bytes.subarray(header.length, end), dataOffset });
  bytes.set(header);
  bytes.set(trailer, end);
  return { bytes, release, dataOffset };
}

interface PackedBytes {
  packed: Buffer;
  dataOffset: number;
}

/** Reads the packed data. If its offset is unknown, reads the local header of a zip entry in the same operation. */
async function readPacked(
  file: FileBytes,
  { entry, container, dataOffset: known, buffers }: EntryRequest,
): Promise<PackedBytes & { release(): void }> {
  const isZip = container === 'zip' || container === 'ebook';
  const dataOffset = known ?? (isZip ? undefined : entry.offset);
  const headerBytes = dataOffset === undefined ? guessLocalHeaderBytes(entry) : 0;
  const { bytes, release } = buffers.lease(headerBytes + entry.packedBytes);
  const packed = bytes.subarray(0, entry.packedBytes);
  if (dataOffset !== undefined) return { ...(await readWhole(file, entry, { packed, dataOffset })), release };
  const read = bytes.subarray(0, await file.readInto(bytes, entry.offset));
  const found = findData(read, entry);
  const start = found - entry.offset;
  const end = start + entry.packedBytes;
  if (end <= read.length) return { packed: read.subarray(start, end), dataOffset: found, release };
  // The data follows an unusually long extra field, or exceeds the file.
  return { ...(await readWhole(file, entry, { packed, dataOffset: found })), release };
}

async function readWhole(file: FileBytes, entry: StoredEntry, wanted: PackedBytes): Promise<PackedBytes> {
  const count = await file.readInto(wanted.packed, wanted.dataOffset);
  if (count < wanted.packed.length) throw broken(entry, 'is truncated', 'truncated');
  return wanted;
}

/** Frees a buffer that owns its memory without waiting for garbage collection. */
function free({ buffer }: Buffer<ArrayBuffer>): void {
  buffer.transfer(0);
}

function findData(header: Buffer, entry: StoredEntry): number {
  try {
    return localHeaderDataOffset(header, entry);
  } catch (cause) {
    throw broken(entry, 'is not at the offset recorded in the archive', 'damaged', cause);
  }
}

/**
 * Inflates into one buffer to avoid a copy. Allocates one extra byte, because zlib detects the end only with remaining
 * space.
 */
async function unpack(entry: StoredEntry, packed: Buffer): Promise<Buffer<ArrayBuffer>> {
  const maxOutputLength = entry.sizeBytes + 1;
  const chunkSize = Math.min(Math.max(maxOutputLength, minChunkBytes), maxChunkBytes);
  const bytes = await inflate(packed, { maxOutputLength, chunkSize }).catch((cause: unknown) => {
    throw broken(entry, 'cannot be unpacked', 'damaged', cause);
  });
  if (bytes.length !== entry.sizeBytes)
    throw broken(entry, 'does not have the size recorded in the archive', 'damaged');
  return bytes;
}

/** Returns an error for a page that cannot be read from the file (status 422). */
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
