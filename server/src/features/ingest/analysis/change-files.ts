// Shared code of tasks that change files one by one. Refused files are counted and reported, and the others are
// processed. A task can be interrupted at any time and continues with the same file. Affected series are updated at the
// end, including those of an interrupted attempt.
import { z } from 'zod';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import { type Reason, reasonOf } from '#infrastructure/errors.ts';
import type { TaskContext } from '#infrastructure/tasks/define.ts';

export interface ChangeDependencies {
  libraries: LibraryScan;
  /** Updates names and descriptions of series from their books. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void>;
  /** Called after books of a library were read. */
  onRead(libraryId: string): Promise<void>;
}

export interface FileChange {
  /** The cursor after this file. */
  cursor: string;
  /** The book or series that the file belongs to. */
  owner: { bookId: string } | { seriesId: string };
  /**
   * Returns whether the file was changed, and adds the affected series. Throws a Problem with the reason of a refusal.
   */
  work(touched: Set<string>): Promise<boolean>;
}

const stateSchema = z.object({
  /** Number of processed files. */
  done: z.number(),
  changed: z.number(),
  failed: z.number(),
  after: z.string().optional(),
  /** The last failure, by ids and the key of its reason: messages name files. */
  failure: z
    .object({
      bookId: z.string().optional(),
      seriesId: z.string().optional(),
      reason: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    })
    .optional(),
});
type State = z.infer<typeof stateSchema>;

interface Changing {
  library: ScanLibrary;
  /** Total number of files, of which earlier attempts have processed `done`. */
  count(done: number): Promise<number>;
  /** The next files after a cursor; empty at the end. */
  list(after: string | undefined): Promise<readonly FileChange[]>;
}

export async function changeFiles(
  { libraries, describe, onRead }: ChangeDependencies,
  {
    state,
    signal,
    progress,
    saveState,
    log,
  }: Pick<TaskContext<unknown>, 'state' | 'signal' | 'progress' | 'saveState' | 'log'>,
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
          now.failure = { ...owner, ...toNameless(ended) };
          log.warn({ ...owner, reason: ended.message }, 'failed to change a file');
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

/** Values of messages that do not name files. */
const plainValues = ['code', 'left'];

function toNameless({ reason: key, params = {} }: Reason): Pick<Reason, 'reason' | 'params'> {
  // Its value is the sentence of a reader.
  if (key === 'metadata_refused') return { reason: 'file_unreadable' };
  return {
    reason: key,
    params: Object.fromEntries(Object.entries(params).filter(([name]) => plainValues.includes(name))),
  };
}

const settle = (work: Promise<boolean>): Promise<boolean | Reason> => work.catch(reasonOf);
