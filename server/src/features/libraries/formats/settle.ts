// Groups files into entries and splits entries, in the transaction that changes files.

import { publishBooks } from '#catalog/changes.ts';
import type { ApplyEdits, BookFiles } from '#features/libraries/books/index.ts';
import type { Clock } from '#infrastructure/clock.ts';
import type { Database, Tx } from '#infrastructure/database/dialect.ts';
import type { EventBus } from '#infrastructure/events/bus.ts';
import { alone, type Entry, findName, toEntries, toNameKey } from './entries.ts';
import type { FormatRow, Name } from './store.ts';
import * as store from './store.ts';

/** A book that lists now show, or no longer show. */
type SettledBook = Pick<FormatRow, 'id' | 'seriesId' | 'libraryId'>;

export interface Settled {
  shown: SettledBook[];
  hidden: SettledBook[];
  /** Listed books that gained a format. */
  extended: SettledBook[];
}

interface Dependencies {
  database: Database;
  books: BookFiles;
  edits: Pick<ApplyEdits, 'copy'>;
  clock: Clock;
  /** Each moves references to a book (read lists, want to read) to another book, unless that book already has one. */
  keepers: readonly ((tx: Tx, ids: { from: string; to: string }) => Promise<unknown>)[];
  /** Copies each user's newest position in these files to all of them. */
  shareProgress(tx: Tx, bookIds: readonly string[]): Promise<unknown>;
}

interface Changed {
  /** Files that were added, changed, moved or deleted. */
  ids: readonly string[];
  /** The subset of files that did not exist before. */
  newIds?: ReadonlySet<string>;
}

export class Formats {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Groups and splits files after they were added, changed, moved or removed, in the same transaction. Idempotent. The
   * caller must recount the series and libraries of the result.
   */
  async settle(tx: Tx, { ids, newIds = new Set() }: Changed): Promise<Settled> {
    const grouping = await store.listGrouping(tx);
    const isGrouping = (libraryId: string) => grouping.has(libraryId);
    const rows = await gather(tx, ids, isGrouping);
    const thereIds = new Set(rows.map(({ id }) => id));
    const settled: Settled = { shown: [], hidden: [], extended: [] };
    for (const entry of toEntries(rows, { isGrouping, isNew: (id) => newIds.has(id) })) {
      const { main, others } = entry;
      // A scan may show a hidden file again if it read the file before it was hidden.
      const hidden = others.filter((row) => row.mainBookId !== main.id || row.deletedAt === null);
      const isShown = main.deletedAt !== null;
      if (!isShown && hidden.length === 0) continue;
      await this.#write(tx, entry, { hidden, isFormerGone: !thereIds.has(main.mainBookId ?? '') });
      if (isShown) settled.shown.push(main);
      else settled.extended.push(main);
      settled.hidden.push(...hidden.filter((row) => row.deletedAt === null));
    }
    return settled;
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

  async #write(
    tx: Tx,
    { main, others }: Entry,
    { hidden, isFormerGone }: { hidden: readonly FormatRow[]; isFormerGone: boolean },
  ): Promise<void> {
    const { books } = this.#deps;
    const nowMs = this.#deps.clock();
    const keep = async (from: string) => {
      for (const keeper of this.#deps.keepers) await keeper(tx, { from, to: main.id });
    };
    if (main.mainBookId !== null) {
      await books.setMain(tx, [main.id], { mainBookId: null, nowMs });
      // The former main file was deleted: this file inherits its references and edits.
      if (isFormerGone) {
        await keep(main.mainBookId);
        await this.#deps.edits.copy(tx, main.mainBookId, main.id);
      }
    }
    if (hidden.length > 0) {
      const hiddenIds = hidden.map(({ id }) => id);
      await books.setMain(tx, hiddenIds, { mainBookId: main.id, nowMs });
      // Catalogs state when an entry and its links changed.
      await books.touch(tx, [main.id], nowMs);
      for (const id of hiddenIds) await keep(id);
      await this.#deps.shareProgress(
        tx,
        [main, ...others].map(({ id }) => id),
      );
    }
  }
}

/** Existing files that shared, share or will share an entry with the changed files. */
async function gather(
  tx: Tx,
  ids: readonly string[],
  isGrouping: (libraryId: string) => boolean,
): Promise<FormatRow[]> {
  const known = new Map<string, FormatRow>();
  const asked = new Set<string>();
  const notAsked = (kind: string, values: readonly string[]) =>
    [...new Set(values)].filter((value) => {
      const key = `${kind} ${value}`;
      const isNew = !asked.has(key);
      asked.add(key);
      return isNew;
    });
  const read = async (column: 'id' | 'mainBookId' | 'formatGroup', values: readonly string[]) =>
    store.listBy(tx, column, notAsked(column, values));
  const readNames = (rows: readonly FormatRow[]) => {
    const byKey = new Map<string, Name>();
    for (const row of rows) {
      const name = findName(row, isGrouping);
      if (name) byKey.set(toNameKey(name), name);
    }
    const wanted = notAsked('name', [...byKey.keys()]);
    return store.listByNames(
      tx,
      wanted.flatMap((key) => byKey.get(key) ?? []),
    );
  };
  let open = [...(await read('id', ids)), ...(await read('mainBookId', ids))];
  while (open.length > 0) {
    for (const row of open) known.set(row.id, row);
    const found = [
      ...(await readNames(open)),
      ...(await read(
        'id',
        open.flatMap(({ mainBookId }) => mainBookId ?? []),
      )),
      ...(await read(
        'mainBookId',
        open.map(({ id }) => id),
      )),
      ...(await read(
        'formatGroup',
        open.flatMap(({ formatGroup }) => (formatGroup === alone ? [] : (formatGroup ?? []))),
      )),
    ];
    open = found.filter(({ id }) => !known.has(id));
  }
  return [...known.values()];
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
