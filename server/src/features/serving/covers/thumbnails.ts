// Thumbnails of books: drawn by worker processes from the book's cover or the uploaded one, stored as files. Drawn by a
// task after a scan, or at once for the first request.
import { stat } from 'node:fs/promises';
import { decodeContent } from '@lectern/formats/content';
import type { BookFile } from '#catalog/files.ts';
import { replacedNow } from '#infrastructure/errors.ts';
import { toFileVersion } from '#infrastructure/files/versions.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import {
  type ReadFailure,
  toFault,
  toReadFailure,
  toStorageProblem,
} from '#infrastructure/workers/failures.ts';
import type { CoverDependencies } from './dependencies.ts';
import type { Box, coverJobs, DrawnCover } from './jobs.ts';

/** `none` when it cannot be made, `outdated` when another cover was selected meanwhile: then there is none yet. */
type MadeThumbnail = 'made' | 'none' | 'outdated';

/** Which worker processes draw a picture, and before which other jobs. */
interface Priority {
  pool: keyof CoverDependencies['pools'];
  urgency: number;
}
export const forRequest: Priority = { pool: 'interactive', urgency: 3 };
export const forTask: Priority = { pool: 'background', urgency: 0 };
const forUpload: Priority = { pool: 'interactive', urgency: 2 };

const callJob = callerOf<typeof coverJobs>();
const timeoutMs = 30_000;
/** Thumbnail states of a book; one whose cover could not be drawn may have cost its worker process. */
const made = 1;
const failed = 2;

/** A picture and the version of the book's file that it was drawn from; of an uploaded one there is none. */
interface Drawn {
  picture: DrawnCover;
  version?: string;
}

/** Makes a book's thumbnail unless there is one. That it cannot be made is recorded on the book. */
export const makeThumbnail = (
  deps: CoverDependencies,
  book: BookFile,
  priority: Priority,
): Promise<MadeThumbnail> => deps.flights.do(book.id, () => make(deps, book, priority));

/**
 * The book's cover in a box of its own; undefined when it has none that can be drawn. Throws what the worker process
 * reports.
 */
export async function drawThumbnail(
  deps: CoverDependencies,
  book: BookFile,
  box: Box,
): Promise<Uint8Array | undefined> {
  if (book.thumbnailState === failed) return undefined;
  const drawn = await draw(deps, book, { ...forRequest, box });
  if ((await deps.books.findThumbnailState(book)) === undefined) throw replacedNow();
  return drawn?.picture.bytes;
}

/** Draws a picture small. Throws what the worker process reports. */
export const shrink = (
  { pools, box: defaultBox }: CoverDependencies,
  bytes: Uint8Array,
  { pool, urgency, box = defaultBox }: Priority & { box?: Box } = forUpload,
): Promise<DrawnCover> => {
  const call = { input: { bytes, box }, timeoutMs, urgency, roots: [] };
  return callJob(pools[pool](), 'covers.image', call);
};

async function draw(
  deps: CoverDependencies,
  book: BookFile,
  how: Priority & { box: Box },
): Promise<Drawn | undefined> {
  const uploaded = book.coverId === null ? undefined : await deps.uploads.find(book.coverId);
  if (uploaded) return { picture: await shrink(deps, uploaded, how) };
  const row = await deps.books.findContent(book.id);
  const content = row && decodeContent(row.content);
  if (!content?.cover) return undefined;
  const { cover, container, pages, resources } = content;
  const entry = ('page' in cover ? pages[cover.page] : resources[cover.resource]) ?? null;
  const { root, relativePath } = book;
  const version = await findVersion(book, row);
  // Which picture stands for the new file is not known until it is scanned.
  if (version === undefined) throw replacedNow();
  const input = { root, relativePath, version, container, entry, box: how.box };
  const call = { input, timeoutMs, urgency: how.urgency, roots: [root] };
  return { picture: await callJob(deps.pools[how.pool](), 'covers.book', call), version };
}

async function make(deps: CoverDependencies, book: BookFile, priority: Priority): Promise<MadeThumbnail> {
  const { books, small } = deps;
  // The book may have been read from the database a while ago.
  const state = await books.findThumbnailState(book);
  if (state === undefined) return 'outdated';
  if (state === failed) return 'none';
  if (state === made && (await small.stat(book.id))) return 'made';
  const drawn = await drawOrFail(deps, book, priority);
  if (!drawn || !('picture' in drawn)) return recordNone(deps, book, drawn);
  const staged = await small.stage(book.id, drawn.picture.bytes);
  try {
    const isKept = await books.finishThumbnail(book, made, async (before) => {
      if (drawn.version !== undefined && (await findVersion(book)) !== drawn.version) return false;
      // One that another process made meanwhile stays: it may be being sent.
      if (before !== made || !(await small.stat(book.id))) await staged.keep();
      return true;
    });
    return isKept ? 'made' : 'outdated';
  } finally {
    await staged.discard();
  }
}

async function drawOrFail(
  deps: CoverDependencies,
  book: BookFile,
  priority: Priority,
): Promise<Drawn | ReadFailure | undefined> {
  try {
    return await draw(deps, book, { ...priority, box: deps.box });
  } catch (error) {
    const failure = toReadFailure(error);
    if (!failure) throw toFault(error);
    // The disk does not give the file now: that says nothing about the book.
    if (failure.reason === 'unreadable') throw toStorageProblem('EIO', error);
    return failure;
  }
}

async function recordNone(
  { books, small, errors }: CoverDependencies,
  book: BookFile,
  failure: ReadFailure | undefined,
): Promise<MadeThumbnail> {
  const isRecorded = await books.finishThumbnail(book, failed, async () => {
    await small.remove(book.id);
    return true;
  });
  if (!isRecorded) return 'outdated';
  if (failure) {
    const { reason = 'undecodable', message } = failure;
    await errors.record(book, { errorType: 'thumbnail', message, details: { reason } });
  }
  return 'none';
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
