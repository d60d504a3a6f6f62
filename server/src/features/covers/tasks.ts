// Thumbnails as background work: one task a library, which takes what is still to be made.
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import { system } from '#kernel/access/viewer.ts';
import { Problem } from '#kernel/errors.ts';
import { defineTask } from '#kernel/tasks/define.ts';
import type { WorkerPool } from '#kernel/workers/pool.ts';
import type { BookFiles } from '../books/index.ts';
import type { Thumbnails } from './thumbnails.ts';

interface Parts {
  catalog: Catalog;
  books: Pick<BookFiles, 'listWithoutThumbnail'>;
  thumbnails: Thumbnails;
  pool(): WorkerPool;
}

const chunk = 64;
const firstId = '00000000-0000-0000-0000-000000000000';

export function defineCoverTasks({ catalog, books, thumbnails, pool }: Parts) {
  async function makeOne(id: string): Promise<void> {
    try {
      await thumbnails.make(await catalog.files.get(system, id), pool(), 0);
    } catch (error) {
      // Gone or hidden since it was listed.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return {
    generate: defineTask<{ libraryId: string }>({
      type: 'covers.generate',
      payload: z.object({ libraryId: z.uuid() }),
      key: ({ libraryId }) => libraryId,
      about: ({ libraryId }) => ({ libraryId }),
      priority: 10,
      attempts: 10,
      timeoutSeconds: 7 * 24 * 60 * 60,
      async run({ params, signal, progress }) {
        let made = 0;
        for (let afterId = firstId; ; ) {
          const found = await books.listWithoutThumbnail(params.libraryId, afterId, chunk);
          signal.throwIfAborted();
          await Promise.all(found.map(({ id }) => makeOne(id)));
          made += found.length;
          progress(made, made + (found.length < chunk ? 0 : chunk));
          const last = found.at(-1);
          if (!last || found.length < chunk) return { made };
          afterId = last.id;
        }
      },
    }),
  };
}

export type CoverTasks = ReturnType<typeof defineCoverTasks>;
