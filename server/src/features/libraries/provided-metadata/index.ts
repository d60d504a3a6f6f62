// Provider metadata across books and series: removed with its provider, and merged again when the provider order
// changes. It is stored by metadata-layers.
import { z } from 'zod';
import { system } from '#infrastructure/access/viewer.ts';
import { readChunks, readRows } from '#infrastructure/chunks.ts';
import type { Database, Db } from '#infrastructure/database/dialect.ts';
import { type AnyTaskDefinition, administration, defineTask } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { BookMetadataService } from '../books/index.ts';
import { parseProvided } from '../metadata-layers/index.ts';
import type { SeriesMetadataService } from '../series/index.ts';
import { listBooks, listSeries, type ProvidedRow } from './store.ts';

type Noun = 'books' | 'series';
type Listener = (noun: Noun, ids: readonly string[]) => Promise<void>;

const chunkSize = 100;

const readKnown =
  (db: Db, noun: Noun, libraryId: string | undefined, after?: string) => (last: ProvidedRow | undefined) =>
    (noun === 'books' ? listBooks : listSeries)(db, {
      libraryId,
      after: last?.id ?? after,
      limit: chunkSize,
    });

async function isAnythingKnown(db: Db, libraryId?: string): Promise<boolean> {
  const asked = { libraryId, after: undefined, limit: 1 };
  return (await listSeries(db, asked)).length + (await listBooks(db, asked)).length > 0;
}

export class ProvidedMetadata {
  readonly #database: Database;
  readonly #queue: TaskQueue;
  readonly #listeners: Listener[] = [];
  readonly #merge;
  readonly #remove;
  readonly tasks: AnyTaskDefinition[];
  /** Reports that provider metadata or its precedence has changed. */
  readonly noteChanged: Listener = async (noun, ids) => {
    for (const listener of this.#listeners) await listener(noun, ids);
  };

  constructor(
    database: Database,
    books: BookMetadataService,
    series: SeriesMetadataService,
    queue: TaskQueue,
  ) {
    this.#database = database;
    this.#queue = queue;
    // Books first: series are described from their books.
    const nouns = [
      { noun: 'books', service: books },
      { noun: 'series', service: series },
    ] as const;
    const common = { priority: 50, attempts: 5, timeoutSeconds: 24 * 60 * 60 };
    this.#merge = defineTask({
      ...common,
      type: 'providers.merge',
      payload: z.object({ libraryId: z.string() }),
      key: ({ libraryId }) => libraryId,
      subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
      run: async ({ params: { libraryId }, signal, progress }) => {
        let done = 0;
        for (const { noun, service } of nouns) {
          for await (const rows of readChunks(chunkSize, readKnown(database.db, noun, libraryId))) {
            signal.throwIfAborted();
            const ids = rows.map(({ id }) => id);
            await service.remerge(system, ids);
            await this.noteChanged(noun, ids);
            done += rows.length;
            progress(done, done);
          }
        }
        return { done };
      },
    });
    this.#remove = defineTask({
      ...common,
      type: 'providers.remove',
      payload: z.object({ provider: z.string() }),
      key: ({ provider }) => provider,
      subject: administration,
      run: async ({ params: { provider }, signal, progress }) => {
        let done = 0;
        for (const { noun, service } of nouns) {
          for await (const rows of readChunks(chunkSize, readKnown(database.db, noun, undefined))) {
            signal.throwIfAborted();
            const saidBy = rows.filter((row) =>
              parseProvided(row.provided).some((one) => one.provider === provider),
            );
            await service.provideEverywhere(
              saidBy.map(({ id }) => id),
              (provided) => provided.filter((one) => one.provider !== provider),
            );
            await this.noteChanged(
              noun,
              saidBy.map(({ id }) => id),
            );
            done += saidBy.length;
            progress(done, done);
          }
        }
        return { done };
      },
    });
    this.tasks = [this.#merge, this.#remove];
  }

  /** Enqueues merging metadata again after the provider order of a library changed. */
  async requestMerge(libraryId: string): Promise<void> {
    if (await isAnythingKnown(this.#database.db, libraryId))
      await this.#queue.enqueue(this.#merge, { libraryId }, { rerun: true });
  }

  /** Enqueues removing all metadata of a removed provider. */
  async requestRemoval(provider: string): Promise<void> {
    if (await isAnythingKnown(this.#database.db))
      await this.#queue.enqueue(this.#remove, { provider }, { rerun: true });
  }

  /** Registers a listener for such changes. */
  onChanged(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Yields books or series with provider metadata, ordered by id, starting after an id. */
  readKnown(noun: Noun, libraryId: string, after: string | undefined): AsyncGenerator<ProvidedRow> {
    return readRows(chunkSize, readKnown(this.#database.db, noun, libraryId, after));
  }
}
