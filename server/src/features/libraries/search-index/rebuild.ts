// Writes the search documents of a library again after an update that changes their words. Until then, searches use the
// previous documents.
import { z } from 'zod';
import { readChunks } from '#infrastructure/chunks.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { type AnyTaskDefinition, administration, defineTask } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import { wordsVersion } from '#infrastructure/text/document-words.ts';
import type { Indexing } from './service.ts';
import * as store from './store.ts';

interface Dependencies {
  database: Database;
  indexing: Indexing;
  queue: TaskQueue;
  /** Libraries with documents of another version, including removed ones. */
  listOutdated(version: number): Promise<string[]>;
  setVersion(libraryId: string, version: number): Promise<void>;
}

/** Documents per transaction: small enough that other writers do not wait long. */
const atOnce = 50;

export class SearchRebuild {
  readonly #deps: Dependencies;
  readonly #task;
  readonly task: AnyTaskDefinition;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#task = defineTask<Record<string, never>>({
      type: 'indexing.catch_up',
      payload: z.object({}),
      key: () => 'all',
      subject: administration,
      priority: 20,
      attempts: 20,
      timeoutSeconds: 24 * 60 * 60,
      run: ({ signal, progress }) => this.#run(signal, (done) => progress(done, done)),
    });
    this.task = this.#task;
  }

  /** Enqueues the work for outdated libraries. */
  async start(): Promise<void> {
    if ((await this.#deps.listOutdated(wordsVersion)).length > 0)
      await this.#deps.queue.enqueue(this.#task, {});
  }

  async #run(signal: AbortSignal, onProgress: (done: number) => void): Promise<{ done: number }> {
    const { database, indexing, listOutdated, setVersion } = this.#deps;
    let done = 0;
    for (const libraryId of await listOutdated(wordsVersion)) {
      for (const noun of ['series', 'book'] as const) {
        const parts = readChunks<{ id: string }>(atOnce, (last) =>
          store.listIds(database.db, noun, { libraryId, afterId: last?.id, limit: atOnce }),
        );
        for await (const rows of parts) {
          signal.throwIfAborted();
          const ids = rows.map(({ id }) => id);
          await database.transaction((tx) =>
            noun === 'book' ? indexing.rewriteBooks(tx, ids) : indexing.indexSeries(tx, ids),
          );
          done += ids.length;
          onProgress(done);
        }
      }
      await setVersion(libraryId, wordsVersion);
    }
    return { done };
  }
}
