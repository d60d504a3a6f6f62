// The task that converts, book by book. It can be cut off at any moment and goes on with the next.
import { z } from 'zod';
import type { LibraryScan } from '#features/libraries/libraries/index.ts';
import { Problem, type Reason, reason } from '#infrastructure/errors.ts';
import { defineTask, PermanentFailure, type TaskContext } from '#infrastructure/tasks/define.ts';
import { failureSchema, scopeSchema, toSubject } from '../analysis/index.ts';
import { type ConvertDependencies, convertBook } from './convert.ts';
import * as store from './store.ts';

export interface TaskDependencies extends ConvertDependencies {
  libraries: LibraryScan;
  /** Updates names and descriptions of series from their books. */
  describe: (
    library: Parameters<typeof convertBook>[1]['library'],
    seriesIds: readonly string[],
  ) => Promise<void>;
  onRead(libraryId: string): Promise<void>;
}

const paramsSchema = scopeSchema.extend({ userId: z.uuid() });
export type ConvertParams = z.infer<typeof paramsSchema>;

const stateSchema = z.object({
  /** Books that were looked at. */
  done: z.number(),
  converted: z.number(),
  failed: z.number(),
  after: z.string().optional(),
  /** The last that went wrong. */
  failure: failureSchema.optional(),
});
type State = z.infer<typeof stateSchema>;

const atOnce = 25;

export type ConvertTask = ReturnType<typeof defineConvertTask>;

export const defineConvertTask = (deps: TaskDependencies) =>
  defineTask<ConvertParams>({
    type: 'conversions.convert',
    payload: paramsSchema,
    key: ({ column, id }) => `${column}:${id}`,
    about: toSubject,
    priority: 50,
    attempts: 20,
    timeoutSeconds: 7 * 24 * 60 * 60,
    run: (context) => run(deps, context),
  });

async function run(
  deps: TaskDependencies,
  { params, state, signal, progress, saveState }: TaskContext<ConvertParams>,
): Promise<Omit<State, 'after' | 'done'>> {
  const now: State = stateSchema.safeParse(state).data ?? { done: 0, converted: 0, failed: 0 };
  const library = await deps.libraries.findLibrary(params.libraryId);
  if (!library) throw new PermanentFailure(reason('library_removed'));
  if (!library.allowFileChanges) throw new PermanentFailure(reason('file_changes_off'));
  const touched = new Set<string>();
  const total = now.done + (await store.count(deps.database.db, params));
  try {
    for (;;) {
      const books = await store.listAfter(deps.database.db, params, { after: now.after, limit: atOnce });
      for (const book of books) {
        signal.throwIfAborted();
        const ended = await settle(convertBook(deps, { library, book, userId: params.userId, signal }));
        if (ended instanceof Set) {
          now.converted++;
          for (const seriesId of ended.add(book.seriesId)) touched.add(seriesId);
        } else {
          now.failed++;
          now.failure = { title: book.title, ...ended };
        }
        now.after = book.id;
        now.done++;
        saveState({ ...now });
        progress(now.done, total);
      }
      if (books.length < atOnce) break;
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

/** What the work gives, or why it was refused. */
const settle = <T>(work: Promise<T>): Promise<T | Reason> =>
  work.catch((error: unknown) => {
    if (error instanceof Problem && error.reason) return error.reason;
    throw error;
  });
