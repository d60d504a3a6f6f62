// Converts comic archives of other formats to cbz on request, if the library allows it.
import { conversions as contract } from '@lectern/contract/ingest/conversions';
import { isConvertible } from '@lectern/contract/ingest/convertible';
import type { Catalog } from '#catalog/catalog.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, forbidden, notFound, reason } from '#infrastructure/errors.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { AnalysisScope } from '../analysis/index.ts';
import * as store from './store.ts';
import { defineConvertTask, type TaskDependencies } from './task.ts';

interface Dependencies extends TaskDependencies {
  catalog: Catalog;
  queue: TaskQueue;
}

export function createConversions({ queue, catalog, ...deps }: Dependencies) {
  const task = defineConvertTask(deps);

  async function convert(viewer: Viewer, scope: AnalysisScope) {
    const library = await deps.libraries.findLibrary(scope.libraryId);
    if (!library) throw notFound('library');
    if (!library.allowFileChanges) throw forbidden(reason('file_changes_off'));
    if ((await store.count(deps.database.db, scope)) === 0) throw conflict(reason('conversion_nothing'));
    const { task: started } = await queue.enqueue(task, { ...scope, userId: viewer.userId });
    return { taskId: started.id };
  }

  return {
    task,
    routes: implement(contract, {
      async convertBook({ viewer, params: { id } }) {
        const { libraryId, fileFormat } = await catalog.books.get(viewer, id);
        if (!isConvertible(fileFormat)) throw conflict(reason('conversion_nothing'));
        return convert(viewer, { column: 'id', id, libraryId });
      },
      async convertSeries({ viewer, params: { id } }) {
        const { libraryId } = await catalog.series.get(viewer, id);
        return convert(viewer, { column: 'seriesId', id, libraryId });
      },
      async convertLibrary({ viewer, params: { id } }) {
        await catalog.libraries.getWhole(viewer, id);
        return convert(viewer, { column: 'libraryId', id, libraryId: id });
      },
    }),
  };
}
