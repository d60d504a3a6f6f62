// Thumbnails of books: drawn by worker processes from the book's cover or the uploaded cover, stored as files. A task
// draws them in groups after a scan; a request for a missing one draws it immediately.
import { hash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { decodeContent } from '@lectern/formats/content';
import type { BookFile } from '#catalog/books/files.ts';
import type { ThumbnailEnd } from '#features/libraries/books/index.ts';
import { type VersionedBlob, versionLength } from '#infrastructure/blobs/versioned-blobs.ts';
import { Problem, replacedNow } from '#infrastructure/errors.ts';
import { toFileVersion } from '#infrastructure/files/versions.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import {
  type ReadFailure,
  toFault,
  toReadFailure,
  toStorageProblem,
} from '#infrastructure/workers/failures.ts';
import { type ErrorData, JobError, WorkerLost } from '#infrastructure/workers/protocol.ts';
import type { BookContentTable } from '#schema/tables/libraries/book.ts';
import type { ThumbnailDependencies } from './dependencies.ts';
import type { BookCover, Box, coverJobs, DrawnCover } from './jobs.ts';
import { findImage } from './store.ts';

/**
 * `none` if it cannot be drawn. `outdated` if another cover was selected meanwhile and the thumbnail is still missing.
 */
type MadeThumbnail = 'made' | 'none' | 'outdated';

/** Worker pool and priority of a drawing job. */
interface Priority {
  pool: keyof ThumbnailDependencies['pools'];
  urgency: number;
}
const forRequest: Priority = { pool: 'interactive', urgency: 3 };
const forTask: Priority = { pool: 'background', urgency: 0 };
const forUpload: Priority = { pool: 'interactive', urgency: 2 };

const callJob = callerOf<typeof coverJobs>();
const timeoutMs = 30_000;
/** Thumbnail states of a book. A failed drawing may have crashed the worker process. */
const made = 1;
const failed = 2;

interface Failed {
  error: unknown;
}

/** An image and the file version it was drawn from; undefined for an uploaded cover. */
interface Drawn {
  picture: DrawnCover;
  version?: string;
}

/** Result of drawing a cover: undefined if the book has none; `error` is the error of the worker process. */
type Drawing = Drawn | Failed | undefined;

/** Draws a missing thumbnail of a book. Records a failure on the book. */
export const makeThumbnail = (deps: ThumbnailDependencies, book: BookFile): Promise<MadeThumbnail> =>
  deps.flights.do(book.id, async () => getMade(await makeAll(deps, [book], forRequest), book));

/** The same for several books in the background. */
export async function makeThumbnails(deps: ThumbnailDependencies, books: readonly BookFile[]): Promise<void> {
  const { flights } = deps;
  const unmade = books.filter(({ id }) => !flights.has(id));
  const all = makeAll(deps, unmade, forTask);
  const ends = await Promise.allSettled(
    books.map((book) => flights.do(book.id, async () => getMade(await all, book))),
  );
  // A problem concerns a single book that was deleted or hidden since it was listed.
  for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof Problem)) throw end.reason;
}

type Outcomes = Map<string, MadeThumbnail | Failed>;

function getMade(outcomes: Outcomes, { id }: BookFile): MadeThumbnail {
  const outcome = outcomes.get(id) ?? 'outdated';
  if (typeof outcome === 'object') throw outcome.error;
  return outcome;
}

/**
 * Draws the book's cover for a given size; undefined without a drawable cover. Throws the error of the worker process.
 */
export async function drawThumbnail(
  deps: ThumbnailDependencies,
  book: BookFile,
  box: Box,
): Promise<Uint8Array | undefined> {
  if (book.thumbnailState === failed) return undefined;
  const drawing = (await drawAll(deps, [book], { ...forRequest, box })).get(book.id);
  if (drawing && 'error' in drawing) throw drawing.error;
  if (!(await deps.books.findThumbnailStates([book])).has(book.id)) throw replacedNow();
  return drawing?.picture.bytes;
}

/** Scales an image down. Throws the error of the worker process. */
export const shrink = (
  { pools, box: defaultBox }: ThumbnailDependencies,
  bytes: Uint8Array,
  { pool, urgency, box = defaultBox }: Priority & { box?: Box } = forUpload,
): Promise<DrawnCover> => {
  const call = { input: { bytes, box }, timeoutMs, urgency, roots: [] };
  return callJob(pools[pool](), 'covers.image', call);
};

/** Results by book id. */
async function drawAll(
  deps: ThumbnailDependencies,
  books: readonly BookFile[],
  how: Priority & { box: Box },
): Promise<Map<string, Drawing>> {
  const drawings = new Map<string, Drawing>();
  const inFiles: BookFile[] = [];
  for (const book of books) {
    const uploaded = book.coverId === null ? undefined : await findImage(deps.database.db, book.coverId);
    if (!uploaded) inFiles.push(book);
    else drawings.set(book.id, await shrink(deps, uploaded, how).then((picture) => ({ picture }), toFailed));
  }
  const rows = await deps.books.listContents(inFiles.map(({ id }) => id));
  const rowOf = new Map(rows.map((row) => [row.bookId, row]));
  const covers = await Promise.all(
    inFiles.map((book) => findCover(book, rowOf.get(book.id)).catch(toFailed)),
  );
  const toDraw = inFiles.flatMap((book, i) => {
    const cover = covers[i];
    if (cover && 'root' in cover) return [{ id: book.id, cover }];
    drawings.set(book.id, cover);
    return [];
  });
  await drawCovers(deps, toDraw, { ...how, drawings });
  return drawings;
}

const toFailed = (error: unknown): Failed => ({ error });

/** Undefined if the book has none. Throws while the cover is unknown. */
async function findCover(book: BookFile, row: BookContentTable | undefined): Promise<BookCover | undefined> {
  const content = row && decodeContent(row.content);
  if (!content?.cover) return undefined;
  const { cover, container, pages, resources, volumes } = content;
  const entry = ('page' in cover ? pages[cover.page] : resources[cover.resource]) ?? null;
  const { root, relativePath } = book;
  const version = await findVersion(book, row, volumes?.[0]?.sizeBytes);
  // The cover of the new file is unknown until it is scanned.
  if (version === undefined) throw replacedNow();
  return { root, relativePath, version, container, entry, ...(volumes && { volumes }) };
}

interface ToDraw {
  id: string;
  cover: BookCover;
}

/**
 * Sends all covers in one message. If the worker process crashes, each is drawn separately to find the one that causes
 * the crash.
 */
async function drawCovers(
  deps: ThumbnailDependencies,
  toDraw: readonly ToDraw[],
  how: Priority & { box: Box; drawings: Map<string, Drawing> },
): Promise<void> {
  const { pool, urgency, box, drawings } = how;
  if (toDraw.length === 0) return;
  const covers = toDraw.map(({ cover }) => cover);
  try {
    await callJob(deps.pools[pool](), 'covers.books', {
      input: { covers, box },
      timeoutMs,
      urgency,
      roots: [...new Set(covers.map(({ root }) => root))],
      // The job sends the same covers again.
      onRestart() {},
      onPartial(part) {
        for (const [index, result] of part) {
          const one = toDraw[index];
          if (one) drawings.set(one.id, toDrawing(result, one.cover.version));
        }
      },
    });
  } catch (error) {
    if (!(error instanceof WorkerLost) || error.reason === 'closed') throw error;
    const left = toDraw.filter(({ id }) => !drawings.has(id));
    const [only] = left;
    if (only && left.length === 1) drawings.set(only.id, { error });
    else for (const one of left) await drawCovers(deps, [one], how);
  }
}

const toDrawing = (result: DrawnCover | { error: ErrorData }, version: string): Drawing =>
  'error' in result ? { error: new JobError(result.error) } : { picture: result, version };

/** Results by book id; `error` if it is unknown whether a thumbnail can be drawn. */
async function makeAll(
  deps: ThumbnailDependencies,
  books: readonly BookFile[],
  priority: Priority,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  // The books may have been loaded some time ago.
  const states = await deps.books.findThumbnailStates(books);
  const toDraw: BookFile[] = [];
  for (const book of books) {
    const state = states.get(book.id);
    if (state === undefined) outcomes.set(book.id, 'outdated');
    else if (state === failed) outcomes.set(book.id, 'none');
    else if (state === made && (await findThumbnailFile(deps, book))) outcomes.set(book.id, 'made');
    else toDraw.push(book);
  }
  const drawings = await drawAll(deps, toDraw, { ...priority, box: deps.box });
  const ends: StagedEnd[] = [];
  await Promise.all(
    toDraw.map(async (book) => {
      const end = await stage(deps, book, drawings.get(book.id)).catch(toFailed);
      if (end && 'book' in end) ends.push(end);
      else outcomes.set(book.id, end ?? 'outdated');
    }),
  );
  try {
    const noted = await deps.books.finishThumbnails(ends);
    for (const end of ends) {
      const { id } = end.book;
      const isNoted = noted.has(id);
      if (isNoted) await recordFailure(deps, end);
      outcomes.set(id, !isNoted ? 'outdated' : end.thumbnailState === made ? 'made' : 'none');
    }
  } finally {
    await Promise.all(ends.map(({ discard }) => discard?.()));
  }
  return outcomes;
}

/** Identifies the image that a thumbnail shows. Equal on all servers. */
function toThumbnailVersion(book: BookFile): string {
  const of = [book.id, book.coverId, book.hash, book.pictureChangedAt];
  return hash('sha1', of.join(' '), 'base64url').slice(0, versionLength);
}

/** Also undefined if this server has only a thumbnail of an earlier cover. */
export const findThumbnailFile = (
  deps: ThumbnailDependencies,
  book: BookFile,
): Promise<VersionedBlob | undefined> => deps.small.find(book.id, toThumbnailVersion(book));

interface StagedEnd extends ThumbnailEnd {
  book: BookFile;
  failure?: ReadFailure | undefined;
  discard?(): Promise<void>;
}

/**
 * Writes the thumbnail to a temporary file; undefined if the book's file was replaced meanwhile. Throws if it is
 * unknown whether a thumbnail can be drawn.
 */
async function stage(
  deps: ThumbnailDependencies,
  book: BookFile,
  drawing: Drawing,
): Promise<StagedEnd | undefined> {
  const { small } = deps;
  if (!drawing || 'error' in drawing)
    return {
      book,
      thumbnailState: failed,
      thumbHash: null,
      failure: drawing && toCoverFailure(drawing.error),
      keep: () => small.remove(book.id),
    };
  const { picture, version } = drawing;
  if (version !== undefined && (await findVersion(book)) !== version) return undefined;
  const file = await small.stage(book.id, toThumbnailVersion(book), picture.bytes);
  return {
    book,
    thumbnailState: made,
    thumbHash: picture.thumbHash,
    async keep(before) {
      // Keeps a thumbnail that another process has just drawn, because it may be being sent.
      if (before !== made || !(await findThumbnailFile(deps, book))) await file.keep();
    },
    discard: file.discard,
  };
}

function toCoverFailure(error: unknown): ReadFailure {
  const failure = toReadFailure(error);
  if (!failure) throw toFault(error);
  // A temporary read error does not concern the book.
  if (failure.reason === 'unreadable') throw toStorageProblem('EIO', error);
  return failure;
}

async function recordFailure({ errors }: ThumbnailDependencies, { book, failure }: StagedEnd): Promise<void> {
  if (!failure) return;
  const { reason = 'undecodable', message } = failure;
  await errors.record(book, { errorType: 'thumbnail', message, details: { reason } });
}

/** Version of the current file; undefined if it differs from the row. */
export async function findVersion(
  { path, format }: BookFile,
  row?: { fileSize: number; fileModifiedUs: number },
  /** Size of the first of several volumes. */
  firstBytes?: number,
): Promise<string | undefined> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw toStorageProblem(error.code ?? 'EIO', error);
  });
  const isSize = (firstBytes ?? row?.fileSize) === facts.size || format === 'folder';
  if (row && !(isSize && row.fileModifiedUs === Math.round(facts.mtimeMs * 1000))) return undefined;
  return toFileVersion(facts);
}
