// Applies one change to many books or series in one transaction.
import { booksBulk, seriesBulk } from '@lectern/contract/libraries/bulk';
import type { ProgressService } from '#features/reading/progress/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { BookMetadataService } from '../books/index.ts';
import type { SeriesMetadataService } from '../series/index.ts';
import { toChangedWords } from './words.ts';

interface AnalysisQueue {
  /** Enqueues an analysis of the books or series that the viewer sees. Returns their number. */
  analyzeMany(
    viewer: Viewer,
    which: { column: 'id' | 'seriesId'; ids: readonly string[]; force: boolean },
  ): Promise<number>;
}

const counted = async (count: Promise<number>) => ({ updatedCount: await count });

const toPatches = <Patch>(items: readonly { id: string; metadata: Patch }[]): ReadonlyMap<string, Patch> =>
  new Map(items.map(({ id, metadata }) => [id, metadata]));

export function createBulk(
  books: BookMetadataService,
  series: SeriesMetadataService,
  progress: ProgressService,
  analysis: AnalysisQueue,
): { routes: MountedRoute[] } {
  const analyze = async (
    viewer: Viewer,
    column: 'id' | 'seriesId',
    { ids, force }: { ids: readonly string[]; force: boolean },
  ) => answer(await counted(analysis.analyzeMany(viewer, { column, ids, force })), { status: 202 });
  return {
    routes: [
      ...implement(booksBulk, {
        read: ({ viewer, body }) => counted(progress.markBooks(viewer, body.ids, true)),
        unread: ({ viewer, body }) => counted(progress.markBooks(viewer, body.ids, false)),
        analyze: ({ viewer, body }) => analyze(viewer, 'id', body),
        tags: ({ viewer, body }) =>
          counted(books.updateMany(viewer, body.ids, ({ tags }) => ({ tags: toChangedWords(tags, body) }))),
        genres: ({ viewer, body }) =>
          counted(
            books.updateMany(viewer, body.ids, ({ genres }) => ({ genres: toChangedWords(genres, body) })),
          ),
        metadata: ({ viewer, body }) => counted(books.updateMany(viewer, body.ids, () => body.metadata)),
        list: async ({ viewer, body }) => ({ data: await books.getMany(viewer, body.ids) }),
        each: ({ viewer, body }) => counted(books.updateEach(viewer, toPatches(body.items))),
        locks: ({ viewer, body }) => counted(books.setLocksOfMany(viewer, body.ids, body.locks)),
      }),
      ...implement(seriesBulk, {
        read: ({ viewer, body }) => counted(progress.markManySeries(viewer, body.ids, true)),
        unread: ({ viewer, body }) => counted(progress.markManySeries(viewer, body.ids, false)),
        analyze: ({ viewer, body }) => analyze(viewer, 'seriesId', body),
        tags: ({ viewer, body }) =>
          counted(series.updateMany(viewer, body.ids, ({ tags }) => ({ tags: toChangedWords(tags, body) }))),
        genres: ({ viewer, body }) =>
          counted(
            series.updateMany(viewer, body.ids, ({ genres }) => ({ genres: toChangedWords(genres, body) })),
          ),
        metadata: ({ viewer, body }) => counted(series.updateMany(viewer, body.ids, () => body.metadata)),
        list: async ({ viewer, body }) => ({ data: await series.getMany(viewer, body.ids) }),
        each: ({ viewer, body }) => counted(series.updateEach(viewer, toPatches(body.items))),
        locks: ({ viewer, body }) => counted(series.setLocksOfMany(viewer, body.ids, body.locks)),
      }),
    ],
  };
}
