// Open PDF documents: least recently used order and hit statistics. Each document is open in one worker process.
import type { PdfHandles } from '@lectern/contract/serving/pdf-cache';
import type { BookFile } from '#catalog/books/files.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { callerOf } from '#infrastructure/workers/call-job.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { pdfJobs, RenderedJpeg, RenderJob } from './jobs.ts';

const callJob = callerOf<typeof pdfJobs>();

export interface PdfPageRequest {
  book: BookFile;
  /** Version of the file. Another version is a separate document. */
  version: string;
  /** Zero-based. */
  page: number;
  /** Pixels. */
  width: number;
}

interface Handle {
  key: string;
  /** Shown to administrators. */
  path: string;
  openedAtMs: number;
  usedAtMs: number;
  renderCount: number;
  /** Number of running renders. A busy document is not closed. */
  busy: number;
}

interface Options {
  pool(): WorkerPool;
  /** Read on each use, because settings may change. */
  settings: Readonly<Config['pdf']>;
  timeoutMs: number;
  clock: Clock;
}

interface State extends Options {
  /** By book id, least recently used first. */
  handles: Map<string, Handle>;
  counts: { hits: number; misses: number; opens: number; evictions: number; idleEvictions: number };
}

const affinityOf = (bookId: string): string => `pdf:${bookId}`;
const keyOf = ({ book, version }: PdfPageRequest): string => `${book.id}:${version}`;

export class PdfHandleCache {
  readonly #state: State;
  readonly #handles: Map<string, Handle>;
  readonly #limits;
  #sweeper: NodeJS.Timeout;

  constructor(options: Options) {
    const counts = { hits: 0, misses: 0, opens: 0, evictions: 0, idleEvictions: 0 };
    this.#state = { ...options, handles: new Map(), counts };
    const { handles } = this.#state;
    this.#handles = handles;
    this.#limits = options.settings.handleCache;
    this.#sweeper = startSweeper(this.#state);
  }

  render(request: PdfPageRequest): Promise<RenderedJpeg> {
    return this.#limits.enabled ? render(this.#state, request) : renderOnce(this.#state, request);
  }

  /** Closes a book's document and counts an eviction. Returns false if it was not open. */
  close(bookId: string): boolean {
    return this.#handles.has(bookId) && evict(this.#state, [bookId]) > 0;
  }

  closeAll(): number {
    return evict(this.#state, [...this.#handles.keys()]);
  }

  /** Removes documents that were lost with their worker process. */
  forget(affinities: readonly string[]): void {
    for (const affinity of affinities) this.#handles.delete(affinity.replace(/^pdf:/, ''));
  }

  /** Applies changed settings immediately. */
  adapt(): void {
    clearInterval(this.#sweeper);
    this.#sweeper = startSweeper(this.#state);
    shrinkTo(this.#state, this.#limits.enabled ? this.#limits.capacity : 0);
  }

  stats(): PdfHandles {
    return describe(this.#state);
  }

  stop(): void {
    clearInterval(this.#sweeper);
  }
}

function startSweeper(state: State): NodeJS.Timeout {
  const everyMs = Math.max(1_000, Math.min(30_000, state.settings.handleCache.idleTtlSeconds * 500));
  return setInterval(() => closeIdle(state), everyMs).unref();
}

function closeIdle(state: State): void {
  const limitMs = state.clock() - state.settings.handleCache.idleTtlSeconds * 1000;
  for (const [bookId, { busy, usedAtMs }] of state.handles) {
    if (busy > 0 || usedAtMs > limitMs) continue;
    close(state, bookId);
    state.counts.idleEvictions++;
  }
}

function close({ handles, pool, timeoutMs }: State, bookId: string): void {
  const key = handles.get(bookId)?.key;
  handles.delete(bookId);
  const affinity = affinityOf(bookId);
  // A terminated process has already closed it.
  pool()
    .run({ name: 'pdf.close', input: { key }, timeoutMs, affinity, urgency: 2, roots: [] })
    .catch(() => {});
  pool().release(affinity);
}

/** Returns the number of closed documents. */
function evict(state: State, bookIds: readonly string[]): number {
  for (const bookId of bookIds) close(state, bookId);
  state.counts.evictions += bookIds.length;
  return bookIds.length;
}

/** Closes the least recently used documents until at most `max` are open. */
function shrinkTo(state: State, max: number): void {
  for (const [bookId, { busy }] of state.handles) {
    if (state.handles.size <= max) return;
    if (busy === 0) evict(state, [bookId]);
  }
}

/** Returns the handle of this version of the book and marks it as most recently used. */
function open(state: State, request: PdfPageRequest): Handle {
  const { handles, settings, clock } = state;
  const { id: bookId, root, relativePath } = request.book;
  const key = keyOf(request);
  const known = handles.get(bookId);
  if (known && known.key !== key) evict(state, [bookId]);
  const nowMs = clock();
  const handle = handles.get(bookId) ?? {
    key,
    path: toDisplayName(`${root}/${relativePath}`),
    openedAtMs: nowMs,
    usedAtMs: nowMs,
    renderCount: 0,
    busy: 0,
  };
  if (!handles.delete(bookId)) shrinkTo(state, settings.handleCache.capacity - 1);
  handles.set(bookId, handle);
  return handle;
}

async function render(state: State, request: PdfPageRequest): Promise<RenderedJpeg> {
  const { handles, counts, clock } = state;
  const handle = open(state, request);
  handle.busy++;
  try {
    const jpeg = await run(state, request, { keepOpen: true });
    const nowMs = clock();
    if (jpeg.wasOpened) handle.openedAtMs = nowMs;
    counts[jpeg.wasOpened ? 'misses' : 'hits']++;
    handle.usedAtMs = nowMs;
    handle.renderCount++;
    return jpeg;
  } catch (error) {
    counts[handle.renderCount === 0 ? 'misses' : 'hits']++;
    // A document without a successfully drawn page need not stay open.
    const { id } = request.book;
    if (handles.get(id) === handle && handle.renderCount === 0) close(state, id);
    throw error;
  } finally {
    handle.busy--;
  }
}

function renderOnce(state: State, request: PdfPageRequest): Promise<RenderedJpeg> {
  state.counts.misses++;
  return run(state, request, { keepOpen: false });
}

async function run(
  { pool, settings, timeoutMs, counts }: State,
  request: PdfPageRequest,
  { keepOpen }: { keepOpen: boolean },
): Promise<RenderedJpeg> {
  const { book, version, page, width } = request;
  const { id, root, relativePath } = book;
  const input: RenderJob = {
    key: keyOf(request),
    version,
    root,
    relativePath,
    page,
    width,
    quality: settings.jpegQuality,
    keepOpen,
  };
  const call = { input, timeoutMs, affinity: affinityOf(id), roots: [root], urgency: 1 };
  const jpeg = await callJob(pool(), 'pdf.render', call);
  if (jpeg.wasOpened) counts.opens++;
  return jpeg;
}

function describe({ handles, counts, settings, clock }: State): PdfHandles {
  const { capacity, enabled, idleTtlSeconds } = settings.handleCache;
  const nowMs = clock();
  const seconds = (ms: number) => Math.max(0, Math.floor((nowMs - ms) / 1000));
  return {
    capacity,
    enabled,
    idleTtlSeconds,
    currentSize: handles.size,
    ...counts,
    entries: [...handles].map(([bookId, { path, openedAtMs, usedAtMs, renderCount }]) => ({
      bookId,
      path,
      renderCount,
      ageSeconds: seconds(openedAtMs),
      idleSeconds: seconds(usedAtMs),
    })),
  };
}
