// The task that writes: file by file, each at once read again as a scan would, so that the next scan finds nothing new. It can be
// cut off at any moment and goes on with the file that it was at.
import { z } from 'zod';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { SeriesMetadataService } from '#features/libraries/series/index.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { defineTask, PermanentFailure, type TaskContext } from '#infrastructure/tasks/define.ts';
import { type Failure, failureSchema, scopeSchema, toSubject } from '../analysis/index.ts';
import type { Importer } from '../import/index.ts';
import { createSeriesAssignment } from '../series-assignment/index.ts';
import { listPart, toCursor } from './scope.ts';
import { planSeries, writeSeries } from './series.ts';
import * as store from './store.ts';
import { plan, removeLeft, type WriteDependencies, writeBook } from './write.ts';

export interface TaskDependencies extends WriteDependencies {
  libraries: LibraryScan;
  importer: Importer;
  seriesMetadata: Pick<SeriesMetadataService, 'listWithFile'>;
  /** Updates names and descriptions of series from their books. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void>;
  onRead(libraryId: string): Promise<void>;
}

export type WriteParams = z.infer<typeof scopeSchema>;

const stateSchema = z.object({
  /** Books that were looked at. */
  done: z.number(),
  written: z.number(),
  failed: z.number(),
  after: z.string().optional(),
  /** The last that went wrong. */
  failure: failureSchema.optional(),
});

const atOnce = 25;

export type WriteTask = ReturnType<typeof defineWriteTask>;

export const defineWriteTask = (deps: TaskDependencies) =>
  defineTask<WriteParams>({
    type: 'file_metadata.write',
    payload: scopeSchema,
    key: ({ column, id }) => `${column}:${id}`,
    about: toSubject,
    priority: 50,
    attempts: 20,
    timeoutSeconds: 7 * 24 * 60 * 60,
    run: (context) => run(deps, context),
  });

async function run(
  deps: TaskDependencies,
  { id, attempt, params, state, signal, progress, saveState }: TaskContext<WriteParams>,
): Promise<{ written: number; failed: number; failure?: Failure | undefined }> {
  const now = stateSchema.safeParse(state).data ?? { done: 0, written: 0, failed: 0 };
  const touched = new Set<string>();
  const library = await deps.libraries.findLibrary(params.libraryId);
  if (!library) throw new PermanentFailure(reason('library_removed'));
  if (library.writeMetadata === 'off') throw new PermanentFailure(reason('metadata_writing_off'));
  const total = await store.count(deps.database.db, params);
  try {
    for (;;) {
      const part = await listPart(deps.database.db, params, { after: now.after, limit: atOnce });
      const pass = async (after: string, work: () => Promise<Failure | undefined>) => {
        signal.throwIfAborted();
        const failure = await work();
        if (failure !== undefined) {
          now.failed++;
          now.failure = failure;
        }
        now.after = after;
        now.done++;
        saveState({ ...now });
        progress(now.done, Math.max(now.done, total));
      };
      const common = { library, taskId: id, signal, touched, onWritten: () => now.written++ };
      for (const book of part.books)
        await pass(toCursor('book', book.id), async () => {
          if (attempt > 1) await removeLeft(library, book, id);
          return writeOne(deps, { ...common, book });
        });
      for (const series of part.series)
        await pass(toCursor('series', series.id), async () => {
          if (attempt > 1) await removeLeft(library, series, id);
          return writeOneSeries(deps, { ...common, series });
        });
      if (part.next === undefined) break;
    }
  } finally {
    if (touched.size > 0) {
      await deps.describe(library, [...touched]);
      await deps.libraries.recount(library.id);
      await deps.onRead(library.id);
    }
  }
  const { after: _, done: __, ...result } = now;
  return result;
}

interface Common {
  library: ScanLibrary;
  taskId: string;
  signal: AbortSignal;
  touched: Set<string>;
  onWritten(): void;
}

interface One extends Common {
  book: store.WritableBook;
}

/** What went wrong. The series is described anew by its file at the end. */
async function writeOneSeries(
  deps: TaskDependencies,
  { series, touched, onWritten, ...one }: Common & { series: store.WritableSeries },
): Promise<Failure | undefined> {
  try {
    const [planned] = await planSeries(deps, [series]);
    if (!planned) return undefined;
    await writeSeries(deps, { ...one, planned });
    onWritten();
    touched.add(series.id);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem && error.reason)) throw error;
    return { title: series.title, ...error.reason };
  }
}

/** What went wrong. */
async function writeOne(deps: TaskDependencies, one: One): Promise<Failure | undefined> {
  try {
    await tryToWrite(deps, one);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem && error.reason)) throw error;
    if (error.reason.reason !== 'metadata_file_changed') return { title: one.book.title, ...error.reason };
  }
  // Changed since the last scan, or written by this task before it was cut off: it is read, and tried once more.
  try {
    await reread(deps, one);
    const [book] = await store.listAfter(
      deps.database.db,
      { column: 'id', id: one.book.id },
      { after: undefined, limit: 1 },
    );
    if (book) await tryToWrite(deps, { ...one, book });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem && error.reason)) throw error;
    return { title: one.book.title, ...error.reason };
  }
}

async function tryToWrite(deps: TaskDependencies, one: One): Promise<void> {
  const [planned] = await plan(deps, one.library, [one.book]);
  if (!planned) return;
  if ('refused' in planned) throw new Problem('conflict', planned.refused);
  await writeBook(deps, { library: one.library, planned, taskId: one.taskId, signal: one.signal });
  one.onWritten();
  await reread(deps, one);
}

/** What was written is read to its end, also when somebody cancels meanwhile. */
async function reread({ importer }: TaskDependencies, { library, book, touched }: One): Promise<void> {
  const { id, rootId, folder, fileName } = book;
  async function* folders() {
    yield [{ rootId, folder, books: [{ id, fileName }] }];
  }
  const seriesIds = await importer.reread({
    library,
    assignment: createSeriesAssignment(library),
    folders: folders(),
    signal: new AbortController().signal,
    onProgress() {},
  });
  for (const seriesId of seriesIds) touched.add(seriesId);
}
