// Decompresses a file piece by piece within limits: gzip and zstd by zlib, xz and bzip2 by 7-Zip.
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { FormatError } from '../../error.ts';
import type { Limits } from '../../limits.ts';
import { type ByteSource, bytesSource } from '../../source.ts';
import { archiveFault } from '../faults.ts';
import { maxDictionaryBytes } from '../seven-zip/coders.ts';
import { mountFileSystem, virtualPaths } from '../seven-zip/file-system.ts';
import { startSevenZip } from '../seven-zip/program.ts';
import { findPacking, findXzDictionary, type Packing } from './packing.ts';

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

async function unpackByZlib(source: ByteSource, packing: 'gzip' | 'zstd', take: Take): Promise<void> {
  const packed = Readable.from(readChunks(source));
  const unpacked =
    packing === 'gzip'
      ? createGunzip({ chunkSize: chunkBytes })
      : createZstdDecompress({ chunkSize: chunkBytes });
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  try {
    for await (const bytes of unpacked) if (!take(bytes)) break;
  } catch (error) {
    if (error instanceof FormatError) throw error;
    const isShort = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
    throw isShort ? archiveFault('truncated', 'The archive is truncated', error) : damaged(error);
  } finally {
    packed.destroy();
  }
}

function* readChunks(source: ByteSource): Generator<Uint8Array> {
  for (let at = 0; at < source.size; at += chunkBytes) yield source.read(at, chunkBytes);
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
