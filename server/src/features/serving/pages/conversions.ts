// Pages in another size or format: converted by a worker process, once for concurrent requests, and stored in the
// bounded cache.
import type { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import { Problem } from '#infrastructure/errors.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createSingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { ConvertJob } from './jobs.ts';

/** Cache key of a conversion. */
interface ConversionName {
  bookId: string;
  /** ETag of the converted bytes. */
  etag: string;
}

interface Target {
  format: 'jpeg' | 'webp' | 'avif' | 'png';
  width: number | undefined;
}

type Read = () => Promise<Uint8Array>;

export interface Conversions {
  /** Throws `page_extraction_failed` if the data is not a decodable image. The error details identify thumbnails. */
  convert(name: ConversionName, target: Target, read: Read): Promise<Uint8Array>;
  /** Uses the configured size, or this longest edge in pixels. */
  makeThumbnail(name: ConversionName, read: Read, edge?: number): Promise<Uint8Array>;
}

interface Dependencies {
  pool(): WorkerPool;
  cache: DiskCache;
  thumbnail: { maxWidth: number; maxHeight: number; quality: number };
  maxPixels: number;
}

const timeoutMs = 30_000;

export function createConversions({ pool, cache, thumbnail, maxPixels }: Dependencies): Conversions {
  const flights = createSingleFlight();

  async function make(
    { bookId, etag }: ConversionName,
    toJob: (bytes: Uint8Array) => ConvertJob,
    read: Read,
  ): Promise<Uint8Array> {
    const key = `${bookId}/${etag}`;
    const cached = await cache.find(key);
    if (cached) return cached;
    return flights.do(key, async () => {
      const input = toJob(await read());
      const made = (await pool().run({ name: 'pages.convert', input, timeoutMs, urgency: 1, roots: [] })) as {
        bytes: Uint8Array;
      };
      await cache.put(key, made.bytes);
      return made.bytes;
    });
  }

  return {
    convert: (name, target, read) =>
      make(name, (bytes) => ({ bytes, maxPixels, ...target }), read).catch(toProblem('page_extraction')),
    makeThumbnail: (name, read, edge) => {
      const box = edge === undefined ? thumbnail : { ...thumbnail, maxWidth: edge, maxHeight: edge };
      return make(name, (bytes) => ({ bytes, maxPixels, ...box }), read).catch(toProblem('thumbnail'));
    },
  };
}

const toProblem =
  (errorType: 'page_extraction' | 'thumbnail') =>
  (error: unknown): never => {
    const failure = toReadFailure(error);
    if (!failure) throw toFault(error);
    throw new Problem('page_extraction_failed', `The page cannot be decoded: ${failure.message}`, {
      details: { errorType, reason: failure.reason ?? 'undecodable' },
      cause: error,
    });
  };
