// Decompresses a file piece by piece within limits: gzip and zstd by zlib, xz and bzip2 by 7-Zip.
import { Readable } from 'node:stream';
import { crc32, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { u32le } from '../../bytes.ts';
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import { type ByteSource, bytesSource } from '../../source.ts';
import { archiveFault } from '../faults.ts';
import { maxDictionaryBytes } from '../seven-zip/coders.ts';
import { mountFileSystem, virtualPaths } from '../seven-zip/file-system.ts';
import { startSevenZip } from '../seven-zip/program.ts';
import { findPacking, findXzDictionary, type Packing } from './packing.ts';
import { findGzipData, findZstdFrame, gzipTrailerBytes } from './streams.ts';

const chunkBytes = 256 * 1024;
const headBytes = 1024;

/** Takes the next bytes, which are valid only during the call. Returns false if no more are needed. */
export type Take = (bytes: Uint8Array) => boolean;

/**
 * Throws FormatError `parser`: too_large (total size, ratio or dictionary), truncated, damaged. Errors of
 * `take` pass through.
 */
export async function unpackWhole(source: ByteSource, limits: Limits, take: Take): Promise<void> {
  const head = source.read(0, headBytes);
  const packing = findPacking(head);
  if (!packing) throw damaged();
  if (packing === 'xz' && findXzDictionary(head) > maxDictionaryBytes)
    throw archiveFault('too_large', 'The archive needs too much memory to unpack');
  const counted = countBytes(source, limits, take);
  if (packing === 'gzip' || packing === 'zstd') await unpackByZlib(source, packing, counted);
  else await unpackBySevenZip(source, packing, counted);
}

const damaged = (cause?: unknown) =>
  archiveFault('damaged', 'The archive cannot be unpacked: it is damaged', cause);

function countBytes(
  source: ByteSource,
  { maxUnpackedBytes, maxRatio, ratioFreeBytes }: Limits,
  take: Take,
): Take {
  let total = 0;
  return (bytes) => {
    total += bytes.length;
    if (total > maxUnpackedBytes || (total > ratioFreeBytes && total > source.size * maxRatio))
      throw archiveFault('too_large', 'The archive unpacks to more than is allowed');
    return take(bytes);
  };
}

/** A file contains several streams if it was packed in parallel or appended to. Other data after them is ignored. */
async function unpackByZlib(source: ByteSource, packing: 'gzip' | 'zstd', take: Take): Promise<void> {
  const findData = packing === 'gzip' ? findGzipData : findZstdFrame;
  for (let at = 0; ; ) {
    const start = findData(source, at);
    if (start === undefined && at === 0) throw damaged();
    if (start === undefined) return;
    const { isEnough, packedBytes, sum } = await unpackStream(source, { start, packing, take });
    if (isEnough) return;
    at = start + packedBytes;
    if (packing === 'zstd') continue;
    const trailer = source.read(at, gzipTrailerBytes);
    if (trailer.length < gzipTrailerBytes) throw truncated();
    if (u32le(trailer, 0) !== sum) throw damaged();
    at += gzipTrailerBytes;
  }
}

interface Streaming {
  start: number;
  packing: 'gzip' | 'zstd';
  take: Take;
}

async function unpackStream(source: ByteSource, { start, packing, take }: Streaming) {
  const packed = Readable.from(readChunks(source, start));
  const options = { chunkSize: chunkBytes };
  const unpacked = packing === 'gzip' ? createInflateRaw(options) : createZstdDecompress(options);
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  let sum = 0;
  try {
    for await (const bytes of unpacked) {
      if (packing === 'gzip') sum = crc32(bytes, sum);
      if (!take(bytes)) return { isEnough: true, packedBytes: 0, sum };
    }
    return { isEnough: false, packedBytes: unpacked.bytesWritten, sum };
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const isShort = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
    throw isShort ? truncated(error) : damaged(error);
  } finally {
    packed.destroy();
  }
}

const truncated = (cause?: unknown) => archiveFault('truncated', 'The archive is truncated', cause);

function* readChunks(source: ByteSource, start: number): Generator<Uint8Array> {
  for (let at = start; at < source.size; at += chunkBytes) yield source.read(at, chunkBytes);
}

async function unpackBySevenZip(
  source: ByteSource,
  packing: Exclude<Packing, 'gzip' | 'zstd'>,
  take: Take,
): Promise<void> {
  let written = 0;
  let isEnough = false;
  let fault: unknown;
  const program = await startSevenZip();
  mountFileSystem(program, {
    archive: source,
    list: bytesSource(new Uint8Array(0)),
    output: {
      open() {},
      write(bytes, position) {
        if (position !== written) return false;
        written += bytes.length;
        try {
          // The program's memory is an array of signed bytes.
          isEnough = !take(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
        } catch (error) {
          fault = error;
        }
        return !isEnough && fault === undefined;
      },
      close() {},
    },
  });
  let status: unknown;
  try {
    status = program.callMain([
      'x',
      virtualPaths.archive,
      '-y',
      '-bd',
      `-t${packing}`,
      `-o${virtualPaths.output}`,
    ]);
  } catch (error) {
    fault ??= damaged(error);
  }
  if (isEnough) return;
  if (fault !== undefined) throw fault;
  if (status !== 0) throw archiveFault('truncated', 'The archive is truncated or damaged');
}
