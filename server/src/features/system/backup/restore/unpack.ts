// Unpacks one entry of a backup to a file, in small parts, and never beyond its declared size.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { ArchiveEntry } from '@lectern/formats/archive/entry';
import { localHeaderBytes, localHeaderDataOffset } from '@lectern/formats/archive/zip/local';
import type { ByteSource } from '@lectern/formats/source';
import { BackupRefused } from './refusal.ts';

const chunkBytes = 1024 * 1024;

/** Throws BackupRefused when the bytes differ from the index; the incomplete file stays. */
export async function unpackTo(path: string, source: ByteSource, entry: ArchiveEntry): Promise<void> {
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const packed = Readable.from(readPacked(source, entry), { objectMode: false, highWaterMark: chunkBytes });
  const checked = check(entry);
  try {
    if (entry.method === 'stored') await pipeline(packed, checked, target);
    else await pipeline(packed, createInflateRaw({ chunkSize: 256 * 1024 }), checked, target);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^Z_/.test(code)) throw damaged(entry, error);
    throw error;
  }
}

function* readPacked(source: ByteSource, entry: ArchiveEntry): Generator<Uint8Array> {
  const start = localHeaderDataOffset(source.read(entry.offset, localHeaderBytes), entry);
  for (let done = 0; done < entry.packedBytes; ) {
    const bytes = source.read(start + done, Math.min(chunkBytes, entry.packedBytes - done));
    if (bytes.length === 0) throw damaged(entry);
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
        throw new BackupRefused('too_large', `The entry ${entry.name} unpacks to more than it declares`);
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (size !== entry.sizeBytes || sum !== entry.crc32) throw damaged(entry);
  };
}

const damaged = ({ name }: ArchiveEntry, cause?: unknown) =>
  new BackupRefused('damaged', `The backup is damaged: ${name} is not what it should be`, cause);
