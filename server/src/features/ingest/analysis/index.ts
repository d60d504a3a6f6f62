// Reads existing books again: a single book, or those of a series or library.
import { analysis as contract } from '@lectern/contract/ingest/analysis';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { AnalysisScope } from './scope.ts';
import { type AnalysisDependencies, defineAnalysisTask } from './task.ts';

export { type ChangeDependencies, changeFiles, type FileChange } from './change-files.ts';
export { type AnalysisScope, scopeSchema, toSubject } from './scope.ts';

interface Dependencies extends AnalysisDependencies {
  catalog: Catalog;
  queue: TaskQueue;
}

export interface AnalysisService {
  /** Reads one book again, even if it was read successfully. */
  reread(book: { id: string; libraryId: string }): Promise<void>;
  /** Enqueues books of a library that were never read or failed; with `force` all books. */
  analyzeLibrary(viewer: Viewer, id: string, force: boolean): Promise<void>;
  /** Enqueues the books or series that the viewer sees. Returns their number. */
  analyzeMany(
    viewer: Viewer,
    which: { column: 'id' | 'seriesId'; ids: readonly string[]; force: boolean },
  ): Promise<number>;
}

export function createAnalysis({ catalog, queue, ...deps }: Dependencies) {
  const task = defineAnalysisTask(deps);

  async function enqueue(params: AnalysisScope, force: 'true' | 'false'): Promise<{ taskId: string }> {
    const asked = await queue.enqueue(task, { ...params, force: force === 'true' });
    return { taskId: asked.task.id };
  }

  const routes = implement(contract, {
    async library({ viewer, params: { id }, query }) {
      await catalog.libraries.get(viewer, id);
      return enqueue({ column: 'libraryId', id, libraryId: id }, query.force);
    },
    async series({ viewer, params: { id }, query }) {
      const { libraryId } = await catalog.series.get(viewer, id);
      return enqueue({ column: 'seriesId', id, libraryId }, query.force);
    },
    /** A single book is always read again. */
    async book({ viewer, params: { id } }) {
      const { libraryId } = await catalog.books.get(viewer, id);
      return enqueue({ column: 'id', id, libraryId }, 'true');
    },
  });
  const service: AnalysisService = {
    reread: async ({ id, libraryId }) => void (await enqueue({ column: 'id', id, libraryId }, 'true')),
    async analyzeLibrary(viewer, id, force) {
      await catalog.libraries.get(viewer, id);
      await enqueue({ column: 'libraryId', id, libraryId: id }, force ? 'true' : 'false');
    },
    async analyzeMany(viewer, { column, ids, force }) {
      const unique = [...new Set(ids)];
      const found = await (column === 'id'
        ? catalog.books.listByIds(viewer, unique)
        : catalog.series.listByIds(viewer, unique));
      for (const { id, libraryId } of found)
        await enqueue({ column, id, libraryId }, force || column === 'id' ? 'true' : 'false');
      return found.length;
    },
  };
  return { routes, task, service };
}
