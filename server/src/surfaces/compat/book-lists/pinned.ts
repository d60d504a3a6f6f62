// The caller's pinned filters as lists that nobody changes here: those of books are read lists, those of series
// collections. Their ids are the filters' own. What they hold is whatever the filter finds.
import type { Condition } from '@lectern/contract/conditions';
import type { FilterPreset } from '@lectern/contract/filter-presets';
import {
  type BookSortField,
  bookSortFields,
  type SeriesSortField,
  seriesSortFields,
} from '@lectern/contract/values';
import type { BookRow } from '#catalog/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { listIds, named, replaceLists } from '#catalog/conditions/automatic.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import type { Term } from '#catalog/sorts.ts';
import { type FilterPresetService, toSortTerms } from '#features/reading/filter-presets/index.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, notFound, Problem, reason } from '#infrastructure/errors.ts';
import { parseSort } from '#infrastructure/http/sort.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { allOf, flag, ids, type Target } from '../conditions/build.ts';
import type { Gathered } from '../shapes/book-list.ts';

/** A list with what it holds, its own or a pinned filter. */
export interface Listed extends Gathered {
  libraryIds: ReadonlySet<string>;
}

/** What a pinned filter lets into a list, and its order. */
export interface PinnedFilter<F extends string> {
  condition: Condition | undefined;
  within: string;
  usual: readonly Term<F>[];
}

export type PinnedLists = ReturnType<typeof createPinnedLists>;

/** As many as of other lists that are made by a condition. */
const maxShown = 1_000;
const pageSize = 500;
/** More would be too many values for a statement. */
const maxFound = 10_000;

interface Dependencies {
  catalog: Pick<Catalog, 'books' | 'series'>;
  services: { presets: Pick<FilterPresetService, 'list' | 'get' | 'filter' | 'results'> };
}

export function createPinnedLists({ catalog, services: { presets } }: Dependencies) {
  async function readPage(viewer: Viewer, id: string, page: number, size: number) {
    const { found } = await presets.results(viewer, id, { page: { page, pageSize: size }, url: '/?seed=1' });
    const rows: readonly (BookRow | SeriesRow)[] = found.rows;
    return rows;
  }

  async function toListed(viewer: Viewer, preset: FilterPreset): Promise<Listed> {
    const rows = await readPage(viewer, preset.id, 1, maxShown);
    const { id, name, createdAt, updatedAt } = preset;
    return {
      ...{ id, name, summary: null, createdAt, updatedAt },
      ordered: preset.sort !== null,
      memberIds: rows.map((row) => row.id),
      libraryIds: new Set(rows.map((row) => row.libraryId)),
    };
  }

  const isShown = (viewer: Viewer, target: Target, preset: FilterPreset): boolean =>
    preset.pinned &&
    preset.target === target &&
    can(viewer, target === 'books' ? 'books:read' : 'series:read');

  /** Throws not_found, as for a list that does not exist. */
  async function find(viewer: Viewer, target: Target, id: string): Promise<FilterPreset> {
    const preset = await presets.get(viewer, id);
    if (!isShown(viewer, target, preset)) throw notFound(target === 'books' ? 'read list' : 'collection');
    return preset;
  }

  async function filterOf(viewer: Viewer, target: Target, id: string) {
    const { query, sort } = await find(viewer, target, id);
    return {
      condition: toCondition(await presets.filter(viewer, id)),
      within: query ?? '',
      terms: toSortTerms(sort),
    };
  }

  async function listPinned(viewer: Viewer, target: Target): Promise<FilterPreset[]> {
    return (await presets.list(viewer, { target })).filter((preset) => isShown(viewer, target, preset));
  }

  async function holds(viewer: Viewer, preset: FilterPreset, id: string): Promise<boolean> {
    const { target, search, ...filter } = await presets.filter(viewer, preset.id);
    const list = {
      condition: allOf([toCondition(filter), ids('id', [id])]),
      search,
      page: { page: 1, pageSize: 1 },
    };
    const { total } = await (target === 'books'
      ? catalog.books.list(viewer, list)
      : catalog.series.list(viewer, list));
    return total > 0;
  }

  /** What a filter finds, as a condition. Words that it looks for are none: what they find stands for them. */
  async function toMeaning(viewer: Viewer, preset: FilterPreset): Promise<Condition> {
    const { search, ...filter } = await presets.filter(viewer, preset.id);
    if (!search) return toCondition(filter);
    const found: string[] = [];
    for (let page = 1; found.length < maxFound; page++) {
      const rows = await readPage(viewer, preset.id, page, pageSize);
      found.push(...rows.map((row) => row.id));
      if (rows.length < pageSize) break;
    }
    return ids('id', found);
  }

  return {
    /** A condition on what lists hold that may name pinned filters. */
    async expand(
      viewer: Viewer,
      target: Target,
      condition: Condition | undefined,
    ): Promise<Condition | undefined> {
      if (!condition) return undefined;
      const { field } = named[target];
      const wanted = new Set(listIds(condition, field));
      if (wanted.size === 0) return condition;
      const meanings = new Map<string, Condition>();
      for (const preset of await listPinned(viewer, target))
        if (wanted.has(preset.id)) meanings.set(preset.id, await toMeaning(viewer, preset));
      return replaceLists(condition, field, meanings);
    },

    /** The filters that find the book or the series. */
    async containing(viewer: Viewer, target: Target, id: string): Promise<Listed[]> {
      const found: Listed[] = [];
      for (const preset of await listPinned(viewer, target))
        if (await holds(viewer, preset, id)) found.push(await toListed(viewer, preset));
      return found;
    },

    async list(viewer: Viewer, target: Target, search: string | undefined): Promise<Listed[]> {
      const wanted = fold(search ?? '');
      const shown = (await listPinned(viewer, target)).filter((preset) => fold(preset.name).includes(wanted));
      return Promise.all(shown.map((preset) => toListed(viewer, preset)));
    },

    get: async (viewer: Viewer, target: Target, id: string): Promise<Listed> =>
      toListed(viewer, await find(viewer, target, id)),

    async books(viewer: Viewer, id: string): Promise<PinnedFilter<BookSortField>> {
      const { terms, ...filter } = await filterOf(viewer, 'books', id);
      return { ...filter, usual: parseSort(terms, bookSortFields) };
    },

    async series(viewer: Viewer, id: string): Promise<PinnedFilter<SeriesSortField>> {
      const { terms, ...filter } = await filterOf(viewer, 'series', id);
      return { ...filter, usual: parseSort(terms, seriesSortFields) };
    },

    /** Every book of a read list, in its order. */
    async readAll(viewer: Viewer, id: string): Promise<BookRow[]> {
      await find(viewer, 'books', id);
      const all: BookRow[] = [];
      for (let page = 1; ; page++) {
        const rows = (await readPage(viewer, id, page, pageSize)) as readonly BookRow[];
        all.push(...rows);
        if (rows.length < pageSize) return all;
      }
    },

    /** Whose picture stands for the list. Throws not_found for a list that holds nothing. */
    async first(viewer: Viewer, target: Target, id: string): Promise<string> {
      await find(viewer, target, id);
      const [row] = await readPage(viewer, id, 1, 1);
      if (!row) throw notFound('thumbnail');
      return row.id;
    },

    /** Does what changes a list; says of a pinned filter why that cannot be. */
    async changing<T>(viewer: Viewer, target: Target, id: string, change: () => Promise<T>): Promise<T> {
      return orPinned(change, async () => {
        await find(viewer, target, id);
        throw forbidden(reason('list_pinned'));
      });
    },
  };
}

interface Filter {
  condition: Condition | undefined;
  libraryId: string | undefined;
}

/** A filter never finds what is deleted, also where a list of the compatibility API is asked for it. */
const toCondition = ({ condition, libraryId }: Filter): Condition => ({
  kind: 'allOf',
  of: [
    flag('deleted', false),
    ...(libraryId === undefined ? [] : [ids('libraryId', [libraryId])]),
    ...(condition ? [condition] : []),
  ],
});

/** Where there is no such list, that of a pinned filter. */
export async function orPinned<T>(read: () => Promise<T>, pinned: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return pinned();
    throw error;
  }
}
