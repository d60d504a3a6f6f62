// Open PDF documents: which there are, in which order they were used, and how often that saved an opening. The
// documents themselves live in worker processes; each lives in one.
import type { PdfHandles } from '@lectern/contract/pdf-cache';
import type { Clock } from '#infrastructure/clock.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { RenderedJpeg, RenderJob } from './jobs.ts';

interface HandleRequest {
  bookId: string;
  /** Version of the file: another one is another document. */
  version: string;
  root: string;
  relativePath: string;
  /** Full path, for those who look after the server. */
  shownPath: string;
  page: number;
  width: number;
}

export interface PdfHandleCache {
  render(request: HandleRequest, signal?: AbortSignal): Promise<RenderedJpeg>;
  /** Closes a book's document; false when it was not open. Counts as an eviction. */
  close(bookId: string): boolean;
  closeAll(): number;
  /** Documents of these worker names are gone with their process. */
  forget(affinities: readonly string[]): void;
  /** Follows changed settings at once. */
  adapt(): void;
  stats(): PdfHandles;
  stop(): void;
}

interface Handle {
  key: string;
  path: string;
  openedAtMs: number;
  usedAtMs: number;
  renderCount: number;
  /** Renders under way: such a handle is not idle. */
  busy: number;
}

interface Options {
  pool(): WorkerPool;
  /** Read when they are needed: they may change. */
  settings: Readonly<Config['pdf']>;
  timeoutMs: number;
  clock: Clock;
}

const affinityOf = (bookId: string): string => `pdf:${bookId}`;

export function createPdfHandleCache({ pool, settings, timeoutMs, clock }: Options): PdfHandleCache {
  const limits = settings.handleCache;
  /** The least recently used first. */
  const handles = new Map<string, Handle>();
  const counts = { hits: 0, misses: 0, opens: 0, evictions: 0, idleEvictions: 0 };

  let sweeper = setSweeper();

  function setSweeper(): NodeJS.Timeout {
    const everyMs = Math.max(1_000, Math.min(30_000, limits.idleTtlSeconds * 500));
    return setInterval(sweep, everyMs).unref();
  }

  function sweep(): void {
    const limitMs = clock() - limits.idleTtlSeconds * 1000;
    for (const [bookId, handle] of handles) {
      if (handle.busy > 0 || handle.usedAtMs > limitMs) continue;
      drop(bookId, handle);
      counts.idleEvictions++;
    }
  }

  function drop(bookId: string, { key }: Handle): void {
    handles.delete(bookId);
    const affinity = affinityOf(bookId);
    // A process that is gone has closed it already.
    pool()
      .run({ name: 'pdf.close', input: { key }, timeoutMs, affinity, urgency: 2, roots: [] })
      .catch(() => {});
    pool().release(affinity);
  }

  /** Closes the least recently used until no more than `most` are open. */
  function shrinkTo(max: number): void {
    for (const [bookId, handle] of handles) {
      if (handles.size <= max) return;
      if (handle.busy > 0) continue;
      drop(bookId, handle);
      counts.evictions++;
    }
  }

  /** The handle of this version of the book, first in line to stay. */
  function take({ bookId, version, shownPath }: HandleRequest): Handle {
    const key = `${bookId}:${version}`;
    const known = handles.get(bookId);
    if (known && known.key !== key) {
      drop(bookId, known);
      counts.evictions++;
    }
    const nowMs = clock();
    const handle = handles.get(bookId) ?? {
      key,
      path: shownPath,
      openedAtMs: nowMs,
      usedAtMs: nowMs,
      renderCount: 0,
      busy: 0,
    };
    if (!handles.delete(bookId)) shrinkTo(limits.capacity - 1);
    handles.set(bookId, handle);
    return handle;
  }

  async function run(
    request: HandleRequest,
    keepOpen: boolean,
    signal: AbortSignal | undefined,
  ): Promise<RenderedJpeg> {
    const { bookId, version, root, relativePath, page, width } = request;
    const input: RenderJob = {
      key: `${bookId}:${version}`,
      version,
      root,
      relativePath,
      page,
      width,
      quality: settings.jpegQuality,
      keepOpen,
    };
    const job = {
      name: 'pdf.render',
      input,
      timeoutMs,
      affinity: affinityOf(bookId),
      roots: [root],
      urgency: 1,
      ...(signal && { signal }),
    };
    const jpeg = (await pool().run(job)) as RenderedJpeg;
    if (jpeg.wasOpened) counts.opens++;
    return jpeg;
  }

  return {
    async render(request, signal) {
      if (!limits.enabled) {
        counts.misses++;
        return run(request, false, signal);
      }
      const handle = take(request);
      handle.busy++;
      try {
        const jpeg = await run(request, true, signal);
        const nowMs = clock();
        if (jpeg.wasOpened) handle.openedAtMs = nowMs;
        counts[jpeg.wasOpened ? 'misses' : 'hits']++;
        handle.usedAtMs = nowMs;
        handle.renderCount++;
        return jpeg;
      } catch (error) {
        counts[handle.renderCount === 0 ? 'misses' : 'hits']++;
        // A document of which no page could be drawn is not worth a place.
        if (handles.get(request.bookId) === handle && handle.renderCount === 0) drop(request.bookId, handle);
        throw error;
      } finally {
        handle.busy--;
      }
    },
    close(bookId) {
      const handle = handles.get(bookId);
      if (!handle) return false;
      drop(bookId, handle);
      counts.evictions++;
      return true;
    },
    closeAll() {
      const all = [...handles];
      for (const [bookId, handle] of all) drop(bookId, handle);
      counts.evictions += all.length;
      return all.length;
    },
    forget(affinities) {
      for (const affinity of affinities) handles.delete(affinity.replace(/^pdf:/, ''));
    },
    adapt() {
      clearInterval(sweeper);
      sweeper = setSweeper();
      shrinkTo(limits.enabled ? limits.capacity : 0);
    },
    stats() {
      const nowMs = clock();
      const seconds = (ms: number) => Math.max(0, Math.floor((nowMs - ms) / 1000));
      return {
        capacity: limits.capacity,
        currentSize: handles.size,
        enabled: limits.enabled,
        entries: [...handles].map(([bookId, { path, openedAtMs, usedAtMs, renderCount }]) => ({
          ageSeconds: seconds(openedAtMs),
          bookId,
          idleSeconds: seconds(usedAtMs),
          path,
          renderCount,
        })),
        evictions: counts.evictions,
        hits: counts.hits,
        idleEvictions: counts.idleEvictions,
        idleTtlSeconds: limits.idleTtlSeconds,
        misses: counts.misses,
        opens: counts.opens,
      };
    },
    stop: () => clearInterval(sweeper),
  };
}
