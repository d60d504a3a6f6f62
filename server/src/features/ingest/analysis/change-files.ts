// Tasks that change files one by one: what is refused is counted and told, and the others go on. They can be cut off at any moment and
// go on with the file that they were at; what was changed is brought up to date at the end, also of what was cut off.
import { z } from 'zod';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import { type Reason, reasonOf } from '#infrastructure/errors.ts';
import type { TaskContext } from '#infrastructure/tasks/define.ts';

export interface ChangeDependencies {
  libraries: LibraryScan;
  /** Updates names and descriptions of series from their books. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void>;
  /** Books of a library were read. */
  onRead(libraryId: string): Promise<void>;
}

export interface FileChange {
  /** Where the task goes on behind it. */
  cursor: string;
  /** The book or series whose file it is. */
  owner: { bookId: string } | { seriesId: string };
  /** Whether the file was changed; adds the series that were. Throws a Problem with what keeps it from that. */
  work(touched: Set<string>): Promise<boolean>;
}

const stateSchema = z.object({
  /** Files that were looked at. */
  done: z.number(),
  changed: z.number(),
  failed: z.number(),
  after: z.string().optional(),
  /** The last failure, with the id of its book or series. */
  failure: z
    .object({
      bookId: z.string().optional(),
      seriesId: z.string().optional(),
      reason: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      message: z.string(),
    })
    .optional(),
});
type State = z.infer<typeof stateSchema>;

interface Changing {
  library: ScanLibrary;
  /** Of which `done` were looked at by an earlier attempt. */
  count(done: number): Promise<number>;
  /** The next ones behind a cursor; none at the end. */
  list(after: string | undefined): Promise<readonly FileChange[]>;
}

export async function changeFiles(
  { libraries, describe, onRead }: ChangeDependencies,
  {
    state,
    signal,
    progress,
    saveState,
  }: Pick<TaskContext<unknown>, 'state' | 'signal' | 'progress' | 'saveState'>,
  { library, count, list }: Changing,
): Promise<Pick<State, 'changed' | 'failed' | 'failure'>> {
  const now: State = stateSchema.safeParse(state).data ?? { done: 0, changed: 0, failed: 0 };
  const touched = new Set<string>();
  const total = await count(now.done);
  try {
    for (let part = await list(now.after); part.length > 0; part = await list(now.after))
      for (const { cursor, owner, work } of part) {
        signal.throwIfAborted();
        const ended = await settle(work(touched));
        if (ended === true) now.changed++;
        if (typeof ended === 'object') {
          now.failed++;
          now.failure = { ...owner, ...ended };
        }
        now.after = cursor;
        now.done++;
        saveState({ ...now });
        progress(now.done, Math.max(now.done, total));
      }
  } finally {
    if (touched.size > 0) {
      await describe(library, [...touched]);
      await libraries.recount(library.id);
      await onRead(library.id);
    }
  }
  const { changed, failed, failure } = now;
  return { changed, failed, ...(failure && { failure }) };
}

const settle = (work: Promise<boolean>): Promise<boolean | Reason> => work.catch(reasonOf);
