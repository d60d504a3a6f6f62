// Streams the content of entries that are too large for memory: stored entries of any archive, and deflated
// entries of a zip.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ByteSource } from '../../source.ts';
import type { ArchiveEntry } from '../entry.ts';
import { entryFault, unsupportedMethod } from '../faults.ts';
import { type ArchiveKind, readerOf } from '../readers.ts';

const chunkBytes = 1024 * 1024;

/**
 * Writes the content to the stream that `open` returns, never more than the index declares. Throws
 * FormatError `page_extraction`: encrypted, link, unsupported_method, too_large (it unpacks to more),
 * truncated, damaged, crc_mismatch. Errors of the stream pass through.
 */
export async function streamEntry(
  { source, kind }: { source: ByteSource; kind: ArchiveKind },
  entry: ArchiveEntry,
  open: () => NodeJS.WritableStream,
): Promise<void> {
  if (entry.isEncrypted) throw entryFault(entry, 'encrypted', 'The entry is encrypted');
  if (entry.isSymlink) throw entryFault(entry, 'link', 'The entry is a link');
  const { streamedMethods = ['stored'], findDataOffset } = readerOf(kind);
  if (!streamedMethods.includes(entry.method)) throw unsupportedMethod(entry);
  const start = findDataOffset?.(source, entry) ?? entry.offset;
  const packed = Readable.from(readPacked(source, entry, start), {
    objectMode: false,
    highWaterMark: chunkBytes,
  });
  try {
    if (entry.method === 'stored') await pipeline(packed, check(entry), open());
    else await pipeline(packed, createInflateRaw({ chunkSize: 256 * 1024 }), check(entry), open());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^Z_/.test(code)) throw damaged(entry, error);
    throw error;
  }
}

function* readPacked(source: ByteSource, entry: ArchiveEntry, start: number): Generator<Uint8Array> {
  for (let done = 0; done < entry.packedBytes; ) {
    const bytes = source.read(start + done, Math.min(chunkBytes, entry.packedBytes - done));
    if (bytes.length === 0) throw entryFault(entry, 'truncated', 'The file ends within the entry');
    done += bytes.length;
    yield bytes;
  }
}

/** Passes exactly the number of bytes that the index declares. */
function check(entry: ArchiveEntry) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    let sum = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.sizeBytes)
        throw entryFault(entry, 'too_large', 'The entry unpacks to more than it declares');
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (size !== entry.sizeBytes) throw damaged(entry);
    if (entry.crc32 !== undefined && sum !== entry.crc32)
      throw entryFault(entry, 'crc_mismatch', 'The entry is damaged: its checksum is wrong');
  };
}

const damaged = (entry: ArchiveEntry, cause?: unknown) =>
  entryFault(entry, 'damaged', 'The entry cannot be unpacked: it is damaged', cause);
