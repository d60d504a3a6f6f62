// PDF pages as JPEG, through two caches: open documents in worker processes, rendered pages on disk.
import { join } from 'node:path';
import { pdfCache as contract, type PdfPages } from '@lectern/contract/serving/pdf-cache';
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
import { createSingleFlight, type SingleFlight } from '#infrastructure/workers/single-flight.ts';
import { definePdfCleanup, type PdfCleanup } from './cleanup.ts';
import { createPdfHandleCache, type PdfHandleCache, type PdfPageRequest } from './handles.ts';
import { toHumanSize } from './human-size.ts';

export interface PdfCache {
  routes: MountedRoute[];
  /** A page as JPEG. Throws worker errors (infrastructure/workers/failures.ts). */
  render(request: PdfPageRequest): Promise<Uint8Array>;
  /** Removes documents that were lost with their worker process. */
  forget: PdfHandleCache['forget'];
  /** Open documents of this process. */
  documents: PdfHandleCache['stats'];
  /** Deletes old pages. */
  task: PdfCleanup;
  /** Rendered pages by book. */
  kept: DiskCache;
  stop(): void;
}

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

export function createPdfCache({ live, pool, events, queue, clock, storage }: Dependencies): PdfCache {
  const { pdf: settings, dataDir } = live.config;
  const { pageCache } = settings;
  const folder = pageCache.dir ?? join(dataDir, 'cache', 'pdf-pages');
  const pages = new DiskCache({
    folder,
    maxBytes: () => pageCache.maxSize,
    extension: '.jpg',
    onFailure: (error) => storage.note(error, folder),
  });
  const handles = createPdfHandleCache({ settings, pool, timeoutMs, clock });
  const caches: Caches = { settings, handles, pages, folder, flights: createSingleFlight(), clock };
  live.onChange(() => {
    handles.adapt();
    pages.trim().catch(() => {});
  });
  // After any change of the book, its pages are rendered again from the current file.
  const unsubscribe = events.subscribe(bookChanged, ({ bookIds }) => {
    for (const bookId of bookIds) {
      handles.close(bookId);
      pages.removePrefix(`${bookId}/`).catch(() => {});
    }
  });
  const removeOlderThan = (days: number) => pages.removeOlderThan(clock() - days * dayMs);
  const removeOld = () => void removeOlderThan(pageCache.maxAgeDays).catch(() => {});
  const cleaner = setInterval(removeOld, dayMs / 4).unref();
  const task = definePdfCleanup(removeOlderThan);
  return {
    routes: createRoutes(caches, (maxAgeDays) => queue.enqueue(task, { maxAgeDays })),
    task,
    kept: pages,
    render: (request) => render(caches, request),
    forget: handles.forget,
    documents: handles.stats,
    stop() {
      unsubscribe();
      clearInterval(cleaner);
      handles.stop();
    },
  };
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
