// Task that writes metadata file by file. Each file is read again immediately, so that the next scan finds no change.
import type { z } from 'zod';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import { Problem, reason, reasonOf } from '#infrastructure/errors.ts';
import { defineTask, PermanentFailure, type TaskContext } from '#infrastructure/tasks/define.ts';
import {
  type ChangeDependencies,
  changeFiles,
  type FileChange,
  scopeSchema,
  toSubject,
} from '../analysis/index.ts';
import type { Importer } from '../pipeline/index.ts';
import { SeriesAssignment } from '../series-assignment/index.ts';
import { listPart, toCursor } from './scope.ts';
import { planSeries, writeSeries } from './series.ts';
import * as store from './store.ts';
import { plan, removeLeft, type WriteDependencies, writeBook } from './write.ts';

export interface TaskDependencies extends WriteDependencies, ChangeDependencies {
  importer: Importer;
  seriesMetadata: Pick<SeriesMetadataService, 'listWithFile'>;
}

export type WriteParams = z.infer<typeof scopeSchema>;

const atOnce = 25;

export const defineWriteTask = (deps: TaskDependencies) =>
  defineTask<WriteParams>({
    type: 'file_metadata.write',
    payload: scopeSchema,
    key: ({ column, id }) => `${column}:${id}`,
    subject: toSubject,
    priority: 50,
    attempts: 20,
    timeoutSeconds: 7 * 24 * 60 * 60,
    async run(context) {
      const { params } = context;
      const library = await deps.libraries.findLibrary(params.libraryId);
      if (!library) throw new PermanentFailure(reason('library_removed'));
      if (library.writeMetadata === 'off') throw new PermanentFailure(reason('metadata_writing_off'));
      const { changed, ...result } = await changeFiles(deps, context, {
        library,
        count: () => store.count(deps.database.db, params),
        list: (after) => listChanges(deps, context, { library, after }),
      });
      return { written: changed, ...result };
    },
  });

async function listChanges(
  deps: TaskDependencies,
  { id: taskId, hasRunBefore, params, signal }: TaskContext<WriteParams>,
  { library, after }: { library: ScanLibrary; after: string | undefined },
): Promise<FileChange[]> {
  const { books, series } = await listPart(deps.database.db, params, { after, limit: atOnce });
  const common = { library, taskId, signal };
  const clean = async (place: { rootId: string; folder: string }) => {
    if (hasRunBefore) await removeLeft(deps, library, place, taskId);
  };
  return [
    ...books.map((book) => ({
      cursor: toCursor('book', book.id),
      owner: { bookId: book.id },
      async work(touched: Set<string>) {
        await clean(book);
        return writeOne(deps, { ...common, book, touched });
      },
    })),
    ...series.map((one) => ({
      cursor: toCursor('series', one.id),
      owner: { seriesId: one.id },
      async work(touched: Set<string>) {
        await clean(one);
        const [planned] = await planSeries(deps, [one]);
        if (!planned) return false;
        const isWritten = await writeSeries(deps, { ...common, planned });
        // The series is described from its file at the end.
        if (isWritten) touched.add(one.id);
        return isWritten;
      },
    })),
  ];
}

interface One {
  library: ScanLibrary;
  taskId: string;
  signal: AbortSignal;
  touched: Set<string>;
  book: store.WritableBook;
}

async function writeOne(deps: TaskDependencies, one: One): Promise<boolean> {
  try {
    return await tryToWrite(deps, one);
  } catch (error) {
    if (reasonOf(error).reason !== 'metadata_file_changed') throw error;
  }
  // The file was changed since the last scan, or written by an interrupted attempt of this task: it is read and tried
  // once more.
  await reread(deps, one);
  const [book] = await store.listAfter(
    deps.database.db,
    { column: 'id', id: one.book.id },
    { after: undefined, limit: 1 },
  );
  return book ? tryToWrite(deps, { ...one, book }) : false;
}

async function tryToWrite(deps: TaskDependencies, one: One): Promise<boolean> {
  const [planned] = await plan(deps, one.library, [one.book]);
  if (!planned) return false;
  if ('refused' in planned) throw new Problem('conflict', planned.refused);
  const isWritten = await writeBook(deps, {
    library: one.library,
    planned,
    taskId: one.taskId,
    signal: one.signal,
  });
  if (isWritten) await reread(deps, one);
  return isWritten;
}

/** Completes reading a written file, even if the task is canceled meanwhile. */
async function reread({ importer }: TaskDependencies, { library, book, touched }: One): Promise<void> {
  const { id, rootId, folder, fileName } = book;
  async function* folders() {
    yield [{ rootId, folder, books: [{ id, fileName }] }];
  }
  const seriesIds = await importer.reread({
    library,
    assignment: new SeriesAssignment(library),
    folders: folders(),
    signal: new AbortController().signal,
    onProgress() {},
  });
  for (const seriesId of seriesIds) touched.add(seriesId);
}
