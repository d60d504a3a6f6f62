// Pages in another size or format: converted by a worker process, once for concurrent requests, and stored in the
// bounded cache.
import type { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import { Problem } from '#infrastructure/errors.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
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

/** A job that reads the file of a book, and returns bytes that are cached. */
export interface FileJob {
  name: string;
  input: unknown;
  /** The root of the library that contains the file. */
  root: string;
}

/** A job that reads the bytes of an image, and returns bytes that are cached. */
export interface ImageJob {
  name: string;
  toInput(bytes: Uint8Array, maxPixels: number): unknown;
}

type Read = () => Promise<Uint8Array>;

interface Dependencies {
  pool(): WorkerPool;
  cache: DiskCache;
  thumbnail: { maxWidth: number; maxHeight: number; quality: number };
  maxPixels: number;
}

const timeoutMs = 30_000;

export class Conversions {
  readonly #deps: Dependencies;
  readonly #flights = new SingleFlight();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Throws `page_extraction_failed` if the data is not a decodable image. The error details identify thumbnails. */
  convert(name: ConversionName, target: Target, read: Read): Promise<Uint8Array> {
    return this.#make(name, (bytes) => ({ bytes, maxPixels: this.#deps.maxPixels, ...target }), read).catch(
      toProblem('page_extraction'),
    );
  }

  /** Uses the configured size, or this longest edge in pixels. */
  makeThumbnail(name: ConversionName, read: Read, edge?: number): Promise<Uint8Array> {
    const box =
      edge === undefined
        ? this.#deps.thumbnail
        : { ...this.#deps.thumbnail, maxWidth: edge, maxHeight: edge };
    return this.#make(name, (bytes) => ({ bytes, maxPixels: this.#deps.maxPixels, ...box }), read).catch(
      toProblem('thumbnail'),
    );
  }

  /** Runs another job on an image. Throws like `convert`. */
  run(name: ConversionName, { name: job, toInput }: ImageJob, read: Read): Promise<Uint8Array> {
    return this.#do(name, async () => ({
      name: job,
      input: toInput(await read(), this.#deps.maxPixels),
      roots: [],
    })).catch(toProblem('page_extraction'));
  }

  /** Runs a job on a file. Throws like `convert`. */
  runOnFile(name: ConversionName, { root, ...job }: FileJob): Promise<Uint8Array> {
    return this.#do(name, () => Promise.resolve({ ...job, roots: [root] })).catch(
      toProblem('page_extraction'),
    );
  }

  #make(name: ConversionName, toInput: (bytes: Uint8Array) => ConvertJob, read: Read): Promise<Uint8Array> {
    return this.#do(name, async () => ({
      name: 'pages.convert',
      input: toInput(await read()),
      roots: [],
    }));
  }

  async #do(
    { bookId, etag }: ConversionName,
    toJob: () => Promise<{ name: string; input: unknown; roots: string[] }>,
  ): Promise<Uint8Array> {
    const key = `${bookId}/${etag}`;
    const cached = await this.#deps.cache.find(key);
    if (cached) return cached;
    return this.#flights.do(key, async () => {
      const job = await toJob();
      const made = (await this.#deps.pool().run({ ...job, timeoutMs, urgency: 1 })) as {
        bytes: Uint8Array;
      };
      await this.#deps.cache.put(key, made.bytes);
      return made.bytes;
    });
  }
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
