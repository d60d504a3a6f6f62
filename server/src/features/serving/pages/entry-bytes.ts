// The bytes of one archive entry for an answer, read at its offset: no other part of the file is. Stored entries are sent
// as they are; deflated ones too when the client accepts gzip, else inflated.
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
/** Memory of at least this size is nobody else's: smaller ones come out of a pool and cannot be freed by themselves. */
const minChunkBytes = Buffer.poolSize;
/** What an entry says of its size costs no more memory than this before there are as many bytes. */
const maxChunkBytes = 4 * 1024 * 1024;

/** Bytes that gzip adds to deflate data. */
export const gzipFrameBytes = 18;

export interface EntryBytes {
  bytes: Uint8Array;
  /** Returns the memory of `bytes` to the pool; to be called once they are not used any more, or never. */
  release(): void;
  /** Of the data: passed to the next reading, it needs neither to be found nor the data to be checked. */
  dataOffset: number;
}

/** Bytes at offsets. */
type FileBytes = Pick<OpenFile, 'readInto'>;

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
export async function readEntryBytes(file: FileBytes, request: EntryRequest): Promise<EntryBytes> {
  const { entry, asGzip, buffers } = request;
  if (Math.max(entry.packedBytes, entry.sizeBytes) > defaultLimits.maxEntryBytes) {
    throw broken(entry, 'is larger than any page should be', 'too_large');
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
 * Where the data of a stored entry lie, without reading them: for parts of it, of which no checksum is known. Throws
 * page_extraction_failed.
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

/** The data as they lie in the file. The local header of a zip entry whose data were not found yet is read along with them. */
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
  // Behind an extra field of unusual length, or past the end of the file.
  return { ...(await readWhole(file, entry, { packed, dataOffset: found })), release };
}

async function readWhole(file: FileBytes, entry: StoredEntry, wanted: PackedBytes): Promise<PackedBytes> {
  const count = await file.readInto(wanted.packed, wanted.dataOffset);
  if (count < wanted.packed.length) throw broken(entry, 'is cut off', 'truncated');
  return wanted;
}

/** Memory of its own that nothing uses any more: it need not wait for a garbage collection. */
function free({ buffer }: Buffer<ArrayBuffer>): void {
  buffer.transfer(0);
}

function findData(header: Buffer, entry: StoredEntry): number {
  try {
    return localHeaderDataOffset(header, entry);
  } catch (cause) {
    throw broken(entry, 'is not where the archive says', 'damaged', cause);
  }
}

/**
 * Into one piece of memory: in several ones they would have to be joined. One byte more than is expected, as the end is
 * only noticed where there is room left.
 */
async function unpack(entry: StoredEntry, packed: Buffer): Promise<Buffer<ArrayBuffer>> {
  const maxOutputLength = entry.sizeBytes + 1;
  const chunkSize = Math.min(Math.max(maxOutputLength, minChunkBytes), maxChunkBytes);
  const bytes = await inflate(packed, { maxOutputLength, chunkSize }).catch((cause: unknown) => {
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
