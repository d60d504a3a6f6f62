// Writes metadata to files or sidecar files, if the library allows it.
import {
  fileMetadata as contract,
  type FileMetadataChanges,
  maxPreviewedFiles,
} from '@lectern/contract/ingest/file-metadata';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, notFound, reason } from '#infrastructure/errors.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import { listPart } from './scope.ts';
import { planSeries, tryOutSeries } from './series.ts';
import type { WritableBook } from './store.ts';
import { defineWriteTask, type TaskDependencies, type WriteParams } from './task.ts';
import { plan, toShown, tryOut } from './write.ts';

export { keepAttributes } from './files.ts';
export { toRefusal } from './write.ts';

interface Dependencies extends TaskDependencies {
  queue: TaskQueue;
}

const chunk = 100;
/** Maximum number of books checked per preview response. Books without changes also take time. */
const maxLookedAt = 2_000;
/** Time limit for computing the new contents of the files. */
const previewMs = 60_000;

export function createFileMetadata({ queue, ...deps }: Dependencies) {
  const { catalog, database, libraries } = deps;
  const task = defineWriteTask(deps);

  async function getLibrary(id: string): Promise<ScanLibrary> {
    const library = await libraries.findLibrary(id);
    if (!library) throw notFound('library');
    if (library.writeMetadata === 'off') throw forbidden(reason('metadata_writing_off'));
    return library;
  }

  /** Omits books whose files have the values as far as they can hold them, and marks files that cannot be written. */
  async function planWrites(library: ScanLibrary, books: readonly WritableBook[]) {
    const planned = await plan(deps, library, books);
    const tried = planned.map(async (one) => {
      if ('refused' in one) return [one];
      const outcome = await tryOut(deps, library, one, AbortSignal.timeout(previewMs));
      if (typeof outcome === 'object') return [{ book: one.book, refused: outcome }];
      return outcome ? [one] : [];
    });
    return (await Promise.all(tried)).flat();
  }

  async function preview(params: WriteParams, from: string | undefined) {
    const library = await getLibrary(params.libraryId);
    const files: FileMetadataChanges[] = [];
    let after = from;
    for (let lookedAt = 0; files.length < maxPreviewedFiles && lookedAt < maxLookedAt; lookedAt += chunk) {
      const part = await listPart(database.db, params, { after, limit: chunk });
      files.push(...(await planWrites(library, part.books)).map(toShown));
      const series = (await planSeries(deps, part.series)).map((one) =>
        tryOutSeries(deps, library, one, AbortSignal.timeout(previewMs)),
      );
      files.push(...(await Promise.all(series)).flatMap((one) => one ?? []));
      after = part.next;
      if (after === undefined) break;
    }
    return { files, next: after ?? null };
  }

  async function write(params: WriteParams) {
    await getLibrary(params.libraryId);
    return { taskId: (await queue.enqueue(task, params)).task.id };
  }

  const toBook = async (viewer: Viewer, id: string): Promise<WriteParams> => {
    const { libraryId } = await catalog.books.get(viewer, id);
    return { column: 'id', id, libraryId };
  };
  const toSeries = async (viewer: Viewer, id: string): Promise<WriteParams> => {
    const { libraryId } = await catalog.series.get(viewer, id);
    return { column: 'seriesId', id, libraryId };
  };
  const toLibrary = async (viewer: Viewer, id: string): Promise<WriteParams> => {
    await catalog.libraries.getWhole(viewer, id);
    return { column: 'libraryId', id, libraryId: id };
  };

  return {
    task,
    routes: implement(contract, {
      previewBook: async ({ viewer, params, query }) => preview(await toBook(viewer, params.id), query.after),
      writeBook: async ({ viewer, params }) => write(await toBook(viewer, params.id)),
      previewSeries: async ({ viewer, params, query }) =>
        preview(await toSeries(viewer, params.id), query.after),
      writeSeries: async ({ viewer, params }) => write(await toSeries(viewer, params.id)),
      previewLibrary: async ({ viewer, params, query }) =>
        preview(await toLibrary(viewer, params.id), query.after),
      writeLibrary: async ({ viewer, params }) => write(await toLibrary(viewer, params.id)),
    }),
  };
}
