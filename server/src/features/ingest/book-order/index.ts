// Places the books of existing libraries again after an update changed the rules of the reading order. Uses names and
// stored metadata and reads no files. Progress and lists refer to books, which do not change.
import { z } from 'zod';
import type { ApplyEdits, BookFiles, FileFacts } from '#features/libraries/books/index.ts';
import type { LibraryScan, ScanLibrary } from '#features/libraries/libraries/index.ts';
import { orderRules, parseFacts, toFactsJson } from '#features/libraries/reading-order/index.ts';
import { readChunks } from '#infrastructure/chunks.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { defineTask, type TaskContext } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import { toBookName } from '../pipeline/index.ts';
import { type AssignableFile, SeriesAssignment } from '../series-assignment/index.ts';
import { listBookIds, listSeries } from './store.ts';

interface Dependencies {
  database: Database;
  queue: TaskQueue;
  books: BookFiles;
  edits: ApplyEdits;
  libraries: LibraryScan;
  /** Orders and describes series. */
  describe(library: ScanLibrary, seriesIds: readonly string[]): Promise<void>;
}

interface Params {
  libraryId: string;
}

/** Series per transaction. */
const seriesAtOnce = 50;
/** Books per transaction. */
const booksAtOnce = 500;

export class BookOrder {
  readonly #deps: Dependencies;
  readonly task;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.task = defineTask<Params>({
      type: 'book_order.place',
      payload: z.object({ libraryId: z.uuid() }),
      key: ({ libraryId }) => libraryId,
      subject: ({ libraryId }) => ({ kind: 'library', libraryId }),
      priority: 50,
      attempts: 20,
      timeoutSeconds: 24 * 60 * 60,
      run: (context) => this.#placeAll(context),
    });
  }

  /** Enqueues libraries whose books were placed by other rules. */
  async start(): Promise<void> {
    for (const libraryId of await this.#deps.libraries.listOrderedByOthers(orderRules))
      await this.#deps.queue.enqueue(this.task, { libraryId });
  }

  async #placeAll({ params: { libraryId }, signal, progress }: TaskContext<Params>) {
    const { database, libraries, describe } = this.#deps;
    const library = await libraries.findLibrary(libraryId);
    if (!library) return { done: 0 };
    const assignment = new SeriesAssignment(library);
    let done = 0;
    const parts = readChunks<string>(seriesAtOnce, (last) =>
      listSeries(database.db, { libraryId, after: last, limit: seriesAtOnce }),
    );
    for await (const seriesIds of parts) {
      for await (const ids of readChunks<string>(booksAtOnce, (last) =>
        listBookIds(database.db, { seriesIds, after: last, limit: booksAtOnce }),
      )) {
        signal.throwIfAborted();
        await this.#renewFacts(ids, assignment);
        done += ids.length;
      }
      await describe(library, seriesIds);
      progress(done, done);
    }
    await libraries.setOrderedBy(libraryId, orderRules);
    return { done };
  }

  async #renewFacts(ids: readonly string[], assignment: SeriesAssignment): Promise<void> {
    const { database, books, edits } = this.#deps;
    await database.transaction(async (tx) => {
      const changed = new Map<string, string>();
      for (const facts of await edits.listFileFacts(tx, ids)) {
        const orderFacts = toFactsJson(assignment.derive(toFile(facts)).order);
        if (orderFacts === facts.orderFacts) continue;
        if (!(await edits.replaceOrderFacts(tx, facts.book.id, orderFacts)))
          changed.set(facts.book.id, orderFacts);
      }
      await books.saveOrderFacts(tx, changed);
    });
  }
}

/** The file with its stored metadata. The text of a number is in the known facts. */
function toFile({ book, values, orderFacts }: FileFacts): AssignableFile {
  const { folder, fileName, fileFormat } = book;
  const { shown } = parseFacts(orderFacts);
  const name = fileFormat === 'folder' ? toBookName({ name: fileName, stamp: '' }) : fileName;
  if (!values) return { folder, name, metadata: null };
  const { number } = values;
  return {
    folder,
    name,
    metadata: {
      title: values.title ?? undefined,
      titleSort: values.titleSort ?? undefined,
      series: values.series ?? undefined,
      number: number ?? undefined,
      numberText:
        number === null
          ? undefined
          : shown?.by === 'number' && shown.value === number
            ? shown.text
            : String(number),
      volume: values.volume ?? undefined,
      chapter: values.chapter ?? undefined,
      bookType: values.bookType ?? undefined,
      formatDetail: values.formatDetail ?? undefined,
      edition: values.edition ?? undefined,
      releaseDate: values.releaseDate ?? undefined,
      source: fileFormat === 'epub' ? 'opf' : undefined,
    },
  };
}
