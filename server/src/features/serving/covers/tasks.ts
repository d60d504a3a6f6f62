// Thumbnails as background work: a task makes those that a library lacks.
import { readImageHeader } from '@lectern/formats/image/header';
import { z } from 'zod';
import { system } from '#infrastructure/access/viewer.ts';
import { Problem } from '#infrastructure/errors.ts';
import { defineTask, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { CoverDependencies } from './dependencies.ts';
import { forTask, makeThumbnail } from './thumbnails.ts';

const chunkSize = 64;
const firstId = '00000000-0000-0000-0000-000000000000';

/** Which thumbnails are made anew: all, or those that could be larger by now. */
const renewals = ['all', 'small'] as const;
export type Renewal = (typeof renewals)[number];

interface Payload {
  libraryId: string;
  renew?: Renewal | undefined;
}

export type CoverTask = TaskDefinition<Payload>;

export const defineCoverTask = (deps: CoverDependencies): CoverTask =>
  defineTask<Payload>({
    type: 'covers.generate',
    payload: z.object({ libraryId: z.uuid(), renew: z.enum(renewals).optional() }),
    key: ({ libraryId, renew }) => (renew === undefined ? libraryId : `${libraryId} ${renew}`),
    about: ({ libraryId }) => ({ libraryId }),
    priority: 10,
    attempts: 10,
    timeoutSeconds: 7 * 24 * 60 * 60,
    async run({ params: { libraryId, renew }, signal, progress }) {
      if (renew !== undefined) await resetStates(deps, libraryId, renew, signal);
      let made = 0;
      for (let afterId = firstId; ; ) {
        const found = await deps.books.listWithoutThumbnail(libraryId, afterId, chunkSize);
        signal.throwIfAborted();
        await Promise.all(found.map(({ id }) => makeOne(deps, id)));
        made += found.length;
        progress(made, made + (found.length < chunkSize ? 0 : chunkSize));
        const last = found.at(-1);
        if (!last || found.length < chunkSize) return { made };
        afterId = last.id;
      }
    },
  });

/** The present thumbnails stay until new ones replace them. */
async function resetStates(
  deps: CoverDependencies,
  libraryId: string,
  which: Renewal,
  signal: AbortSignal,
): Promise<void> {
  for (let afterId = firstId; ; ) {
    signal.throwIfAborted();
    const found = await deps.books.listWithThumbnail(libraryId, afterId, chunkSize);
    const ids: string[] = [];
    for (const { id } of found) if (which === 'all' || (await isSmall(deps, id))) ids.push(id);
    await deps.books.setThumbnailState(ids, 0);
    const last = found.at(-1);
    if (!last || found.length < chunkSize) return;
    afterId = last.id;
  }
}

/** Whether neither edge fills the box. */
async function isSmall({ small, box }: CoverDependencies, id: string): Promise<boolean> {
  const bytes = await small.find(id);
  const { width = 0, height = 0 } = (bytes && readImageHeader(bytes)) ?? {};
  return width < box.maxWidth && height < box.maxHeight;
}

async function makeOne(deps: CoverDependencies, id: string): Promise<void> {
  try {
    await makeThumbnail(deps, await deps.catalog.files.get(system, id), forTask);
  } catch (error) {
    // Deleted or hidden since it was listed.
    if (!(error instanceof Problem)) throw error;
  }
}
