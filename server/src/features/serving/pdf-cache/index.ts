// PDF pages as JPEG, through two caches: open documents in worker processes, rendered pages on disk.
import { join } from 'node:path';
import { pdfCache as contract, type PdfHandles, type PdfPages } from '@lectern/contract/serving/pdf-cache';
import { bookChanged } from '#catalog/changes.ts';
import { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { LiveConfig } from '#infrastructure/config/live.ts';
import type { Config } from '#infrastructure/config/schema.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { StorageWatch } from '#infrastructure/storage.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { SingleFlight } from '#infrastructure/workers/single-flight.ts';
import { definePdfCleanup, type PdfCleanup } from './cleanup.ts';
import { PdfHandleCache, type PdfPageRequest } from './handles.ts';
import { toHumanSize } from './human-size.ts';

interface Dependencies {
  live: LiveConfig;
  pool(): WorkerPool;
  events: EventBus;
  queue: TaskQueue;
  clock: Clock;
  storage: StorageWatch;
}

interface Caches {
  /** Read on each use, because settings may change. */
  settings: Readonly<Config['pdf']>;
  handles: PdfHandleCache;
  /** Rendered pages in `folder`. */
  pages: DiskCache;
  folder: string;
  flights: SingleFlight;
  clock: Clock;
}

const dayMs = 24 * 60 * 60 * 1000;
const timeoutMs = 30_000;

export class PdfCache {
  readonly #deps: Dependencies;
  readonly #pageCache;
  /** Rendered pages by book. */
  readonly kept: DiskCache;
  readonly #handles: PdfHandleCache;
  readonly #caches: Caches;
  // After any change of the book, its pages are rendered again from the current file.
  readonly #unsubscribe;
  readonly #cleaner: NodeJS.Timeout;
  /** Deletes old pages. */
  readonly task: PdfCleanup;
  readonly routes: MountedRoute[];
  readonly #removeOlderThan = (days: number) => this.kept.removeOlderThan(this.#deps.clock() - days * dayMs);
  readonly #removeOld = () => void this.#removeOlderThan(this.#pageCache.maxAgeDays).catch(() => {});

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { pdf: settings, dataDir } = deps.live.config;
    const { pageCache } = settings;
    this.#pageCache = pageCache;
    const folder = this.#pageCache.dir ?? join(dataDir, 'cache', 'pdf-pages');
    this.kept = new DiskCache({
      folder,
      maxBytes: () => this.#pageCache.maxSize,
      extension: '.jpg',
      onFailure: (error) => deps.storage.note(error, folder),
    });
    this.#handles = new PdfHandleCache({ settings, pool: deps.pool, timeoutMs, clock: deps.clock });
    this.#caches = {
      settings,
      handles: this.#handles,
      pages: this.kept,
      folder,
      flights: new SingleFlight(),
      clock: deps.clock,
    };
    deps.live.onChange(() => {
      this.#handles.adapt();
      this.kept.trim().catch(() => {});
    });
    this.#unsubscribe = deps.events.subscribe(bookChanged, ({ bookIds }) => {
      for (const bookId of bookIds) {
        this.#handles.close(bookId);
        this.kept.removePrefix(`${bookId}/`).catch(() => {});
      }
    });
    this.#cleaner = setInterval(this.#removeOld, dayMs / 4).unref();
    this.task = definePdfCleanup(this.#removeOlderThan);
    this.routes = createRoutes(this.#caches, (maxAgeDays) => deps.queue.enqueue(this.task, { maxAgeDays }));
  }

  /** A page as JPEG. Throws worker errors (infrastructure/workers/failures.ts). */
  render(request: PdfPageRequest): Promise<Uint8Array> {
    return render(this.#caches, request);
  }

  /** Removes documents that were lost with their worker process. */
  forget(affinities: readonly string[]): void {
    this.#handles.forget(affinities);
  }

  /** Open documents of this process. */
  documents(): PdfHandles {
    return this.#handles.stats();
  }

  stop(): void {
    this.#unsubscribe();
    clearInterval(this.#cleaner);
    this.#handles.stop();
  }
}

async function render(
  { settings, handles, pages, flights }: Caches,
  request: PdfPageRequest,
): Promise<Uint8Array> {
  const { book, page, width, version } = request;
  const key = `${book.id}/${page + 1}-${width}-${version}-q${settings.jpegQuality}`;
  const cached = settings.pageCache.enabled ? await pages.find(key) : undefined;
  if (cached) return cached;
  return flights.do(key, async () => {
    const { bytes } = await handles.render(request);
    if (settings.pageCache.enabled) await pages.put(key, bytes);
    return bytes;
  });
}

const createRoutes = (
  caches: Caches,
  cleanUp: (maxAgeDays: number) => Promise<{ task: { id: string } }>,
): MountedRoute[] =>
  implement(contract, {
    stats: async () => ({ handles: caches.handles.stats(), pages: await describePages(caches) }),
    handles: () => caches.handles.stats(),
    closeHandles: () => ({ handlesClosed: caches.handles.closeAll() }),
    closeHandle: ({ params }) => ({ handlesClosed: caches.handles.close(params.bookId) ? 1 : 0 }),
    async removePages() {
      const { files, sizeBytes } = await caches.pages.removePrefix('');
      return {
        filesDeleted: files,
        bytesReclaimed: sizeBytes,
        bytesReclaimedHuman: toHumanSize(sizeBytes),
      };
    },
    async cleanUpPages({ body }) {
      const { task } = await cleanUp(body?.maxAgeDays ?? caches.settings.pageCache.maxAgeDays);
      return { taskId: task.id };
    },
  });

async function describePages({ pages, folder, settings, clock }: Caches): Promise<PdfPages> {
  const { files, sizeBytes, oldestMs } = await pages.stats();
  const keys = await pages.keys();
  return {
    bookCount: new Set(keys.map((key) => key.split('/')[0])).size,
    cacheDir: folder,
    cacheEnabled: settings.pageCache.enabled,
    oldestFileAgeDays: oldestMs === null ? null : Math.max(0, Math.floor((clock() - oldestMs) / dayMs)),
    totalFiles: files,
    totalSizeBytes: sizeBytes,
    totalSizeHuman: toHumanSize(sizeBytes),
  };
}
