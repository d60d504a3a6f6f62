// Thumbnails of books: made by worker processes from the book's cover or the uploaded one, kept as files. Made by a
// task after a scan, or at once for whoever asks first.
import { stat } from 'node:fs/promises';
import { decodeContent } from '@lectern/formats/content';
import type { BookFile } from '#catalog/files.ts';
import type { BookErrors } from '#features/libraries/book-errors/index.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { BlobStore } from '#infrastructure/blobs/blobs.ts';
import { replacedNow } from '#infrastructure/errors.ts';
import { toFileVersion } from '#infrastructure/files/versions.ts';
import {
  type ReadFailure,
  toFault,
  toReadFailure,
  toStorageProblem,
} from '#infrastructure/workers/failures.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createSingleFlight } from '#infrastructure/workers/single-flight.ts';
import type { BookCoverJob, Box, ImageCoverJob } from './jobs.ts';

interface Dependencies {
  books: Pick<BookFiles, 'findContent' | 'findThumbnailState' | 'finishThumbnail'>;
  errors: Pick<BookErrors, 'record'>;
  /** Thumbnails by the book's id; uploaded covers by their own. */
  thumbnails: BlobStore;
  uploads: BlobStore;
  box: Box;
}

type MadeThumbnail = 'made' | 'none' | 'outdated';

export interface Thumbnails {
  /**
   * Makes a book's thumbnail unless somebody did meanwhile: what is asked for again stays the same picture. `none`
   * when it cannot be made, which is noted on the book; `outdated` when another cover was selected meanwhile: then
   * there is none yet.
   */
  make(book: BookFile, pool: WorkerPool, urgency: number): Promise<MadeThumbnail>;
  /** The book's cover in another box; undefined when it has none that can be drawn. Throws what the worker reports. */
  draw(book: BookFile, pool: WorkerPool, box: Box): Promise<Uint8Array | undefined>;
  /** Makes a small picture of an uploaded one. Throws what the worker reports. */
  shrink(bytes: Uint8Array, pool: WorkerPool): Promise<{ bytes: Uint8Array; width: number; height: number }>;
}

const timeoutMs = 30_000;
/** State of a book whose cover could not be drawn: it may have cost its worker process. */
const cannotBeMade = 2;

interface Small {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** A picture and the version of the book's file that it was drawn from; of an uploaded one there is none. */
interface Drawn {
  small: Small;
  version?: string;
}

export function createThumbnails({
  books,
  errors,
  thumbnails,
  uploads,
  box: usual,
}: Dependencies): Thumbnails {
  const flights = createSingleFlight();

  async function shrink(
    bytes: Uint8Array,
    pool: WorkerPool,
    { urgency = 2, box = usual } = {},
  ): Promise<Small> {
    const input: ImageCoverJob = { bytes, box };
    return (await pool.run({ name: 'covers.image', input, timeoutMs, urgency, roots: [] })) as Small;
  }

  async function draw(
    book: BookFile,
    pool: WorkerPool,
    { urgency, box }: { urgency: number; box: Box },
  ): Promise<Drawn | undefined> {
    const uploaded = book.coverId === null ? undefined : await uploads.find(book.coverId);
    if (uploaded) return { small: await shrink(uploaded, pool, { urgency, box }) };
    const row = await books.findContent(book.id);
    const content = row && decodeContent(row.content);
    if (!content?.cover) return undefined;
    const entry =
      'page' in content.cover ? content.pages[content.cover.page] : content.resources[content.cover.resource];
    const { root, relativePath } = book;
    const version = await findVersion(book, row);
    // Until it is scanned again, nobody knows which picture stands for it.
    if (version === undefined) throw replacedNow();
    const input: BookCoverJob = {
      root,
      relativePath,
      version,
      container: content.container,
      entry: entry ?? null,
      box,
    };
    return {
      small: (await pool.run({ name: 'covers.book', input, timeoutMs, urgency, roots: [root] })) as Small,
      version,
    };
  }

  async function make(book: BookFile, pool: WorkerPool, urgency: number): Promise<MadeThumbnail> {
    // The book may have been looked up a while ago.
    const state = await books.findThumbnailState(book);
    if (state === undefined) return 'outdated';
    if (state === cannotBeMade) return 'none';
    if (state === 1 && (await thumbnails.stat(book.id))) return 'made';
    const drawn = await drawOrFail(book, pool, urgency);
    if (!drawn || !('small' in drawn)) {
      const isNoted = await books.finishThumbnail(book, cannotBeMade, async () => {
        await thumbnails.remove(book.id);
        return true;
      });
      if (isNoted && drawn) await note(book, drawn);
      return isNoted ? 'none' : 'outdated';
    }
    const staged = await thumbnails.stage(book.id, drawn.small.bytes);
    try {
      const isKept = await books.finishThumbnail(book, 1, async (before) => {
        if (drawn.version !== undefined && (await findVersion(book)) !== drawn.version) return false;
        // Made by another process meanwhile: who is being sent it gets the rest of it.
        if (before !== 1 || !(await thumbnails.stat(book.id))) await staged.keep();
        return true;
      });
      return isKept ? 'made' : 'outdated';
    } finally {
      await staged.discard();
    }
  }

  async function drawOrFail(
    book: BookFile,
    pool: WorkerPool,
    urgency: number,
  ): Promise<Drawn | ReadFailure | undefined> {
    try {
      return await draw(book, pool, { urgency, box: usual });
    } catch (error) {
      const failure = toReadFailure(error);
      if (!failure) throw toFault(error);
      // The disk does not give the file now: that says nothing about the book.
      if (failure.reason === 'unreadable') throw toStorageProblem('EIO', error);
      return failure;
    }
  }

  function note(book: BookFile, { reason = 'undecodable', message }: ReadFailure): Promise<void> {
    return errors.record(book, { errorType: 'thumbnail', message, details: { reason } });
  }

  return {
    make: (book, pool, urgency) => flights.do(book.id, () => make(book, pool, urgency)),
    async draw(book, pool, box) {
      if (book.thumbnailState === cannotBeMade) return undefined;
      const drawn = await draw(book, pool, { urgency: 3, box });
      if ((await books.findThumbnailState(book)) === undefined) throw replacedNow();
      return drawn?.small.bytes;
    },
    shrink: (bytes, pool) => shrink(bytes, pool),
  };
}

/** Of the file that has the book's name now; undefined when it is not the one of the row. */
async function findVersion(
  { path }: BookFile,
  row?: { fileSize: number; fileModifiedUs: number },
): Promise<string | undefined> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw toStorageProblem(error.code ?? 'EIO', error);
  });
  if (row && (row.fileSize !== facts.size || row.fileModifiedUs !== Math.round(facts.mtimeMs * 1000)))
    return undefined;
  return toFileVersion(facts);
}
