// PDF pages as JPEG, through two caches: open documents in worker processes, rendered pages on disk.
import { join } from 'node:path';
import { pdfCache as contract, type PdfPages } from '@lectern/contract/pdf-cache';
import { bookChanged } from '#catalog/changes.ts';
import type { BookFile } from '#catalog/files.ts';
import { DiskCache } from '#infrastructure/blobs/disk-cache.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { LiveConfig } from '#infrastructure/config/live.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { toDisplayName } from '#infrastructure/files/names.ts';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { StorageWatch } from '#infrastructure/storage.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import { createSingleFlight } from '#infrastructure/workers/single-flight.ts';
import { definePdfCleanup, type PdfCleanup } from './cleanup.ts';
import { createPdfHandleCache, type PdfHandleCache } from './handles.ts';
import { toHumanSize } from './human-size.ts';

interface PdfPageRequest {
  book: BookFile;
  /** Version of the file as it is now. */
  version: string;
  /** From 0. */
  page: number;
  /** Pixels. */
  width: number;
}

export interface PdfCache {
  routes: MountedRoute[];
  /** A page as JPEG. Throws what the worker reports: see infrastructure/workers/failures.ts. */
  render(request: PdfPageRequest): Promise<Uint8Array>;
  /** Worker processes tell what they took with them. */
  forget: PdfHandleCache['forget'];
  /** Open documents of this process. */
  documents: PdfHandleCache['stats'];
  /** Deletes old pages. */
  task: PdfCleanup;
  /** Rendered pages by book. */
  kept: Pick<DiskCache, 'list'>;
  stop(): void;
}

interface Dependencies {
  live: LiveConfig;
  pool(): WorkerPool;
  events: EventBus;
  queue: TaskQueue;
  clock: Clock;
  storage: Pick<StorageWatch, 'note'>;
}

const dayMs = 24 * 60 * 60 * 1000;
const timeoutMs = 30_000;

export function createPdfCache({ live, pool, events, queue, clock, storage }: Dependencies): PdfCache {
  const { config } = live;
  const { pageCache } = config.pdf;
  const folder = pageCache.dir ?? join(config.dataDir, 'cache', 'pdf-pages');
  const pages = new DiskCache({
    folder,
    maxBytes: () => pageCache.maxSize,
    extension: '.jpg',
    onFailure: (error) => storage.note(error, folder),
  });
  const handles = createPdfHandleCache({ settings: config.pdf, pool, timeoutMs, clock });
  const flights = createSingleFlight();
  live.onChange(() => {
    handles.adapt();
    pages.trim().catch(() => {});
  });
  // Whatever changed about the book: its pages are rendered anew from what the file is now.
  const unsubscribe = events.subscribe(bookChanged, ({ bookIds }) => {
    for (const bookId of bookIds) {
      handles.close(bookId);
      pages.removePrefix(`${bookId}/`).catch(() => {});
    }
  });

  const cleanup = definePdfCleanup((maxAgeDays) => pages.removeOlderThan(clock() - maxAgeDays * dayMs));
  const removeOld = () => void pages.removeOlderThan(clock() - pageCache.maxAgeDays * dayMs).catch(() => {});
  const cleaner = setInterval(removeOld, dayMs / 4).unref();

  async function render({ book, version, page, width }: PdfPageRequest): Promise<Uint8Array> {
    const key = `${book.id}/${page + 1}-${width}-${version}-q${config.pdf.jpegQuality}`;
    const cached = pageCache.enabled ? await pages.find(key) : undefined;
    if (cached) return cached;
    return flights.do(key, async () => {
      const { id: bookId, root, relativePath } = book;
      const shownPath = toDisplayName(`${root}/${relativePath}`);
      const { bytes } = await handles.render({ bookId, version, root, relativePath, shownPath, page, width });
      if (pageCache.enabled) await pages.put(key, bytes);
      return bytes;
    });
  }

  async function pageStats(): Promise<PdfPages> {
    const { files, sizeBytes, oldestMs } = await pages.stats();
    const keys = await pages.keys();
    return {
      bookCount: new Set(keys.map((key) => key.split('/')[0])).size,
      cacheDir: folder,
      cacheEnabled: pageCache.enabled,
      oldestFileAgeDays: oldestMs === null ? null : Math.max(0, Math.floor((clock() - oldestMs) / dayMs)),
      totalFiles: files,
      totalSizeBytes: sizeBytes,
      totalSizeHuman: toHumanSize(sizeBytes),
    };
  }

  return {
    routes: implement(contract, {
      stats: async () => ({ handles: handles.stats(), pages: await pageStats() }),
      handles: () => handles.stats(),
      closeHandles: () => ({ handlesClosed: handles.closeAll() }),
      closeHandle: ({ params }) => ({ handlesClosed: handles.close(params.bookId) ? 1 : 0 }),
      async removePages() {
        const { files, sizeBytes } = await pages.removePrefix('');
        return {
          filesDeleted: files,
          bytesReclaimed: sizeBytes,
          bytesReclaimedHuman: toHumanSize(sizeBytes),
        };
      },
      async cleanUpPages({ body }) {
        const maxAgeDays = body?.maxAgeDays ?? pageCache.maxAgeDays;
        const { task } = await queue.enqueue(cleanup, { maxAgeDays });
        return { taskId: task.id };
      },
    }),
    task: cleanup,
    kept: pages,
    render,
    forget: handles.forget,
    documents: handles.stats,
    stop() {
      unsubscribe();
      clearInterval(cleaner);
      handles.stop();
    },
  };
}
