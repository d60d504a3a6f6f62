// Series as scans keep them: made from what the strategy says, named and described by what the books say.
import type { CountChange } from '#catalog/changes.ts';
import type { Db, Tx } from '#kernel/database/dialect.ts';
import { newId } from '#kernel/ids.ts';
import { fold } from '#kernel/text/fold.ts';
import { toSortKey } from '#kernel/text/sort-key.ts';
import type { SeriesTable } from '#schema/tables/series.ts';
import type { BookFiles } from '../../books/index.ts';
import { summarise } from './facts.ts';
import { createSeriesScanStore, type SeriesFacts } from './store.ts';

/** A series as the strategy sees it from one book. */
export interface SeriesSeed {
  key: string;
  name: string;
  /** Folder relative to the root, or null. */
  path: string | null;
  year: number | null;
  rootId: string;
}

/** Where a book belongs. */
export interface SeriesHome {
  id: string;
  titleKey: string;
}

export interface SeriesScan {
  /** The series of these keys, made where they are missing. */
  ensure(
    tx: Tx,
    request: { libraryId: string; seeds: readonly SeriesSeed[]; nowMs: number },
  ): Promise<Map<string, SeriesHome>>;
  /** Counts books again; returns what that changes for the libraries of these series. */
  recount(tx: Tx, seriesIds: readonly string[], nowMs: number): Promise<CountChange[]>;
  /** Names and describes these series after their books; returns those that changed. */
  describe(tx: Tx, seriesIds: readonly string[], nowMs: number): Promise<string[]>;
  removeEmpty(tx: Tx, seriesIds: readonly string[]): Promise<void>;
  /** Series whose books came, changed or went since a moment. */
  listTouched(db: Db, libraryId: string, sinceMs: number): Promise<string[]>;
}

export function createSeriesScan({ books }: { books: Pick<BookFiles, 'followSeries'> }): SeriesScan {
  const store = createSeriesScanStore();
  return {
    async ensure(tx, { libraryId, seeds, nowMs }) {
      const byKey = new Map(seeds.map((seed) => [seed.key, seed]));
      const find = () => store.findByKeys(tx, libraryId, [...byKey.keys()]);
      const known = await find();
      for (const row of known) {
        const seed = byKey.get(row.seriesKey);
        if (!seed || (seed.name === row.placedTitle && seed.year === row.placedYear)) continue;
        await store.update(tx, row.id, { placedTitle: seed.name, placedYear: seed.year });
      }
      const keys = new Set(known.map((row) => row.seriesKey));
      const missing = [...byKey.values()].filter((seed) => !keys.has(seed.key));
      await store.insert(
        tx,
        missing.map((seed) => toNewRow(seed, libraryId, nowMs)),
      );
      const homes = missing.length === 0 ? known : await find();
      return new Map(homes.map(({ seriesKey, id, titleKey }) => [seriesKey, { id, titleKey }]));
    },
    recount: (tx, seriesIds, nowMs) => store.recount(tx, seriesIds, nowMs),
    removeEmpty: (tx, seriesIds) => store.removeEmpty(tx, seriesIds),
    listTouched: store.listTouched,
    async describe(tx, seriesIds, nowMs) {
      const [rows, facts] = await Promise.all([
        store.listByIds(tx, seriesIds),
        store.listFacts(tx, seriesIds),
      ]);
      const factsOf = Map.groupBy(facts, (fact) => fact.seriesId);
      const changedIds: string[] = [];
      for (const row of rows) {
        const change = findChange(row, factsOf.get(row.id) ?? []);
        if (!change) continue;
        await store.update(tx, row.id, { ...change, updatedAt: nowMs });
        if (change.titleKey !== undefined) await books.followSeries(tx, row.id, change.titleKey);
        changedIds.push(row.id);
      }
      return changedIds;
    },
  };
}

function toNewRow(seed: SeriesSeed, libraryId: string, nowMs: number): SeriesTable {
  return {
    id: newId(),
    libraryId,
    seriesKey: seed.key,
    path: seed.path,
    rootId: seed.rootId,
    placedTitle: seed.name,
    placedYear: seed.year,
    ...toTitle(seed.name),
    titleSort: null,
    titleLocked: 0,
    summary: null,
    publisher: null,
    imprint: null,
    year: seed.year,
    status: null,
    language: null,
    ageRating: null,
    readingDirection: null,
    totalVolumeCount: null,
    coverSource: 'first_book',
    coverId: null,
    bookCount: 0,
    booksUpdatedAt: nowMs,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

const toTitle = (title: string) => ({ title, titleFolded: fold(title), titleKey: toSortKey(title) });

/** The columns that differ from what the books say now, or undefined. */
function findChange(row: SeriesTable, facts: readonly SeriesFacts[]): Partial<SeriesTable> | undefined {
  const { name, ...described } = summarise(facts, row.placedYear);
  const title = name ?? row.placedTitle;
  const wanted: Partial<SeriesTable> =
    row.titleLocked === 1 || title === row.title ? described : { ...described, ...toTitle(title) };
  const differs = Object.entries(wanted).some(
    ([column, value]) => row[column as keyof SeriesTable] !== value,
  );
  return differs ? wanted : undefined;
}
