// EPUBs of books in other text formats, and KEPUBs of all text books: converted by a worker process when a book is
// opened, stored in a bounded cache, and converted again when the cache no longer contains them. Conversion is
// deterministic, which keeps positions valid.
import { type BookContent, converterVersion, decodeContent } from '@lectern/formats/content';
import { kepubVersion } from '@lectern/formats/epub/kepub/convert';
import { computeReaderHash } from '@lectern/formats/hash/reader-hash';
import { bytesSource } from '@lectern/formats/source';
import type { BookFile } from '#catalog/books/files.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import { Problem, replacedNow, systemCodeOf } from '#infrastructure/errors.ts';
import type { OpenFile, OpenFiles } from '#infrastructure/files/open-files.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import { toFault, toReadFailure } from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { epubJobs, MadeEpub } from './jobs.ts';

/** State of the open file. */
type FileFacts = Pick<OpenFile, 'sizeBytes' | 'modifiedUs' | 'version'>;
/** Reads at offsets from an open file or from memory. */
type EpubBytes = Pick<OpenFile, 'readInto'>;

interface Dependencies {
  pool(): WorkerPool;
  cache: DiskCache;
  files: OpenFiles;
  books: Pick<BookFiles, 'completeContent' | 'keepReaderHash'>;
  errors: Pick<BookErrors, 'record'>;
}

const callJob = callerOf<typeof epubJobs>();
const timeoutMs = 60_000;

export class Epubs {
  readonly #deps: Dependencies;
  readonly #flights = new SingleFlight();

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * The content of the converted EPUB, stored for later requests that need positions. Throws `page_extraction_failed`
   * if the file cannot be read as a book, for example because it is protected.
   */
  async complete(book: BookFile, { sizeBytes, modifiedUs, version }: FileFacts): Promise<BookContent> {
    const { content: bytes, pageCount } = await this.#make(book, version);
    const content = decodeContent(bytes);
    if (!content) throw replacedNow();
    const file = { bookId: book.id, fileSize: sizeBytes, fileModifiedUs: modifiedUs };
    await this.#deps.books.completeContent({ ...file, content: bytes }, pageCount);
    return content;
  }

  /** Runs `work` with the EPUB of this version of the file. Throws like `complete`. */
  async use<T>(book: BookFile, version: string, work: (epub: EpubBytes) => Promise<T>): Promise<T> {
    const path = await this.#deps.cache.locate(keyOf(book, version));
    const used = path === undefined ? undefined : await useCached(this.#deps.files, path, work);
    if (used) return used.value;
    const { epub } = await this.#make(book, version);
    return work({ readInto: (bytes, offset) => Promise.resolve(copyInto(bytes, epub, offset)) });
  }

  /** The whole EPUB. */
  async read(book: BookFile, version: string): Promise<Uint8Array> {
    return (await this.#deps.cache.find(keyOf(book, version))) ?? (await this.#make(book, version)).epub;
  }

  /** Any text book as KEPUB; undefined if the EPUB is more suitable. Throws like `complete`. */
  async readKepub(book: BookFile, version: string, isToConvert: boolean): Promise<Uint8Array | undefined> {
    const key = `${keyOf(book, version)}-kepub${kepubVersion}`;
    return (await this.#deps.cache.find(key)) ?? (await this.#makeKepub(key, book, { version, isToConvert }));
  }

  #make(book: BookFile, version: string): Promise<MadeEpub> {
    const key = keyOf(book, version);
    const { root, relativePath } = book;
    return this.#flights.do(key, async () => {
      const input = { root, relativePath, version };
      const call = { input, timeoutMs, urgency: 2, roots: [root] };
      const made = await callJob(this.#deps.pool(), 'epubs.convert', call).catch((error: unknown) =>
        this.#refuse(book, error),
      );
      await this.#keep(book, key, made.epub);
      return made;
    });
  }

  #makeKepub(key: string, book: BookFile, facts: { version: string; isToConvert: boolean }) {
    return this.#flights.do(key, async () => {
      const { root, relativePath } = book;
      const call = { input: { root, relativePath, ...facts }, timeoutMs, urgency: 2, roots: [root] };
      const made = await callJob(this.#deps.pool(), 'epubs.makeKepub', call).catch((error: unknown) =>
        this.#refuse(book, error),
      );
      if (made) await this.#keep(book, key, made);
      return made ?? undefined;
    });
  }

  /** KOReader on a device identifies the book by the hash of this file. */
  async #keep(book: BookFile, key: string, epub: Uint8Array): Promise<void> {
    await this.#deps.books.keepReaderHash(book.id, computeReaderHash(bytesSource(epub)));
    await this.#deps.cache.put(key, epub);
  }

  /** Records the failure as an error of the book, for users who can repair it. */
  async #refuse(book: BookFile, error: unknown): Promise<never> {
    const failure = toReadFailure(error);
    if (!failure) throw toFault(error);
    const { message, reason } = failure;
    const errorType = failure.kind === 'format_detection' ? failure.kind : 'parser';
    await this.#deps.errors.record(book, { errorType, message, details: { ...(reason && { reason }) } });
    throw new Problem('page_extraction_failed', `The book cannot be opened: ${message}`, {
      details: { errorType, ...(reason && { reason }) },
      cause: error,
    });
  }
}

async function useCached<T>(
  files: OpenFiles,
  path: string,
  work: (epub: EpubBytes) => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await files.use(path, work) };
  } catch (error) {
    // Removed from the cache meanwhile.
    if (systemCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The key starts with the folder of the book, as in all caches. */
const keyOf = ({ id }: BookFile, version: string): string => `${id}/epub${converterVersion}-${version}`;

function copyInto(target: Buffer, source: Uint8Array, offset: number): number {
  const part = source.subarray(offset, offset + target.length);
  target.set(part);
  return part.length;
}
