// Updates rows written by an older version: creates their terms, search documents and folded columns once, in the
// background, in small batches.
import { z } from 'zod';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { administration, defineTask } from '#infrastructure/tasks/define.ts';

interface Dependencies {
  /** One batch of books written by an older version. */
  listOutdatedBooks(limit: number): Promise<string[]>;
  /** Updates their columns and marks them as current. */
  refreshBooks(tx: Tx, ids: readonly string[]): Promise<void>;
  listOutdatedSeries(limit: number): Promise<string[]>;
  refreshSeries(tx: Tx, ids: readonly string[]): Promise<void>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

const chunkSize = 200;

export function defineCatchUp(deps: Dependencies) {
  const kinds = [
    { list: deps.listOutdatedSeries, refresh: deps.refreshSeries },
    { list: deps.listOutdatedBooks, refresh: deps.refreshBooks },
  ];
  return defineTask<Record<string, never>>({
    type: 'indexing.catch_up',
    payload: z.object({}),
    key: () => 'all',
    subject: administration,
    priority: 60,
    attempts: 20,
    timeoutSeconds: 7 * 24 * 60 * 60,
    async run({ signal, progress }) {
      let done = 0;
      for (const { list, refresh } of kinds) {
        for (let ids = await list(chunkSize); ids.length > 0; ids = await list(chunkSize)) {
          signal.throwIfAborted();
          const part = ids;
          await deps.transaction((tx) => refresh(tx, part));
          done += part.length;
          progress(done, done + chunkSize);
        }
      }
      return { done };
    },
  });
}
