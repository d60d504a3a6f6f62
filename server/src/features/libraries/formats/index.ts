// Formats: several files of one book form one entry of the library.
import { bookFormats as contract } from '@lectern/contract/libraries/book-formats';
import { publishBooks } from '#catalog/changes.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import {
  addFormats,
  type ByHandDependencies,
  type FormatDecision,
  removeFormat,
  takeDecisions,
} from './by-hand.ts';
import { type SettleDependencies, type Settled, settle } from './settle.ts';
import * as store from './store.ts';

export { alone } from './entries.ts';

export class Formats {
  readonly #deps: SettleDependencies & { database: Database };

  constructor(deps: SettleDependencies & { database: Database }) {
    this.#deps = deps;
  }

  /**
   * Groups and splits files after they were added, changed, moved or removed, in the same transaction. The caller must
   * recount the series and libraries of the result.
   */
  settle(tx: Tx, changed: { ids: readonly string[]; newIds?: ReadonlySet<string> }): Promise<Settled> {
    return settle(this.#deps, tx, changed);
  }

  /** Yields the ids of existing files of a library, several hundred at a time. */
  async *listIds(libraryId: string): AsyncGenerator<string[]> {
    for (let last: string | undefined; ; ) {
      const ids = (await store.listIds(this.#deps.database.db, libraryId, last)).map(({ id }) => id);
      if (ids.length === 0) return;
      yield ids;
      last = ids.at(-1);
    }
  }
}

/**
 * Call after the transaction. Books that become main entries are published as created, books that become formats as
 * deleted, and books that gain a format as updated.
 */
export function publishSettled(events: EventBus, { shown, hidden, extended }: Settled): void {
  for (const [kind, books] of [
    ['created', shown],
    ['deleted', hidden],
    ['updated', extended],
  ] as const)
    for (const [seriesId, rows] of Map.groupBy(books, (book) => book.seriesId)) {
      const bookIds = rows.map(({ id }) => id);
      publishBooks(events, { bookIds, seriesId, libraryId: rows[0]?.libraryId ?? '', kind });
    }
}

export interface FormatDecisions {
  /** Applies decisions made elsewhere to files without a decision on this server. */
  takeDecisions(decisions: readonly FormatDecision[]): Promise<void>;
}

export function createFormatsFeature(
  deps: Omit<ByHandDependencies, 'settle' | 'publishSettled'> & { formats: Formats },
): { routes: MountedRoute[]; decisions: FormatDecisions } {
  const byHand: ByHandDependencies = {
    ...deps,
    settle: (tx, changed) => deps.formats.settle(tx, changed),
    publishSettled: (settled) => publishSettled(deps.events, settled),
  };
  return {
    decisions: { takeDecisions: (decisions) => takeDecisions(byHand, decisions) },
    routes: implement(contract, {
      add: async ({ viewer, params, body }) => ({
        formats: await addFormats(byHand, viewer, params.id, body),
      }),
      remove: ({ viewer, params }) => removeFormat(byHand, viewer, params.id, params.bookId),
    }),
  };
}
