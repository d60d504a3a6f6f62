// Thumbnails of books: made by worker processes from the book's cover or the uploaded one, kept as files. Made by a
// task after a scan, or at once for whoever asks first.
import type { BookFile } from '#catalog/files.ts';
import { decodeContent } from '#formats/content.ts';
import type { BlobStore } from '#kernel/blobs/blobs.ts';
import { toFault, toReadFailure, toStorageProblem } from '#kernel/workers/failures.ts';
import type { WorkerPool } from '#kernel/workers/pool.ts';
import { createSingleFlight } from '#kernel/workers/single-flight.ts';
import type { BookErrors } from '../book-errors/index.ts';
import type { BookFiles } from '../books/index.ts';
import type { BookCoverJob, Box, ImageCoverJob } from './jobs.ts';

interface Parts {
  books: Pick<BookFiles, 'findContent' | 'findThumbnailState' | 'finishThumbnail'>;
  errors: Pick<BookErrors, 'record'>;
  /** Thumbnails by the book's id; uploaded covers by their own. */
  thumbnails: BlobStore;
  uploads: BlobStore;
  box: Box;
}

export type MadeThumbnail = 'made' | 'none' | 'outdated';

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

export function createThumbnails({ books, errors, thumbnails, uploads, box: usual }: Parts): Thumbnails {
  const flights = createSingleFlight();
  type Small = { bytes: Uint8Array; width: number; height: number };

  async function shrink(
    bytes: Uint8Array,
    pool: WorkerPool,
    { urgency = 2, box = usual } = {},
  ): Promise<Small> {
    const input: ImageCoverJob = { bytes, box };
    return (await pool.run({ name: 'covers.image', input, timeoutMs, urgency })) as Small;
  }

  async function draw(
    book: BookFile,
    pool: WorkerPool,
    { urgency, box }: { urgency: number; box: Box },
  ): Promise<Small | undefined> {
    const uploaded = book.coverId === null ? undefined : await uploads.find(book.coverId);
    if (uploaded) return shrink(uploaded, pool, { urgency, box });
    const row = await books.findContent(book.id);
    const content = row && decodeContent(row.content);
    if (!content?.cover) return undefined;
    const entry =
      'page' in content.cover ? content.pages[content.cover.page] : content.resources[content.cover.resource];
    const { root, relativePath } = book;
    const input: BookCoverJob = {
      root,
      relativePath,
      container: content.container,
      entry: entry ?? null,
      box,
    };
    return (await pool.run({ name: 'covers.book', input, timeoutMs, urgency })) as Small;
  }

  async function make(book: BookFile, pool: WorkerPool, urgency: number): Promise<MadeThumbnail> {
    // The book may have been looked up a while ago.
    const state = await books.findThumbnailState(book);
    if (state === cannotBeMade) return 'none';
    if (state === 1 && (await thumbnails.stat(book.id))) return 'made';
    const small = await drawOrNote(book, pool, urgency);
    if (small) await thumbnails.write(book.id, small.bytes);
    else await thumbnails.remove(book.id);
    if (await books.finishThumbnail(book, small ? 1 : cannotBeMade)) return small ? 'made' : 'none';
    await thumbnails.remove(book.id);
    return 'outdated';
  }

  async function drawOrNote(book: BookFile, pool: WorkerPool, urgency: number): Promise<Small | undefined> {
    try {
      return await draw(book, pool, { urgency, box: usual });
    } catch (error) {
      const failure = toReadFailure(error);
      if (!failure) throw toFault(error);
      // The disk does not give the file now: that says nothing about the book.
      if (failure.reason === 'unreadable') throw toStorageProblem('EIO', error);
      const details = { reason: failure.reason ?? 'undecodable' };
      await errors.record(book.id, { errorType: 'thumbnail', message: failure.message, details });
      return undefined;
    }
  }

  return {
    make: (book, pool, urgency) => flights.do(book.id, () => make(book, pool, urgency)),
    draw: async (book, pool, box) =>
      book.thumbnailState === cannotBeMade ? undefined : (await draw(book, pool, { urgency: 3, box }))?.bytes,
    shrink: (bytes, pool) => shrink(bytes, pool),
  };
}
