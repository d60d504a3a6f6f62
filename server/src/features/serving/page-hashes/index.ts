// Compares comics by the appearance of their pages: finds other scans of a comic, and credit pages to skip.
import { creditPages, similarComics } from '@lectern/contract/serving/page-hashes';
import { toBookDto } from '#catalog/books/book-dto.ts';
import { toScope } from '#catalog/visible.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { toTime, toTimeOrNull } from '#infrastructure/clock.ts';
import { forbidden, notFound, reason } from '#infrastructure/errors.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import { readPage } from '#infrastructure/http/routes/pagination.ts';
import { newId } from '#infrastructure/ids.ts';
import type { PageHashDependencies } from './dependencies.ts';
import * as store from './store.ts';
import { type CompareTask, defineCompareTask, defineHashTask, type HashTask } from './tasks.ts';

/** Decisions imported from another server. */
interface Decisions {
  /** Pairs of different comics. The lower id of each pair comes first. */
  differentBooks: readonly { bookId: string; otherId: string }[];
  creditPages: readonly { libraryId: string; hash: string; state: 'skipped' | 'shown' }[];
}

export interface PageDecisions {
  /** Keeps existing decisions of this server. */
  takeDecisions(decisions: Decisions): Promise<void>;
}

const empty = { count: async () => 0, list: async () => [] };

export class PageHashes implements PageDecisions {
  readonly #deps: PageHashDependencies;
  readonly #compareTask: CompareTask;
  readonly #hashTask: HashTask;
  readonly routes: MountedRoute[];
  readonly tasks: [HashTask, CompareTask];

  constructor(deps: PageHashDependencies) {
    this.#deps = deps;
    this.#compareTask = defineCompareTask(deps);
    this.#hashTask = defineHashTask(deps, this.#compareTask);
    this.routes = [...createSimilarRoutes(deps), ...createCreditRoutes(deps)];
    this.tasks = [this.#hashTask, this.#compareTask];
  }

  /** Enqueues hashing the remaining comics of a library with page comparison. */
  async request(libraryId: string): Promise<void> {
    if (!(await store.isCompared(this.#deps.database.db, libraryId))) return;
    await this.#deps.queue.enqueue(this.#hashTask, { libraryId }, { rerun: true });
  }

  /** Page comparison was turned on or off. */
  async restart(libraryId: string): Promise<void> {
    await this.request(libraryId);
    await this.#deps.queue.enqueue(this.#compareTask, {}, { rerun: true });
  }

  /** Numbers of the pages of a book that readers skip. */
  listSkippedPages(bookId: string): Promise<number[]> {
    return store.listSkippedPages(this.#deps.database.db, bookId);
  }

  async takeDecisions({ differentBooks, creditPages }: Decisions): Promise<void> {
    if (differentBooks.length + creditPages.length === 0) return;
    const nowMs = this.#deps.clock();
    await store.saveDismissed(this.#deps.database, differentBooks, { toId: newId, nowMs });
    await store.saveDecisions(this.#deps.database, creditPages, { toId: newId, nowMs });
    await this.#deps.queue.enqueue(this.#compareTask, {}, { rerun: true });
  }
}

function createSimilarRoutes({ database: { db }, catalog }: PageHashDependencies): MountedRoute[] {
  async function show(viewer: Viewer, rows: readonly store.SimilarRow[]) {
    const ids = rows.flatMap(({ bookId, otherId }) => [bookId, otherId]);
    const books = new Map((await catalog.books.listByIds(viewer, ids)).map((row) => [row.id, row]));
    return rows.map(({ id, bookId, otherId, matching, compared, isDismissed, foundAt }) => ({
      id,
      matching,
      compared,
      dismissed: isDismissed === 1,
      foundAt: toTime(foundAt),
      books: [bookId, otherId]
        .flatMap((one) => books.get(one) ?? [])
        .sort((a, b) => a.createdAt - b.createdAt)
        .map((row) => toBookDto(row, viewer)),
    }));
  }

  return implement(similarComics, {
    async list({ viewer, query, request }) {
      const { libraryId, dismissed } = query;
      const scope = await toScope(catalog.libraries, viewer);
      const isSeen = libraryId === undefined || scope.libraryIds.includes(libraryId);
      if (scope.libraryIds.length === 0 || !isSeen) return readPage(query, request.url, empty);
      const which = { scope, libraryId, isDismissed: dismissed };
      return readPage(query, request.url, {
        count: () => store.countPairs(db, which),
        list: async (window) => show(viewer, await store.listPairs(db, which, window)),
      });
    },
    async update({ viewer, params, body }) {
      const scope = await toScope(catalog.libraries, viewer);
      const which = { scope, id: params.id };
      const [row] = scope.libraryIds.length === 0 ? [] : await store.listPairs(db, which);
      if (!row) throw notFound('pair of comics');
      await store.dismiss(db, row.id, body.dismissed);
      const [shown] = await show(viewer, [{ ...row, isDismissed: Number(body.dismissed) }]);
      if (!shown) throw notFound('pair of comics');
      return shown;
    },
  });
}

function createCreditRoutes({ database: { db }, catalog, clock }: PageHashDependencies): MountedRoute[] {
  async function show(viewer: Viewer, rows: readonly store.ShownCredit[]) {
    const books = await catalog.books.listByIds(
      viewer,
      rows.map(({ bookId }) => bookId),
    );
    const bookOf = new Map(books.map((row) => [row.id, row]));
    const shown = rows.map(async (row) => {
      const book = bookOf.get(row.bookId);
      if (!book) return [];
      return [
        {
          id: row.id,
          libraryId: row.libraryId,
          libraryName: book.library.name,
          state: row.state,
          bookCount: row.bookCount,
          seriesCount: row.seriesCount,
          bookId: book.id,
          bookTitle: book.title,
          seriesName: book.seriesTitle,
          pageCount: book.pageCount,
          pageNumber: await store.findPlace(db, row.id, book.id),
          foundAt: toTime(row.foundAt),
          decidedAt: toTimeOrNull(row.decidedAt),
        },
      ];
    });
    return (await Promise.all(shown)).flat();
  }

  async function get(viewer: Viewer, id: string): Promise<store.ShownCredit> {
    const scope = await toScope(catalog.libraries, viewer);
    const [row] = scope.libraryIds.length === 0 ? [] : await store.listShownCredits(db, { scope, id });
    if (!row) throw notFound('credit page');
    return row;
  }

  return implement(creditPages, {
    async list({ viewer, query, request }) {
      const scope = await toScope(catalog.libraries, viewer, query.libraryId);
      if (scope.libraryIds.length === 0) return readPage(query, request.url, empty);
      const which = { scope, state: query.state };
      return readPage(query, request.url, {
        count: () => store.countCredits(db, which),
        list: async (window) => show(viewer, await store.listShownCredits(db, which, window)),
      });
    },
    async update({ viewer, params, body }) {
      const row = await get(viewer, params.id);
      // The decision also affects books that a restricted viewer cannot see.
      if (viewer.seriesRule) throw forbidden(reason('credit_pages_limited'));
      await store.decide(db, row.id, body.state, clock());
      const [shown] = await show(viewer, [await get(viewer, row.id)]);
      if (!shown) throw notFound('credit page');
      return shown;
    },
  });
}
