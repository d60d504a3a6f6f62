// Thumbnails as background work: one task a library, which takes what is still to be made.

import { readImageHeader } from '@lectern/formats/image/header';
import { z } from 'zod';
import type { Catalog } from '#catalog/catalog.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import type { BlobStore } from '#infrastructure/blobs/blobs.ts';
import { Problem } from '#infrastructure/errors.ts';
import { defineTask } from '#infrastructure/tasks/define.ts';
import type { WorkerPool } from '#infrastructure/workers/pool.ts';
import type { Box } from './jobs.ts';
import type { Thumbnails } from './thumbnails.ts';

interface Dependencies {
  catalog: Catalog;
  books: Pick<BookFiles, 'listWithoutThumbnail' | 'listWithThumbnail' | 'setThumbnailState'>;
  small: Pick<BlobStore, 'find'>;
  box: Pick<Box, 'maxWidth' | 'maxHeight'>;
  thumbnails: Thumbnails;
  pool(): WorkerPool;
}

const chunk = 64;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Which thumbnails are made anew: all, or those that could be larger by now. */
const renewals = ['all', 'small'] as const;
export type Renewal = (typeof renewals)[number];

export function defineCoverTasks({ catalog, books, thumbnails, small, box, pool }: Dependencies) {
  async function isSmall(id: string): Promise<boolean> {
    const bytes = await small.find(id);
    const { width = 0, height = 0 } = (bytes && readImageHeader(bytes)) ?? {};
    return width < box.maxWidth && height < box.maxHeight;
  }

  /** What is there stays until the new one takes its place. */
  async function forget(libraryId: string, which: Renewal, signal: AbortSignal) {
    for (let afterId = firstId; ; ) {
      signal.throwIfAborted();
      const found = await books.listWithThumbnail(libraryId, afterId, chunk);
      const ids: string[] = [];
      for (const { id } of found) if (which === 'all' || (await isSmall(id))) ids.push(id);
      await books.setThumbnailState(ids, 0);
      const last = found.at(-1);
      if (!last || found.length < chunk) return;
      afterId = last.id;
    }
  }

  async function makeOne(id: string): Promise<void> {
    try {
      await thumbnails.make(await catalog.files.get(system, id), pool(), 0);
    } catch (error) {
      // Gone or hidden since it was listed.
      if (!(error instanceof Problem)) throw error;
    }
  }
  return {
    generate: defineTask<{ libraryId: string; renew?: Renewal | undefined }>({
      type: 'covers.generate',
      payload: z.object({ libraryId: z.uuid(), renew: z.enum(renewals).optional() }),
      key: ({ libraryId, renew }) => (renew === undefined ? libraryId : `${libraryId} ${renew}`),
      about: ({ libraryId }) => ({ libraryId }),
      priority: 10,
      attempts: 10,
      timeoutSeconds: 7 * 24 * 60 * 60,
      async run({ params, signal, progress }) {
        if (params.renew !== undefined) await forget(params.libraryId, params.renew, signal);
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
