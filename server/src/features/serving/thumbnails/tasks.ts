// Background task that draws the missing thumbnails of a library.

import { readImageHeader } from '@lectern/formats/image/header';
import { z } from 'zod';
import { readChunks } from '#infrastructure/chunks.ts';
import { nilId } from '#infrastructure/ids.ts';
import { defineTask, type TaskDefinition } from '#infrastructure/tasks/define.ts';
import type { ThumbnailDependencies } from './dependencies.ts';
import { makeThumbnails } from './thumbnails.ts';

/** Books per worker message and transaction. */
const chunkSize = 16;
/** Groups are drawn and stored concurrently. A request for one of their books waits for its group. */
const groupsAtOnce = 4;

/** Thumbnails to redraw: all, or those smaller than the current maximum size. */
const renewals = ['all', 'small'] as const;
export type Renewal = (typeof renewals)[number];

interface Payload {
  libraryId: string;
  renew?: Renewal | undefined;
}

export type CoverTask = TaskDefinition<Payload>;

export const defineCoverTask = (deps: ThumbnailDependencies): CoverTask =>
  defineTask<Payload>({
    type: 'covers.generate',
    payload: z.object({ libraryId: z.uuid(), renew: z.enum(renewals).optional() }),
    key: ({ libraryId, renew }) => (renew === undefined ? libraryId : `${libraryId} ${renew}`),
    subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
    priority: 10,
    attempts: 10,
    timeoutSeconds: 7 * 24 * 60 * 60,
    async run({ params: { libraryId, renew }, signal, progress }) {
      if (renew !== undefined) await resetStates(deps, libraryId, renew, signal);
      let made = 0;
      const groups = readChunks<{ id: string }>(chunkSize, (last) =>
        deps.books.listWithoutThumbnail(libraryId, last?.id ?? nilId, chunkSize),
      );
      const makeGroups = async () => {
        for await (const group of groups) {
          signal.throwIfAborted();
          await makeThumbnails(deps, await deps.catalog.files.list(group.map(({ id }) => id)));
          made += group.length;
          progress(made, made + (group.length < chunkSize ? 0 : chunkSize));
        }
      };
      await Promise.all(Array.from({ length: groupsAtOnce }, makeGroups));
      return { made };
    },
  });

/** Keeps the existing thumbnails until they are replaced. */
async function resetStates(
  deps: ThumbnailDependencies,
  libraryId: string,
  which: Renewal,
  signal: AbortSignal,
): Promise<void> {
  for (let afterId = nilId; ; ) {
    signal.throwIfAborted();
    const found = await deps.books.listWithThumbnail(libraryId, afterId, chunkSize);
    const ids: string[] = [];
    for (const { id } of found) if (which === 'all' || (await isSmall(deps, id))) ids.push(id);
    await deps.books.renewThumbnails(ids, deps.clock());
    const last = found.at(-1);
    if (!last || found.length < chunkSize) return;
    afterId = last.id;
  }
}

/** Whether neither edge reaches the maximum size. */
async function isSmall({ small, box }: ThumbnailDependencies, id: string): Promise<boolean> {
  const found = await small.findAny(id);
  const { width = 0, height = 0 } = (found && readImageHeader(found.bytes)) ?? {};
  return width < box.maxWidth && height < box.maxHeight;
}
