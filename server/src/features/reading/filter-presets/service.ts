// Rules of filter presets: names are unique for each user, conditions and orders are valid for the target, and presets
// of other users are hidden.

import { type Condition, parseCondition } from '@lectern/contract/conditions/conditions';
import { type ConditionTarget, conditionTargets } from '@lectern/contract/conditions/fields';
import type { PageRequest } from '@lectern/contract/pagination';
import {
  type FilterPreset,
  maxPresets,
  type NewFilterPreset,
  type UpdateFilterPreset,
} from '@lectern/contract/reading/filter-presets';
import { toReason } from '@lectern/contract/reasons';
import { bookSortFields, seriesSortFields } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { Catalog } from '#catalog/catalog.ts';
import { requireFieldPermissions } from '#catalog/conditions/field-permissions.ts';
import type { SeriesRow } from '#catalog/series/series-dto.ts';
import { requirePermission, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { hasAll } from '#infrastructure/equality.ts';
import { conflict, invalid, notFound, reason, toIssue } from '#infrastructure/errors.ts';
import { toSeededOrder } from '#infrastructure/http/routes/random-order.ts';
import { parseSort } from '#infrastructure/http/routes/sort.ts';
import { newId } from '#infrastructure/ids.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { parseSearchText, type SearchTerms } from '#infrastructure/text/search-text.ts';
import type { FilterPresetTable } from '#schema/tables/reading/filter-preset.ts';
import * as store from './store.ts';

interface PresetQuery {
  scope?: string | undefined;
  target?: string | undefined;
  libraryId?: string | undefined;
}

interface PresetFilter {
  target: ConditionTarget;
  libraryId: string | undefined;
  condition: Condition | undefined;
  search: SearchTerms | undefined;
}

/** The name of the preset, one page of its results, and the URL for links to other pages. */
interface PresetResults {
  name: string;
  found:
    | { rows: BookRow[]; total: number; target: 'books' }
    | { rows: SeriesRow[]; total: number; target: 'series' };
  url: string;
}

export class FilterPresetService {
  readonly #database: Database;
  readonly #catalog: Catalog;
  readonly #clock: Clock;

  constructor(database: Database, catalog: Catalog, clock: Clock) {
    this.#database = database;
    this.#catalog = catalog;
    this.#clock = clock;
  }

  /** The preset's filter, without its order. Throws `not_found`. */
  async filter(viewer: Viewer, id: string): Promise<PresetFilter> {
    return toFilter(viewer, await this.#getRow(viewer, id));
  }

  async list({ userId }: Viewer, wanted: PresetQuery): Promise<FilterPreset[]> {
    return (await store.list(this.#database.db, userId))
      .filter(
        (row) =>
          (wanted.scope === undefined || row.scope === wanted.scope) &&
          (wanted.target === undefined || row.target === wanted.target) &&
          (wanted.libraryId === undefined || row.libraryId === wanted.libraryId),
      )
      .map(toPreset);
  }

  async get(viewer: Viewer, id: string): Promise<FilterPreset> {
    return toPreset(await this.#getRow(viewer, id));
  }

  /** Throws `conflict` for a name that the user already has, and beyond 500 presets. */
  async create(viewer: Viewer, body: NewFilterPreset): Promise<FilterPreset> {
    const columns = await this.#toColumns(viewer, body.target, body);
    const nowMs = this.#clock();
    const row = await this.#database.transaction(async (tx) => {
      await this.#database.dialect.lock(tx, `presets ${viewer.userId}`);
      const { count, nextPosition } = await store.count(tx, viewer.userId);
      if (count >= maxPresets) throw conflict(reason('presets_full', { max: maxPresets }));
      const position = body.position ?? nextPosition;
      const { scope, target } = body;
      const made = { id: newId(nowMs), userId: viewer.userId, scope, target, position, ...columns };
      const row: FilterPresetTable = { ...made, createdAt: nowMs, updatedAt: nowMs };
      await store.insert(tx, row).catch((error) => this.#refuseTaken(error));
      return row;
    });
    return toPreset(row);
  }

  async replace(viewer: Viewer, id: string, body: UpdateFilterPreset): Promise<FilterPreset> {
    const row = await this.#getRow(viewer, id);
    const target = toTarget(row);
    const condition = { json: body.condition, condition: checkCondition(target, body.condition) };
    const columns = await this.#toColumns(viewer, target, { ...body, condition });
    const change = { ...columns, position: body.position ?? row.position };
    if (hasAll(row, change)) return toPreset(row);
    const updatedAt = Math.max(this.#clock(), row.updatedAt + 1);
    await store
      .update(this.#database.db, viewer.userId, id, { ...change, updatedAt })
      .catch((error) => this.#refuseTaken(error));
    return toPreset({ ...row, ...change, updatedAt });
  }

  async remove(viewer: Viewer, id: string): Promise<void> {
    await this.#getRow(viewer, id);
    await store.remove(this.#database.db, viewer.userId, id);
  }

  /**
   * One page of the results of a preset. `url` is the request URL; links to other pages contain the seed of a
   * random order.
   */
  async results(
    viewer: Viewer,
    id: string,
    { page, url }: { page: PageRequest; url: string },
  ): Promise<PresetResults> {
    const row = await this.#getRow(viewer, id);
    const { target, ...wanted } = toFilter(viewer, row);
    requirePermission(viewer, target === 'books' ? 'books:read' : 'series:read');
    const filter = { ...wanted, page };
    const seed = toSeed(url);
    if (target === 'books') {
      const order = toSeededOrder(parseSort(toSortTerms(row.sort), bookSortFields), { seed, url });
      const found = await this.#catalog.books.list(viewer, { ...filter, ...order });
      return { name: row.name, found: { target, ...found }, url: order.url };
    }
    const order = toSeededOrder(parseSort(toSortTerms(row.sort), seriesSortFields), { seed, url });
    const found = await this.#catalog.series.list(viewer, { ...filter, ...order });
    return { name: row.name, found: { target, ...found }, url: order.url };
  }

  async #getRow({ userId }: Viewer, id: string): Promise<FilterPresetTable> {
    const row = await store.find(this.#database.db, userId, id);
    if (!row) throw notFound('filter preset');
    return row;
  }

  #refuseTaken(error: unknown): never {
    if (this.#database.dialect.findUniqueViolation(error) === 'filterPreset_userId_nameFolded_key')
      throw conflict(reason('preset_name_taken'), { field: 'name' });
    throw error;
  }

  async #toColumns(viewer: Viewer, target: ConditionTarget, body: Omit<NewFilterPreset, 'scope' | 'target'>) {
    const { name, condition, libraryId = null, query = null, sort = null, pinned = false } = body;
    requireFieldPermissions(viewer, condition.condition);
    checkSort(target, sort);
    if (libraryId !== null && !(await this.#catalog.libraries.find(viewer, libraryId)))
      throw invalid(toIssue('body.libraryId', reason('no_such_library')));
    return {
      name,
      nameFolded: fold(name),
      libraryId,
      condition: JSON.stringify(condition.json),
      query: query?.trim() ? query : null,
      sort: sort?.trim() ? sort : null,
      pinned: pinned ? 1 : 0,
    };
  }
}

function toFilter(viewer: Viewer, row: FilterPresetTable) {
  const parsed = parseCondition(toTarget(row), JSON.parse(row.condition));
  if ('condition' in parsed) requireFieldPermissions(viewer, parsed.condition);
  return {
    target: toTarget(row),
    libraryId: row.libraryId ?? undefined,
    condition: 'condition' in parsed ? parsed.condition : undefined,
    search: parseSearchText(row.query ?? ''),
  };
}

const toTarget = ({ target }: FilterPresetTable): ConditionTarget =>
  conditionTargets.find((one) => one === target) ?? 'series';

export const toSortTerms = (sort: string | null): string[] =>
  sort?.split(';').map((term) => term.trim()) ?? [];

function toSeed(url: string): number | undefined {
  const seed = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('seed');
  return seed !== null && /^\d{1,10}$/.test(seed) ? Number(seed) : undefined;
}

function checkCondition(target: ConditionTarget, condition: unknown): Condition {
  const parsed = parseCondition(target, condition);
  if ('condition' in parsed) return parsed.condition;
  throw invalid(
    parsed.issues.map(({ path, ...why }) => toIssue(['body', 'condition', ...path].join('.'), toReason(why))),
  );
}

function checkSort(target: ConditionTarget, sort: string | null): void {
  parseSort<string>(toSortTerms(sort), target === 'books' ? bookSortFields : seriesSortFields, 'body.sort');
}

const toPreset = ({ userId: _, nameFolded: __, ...row }: FilterPresetTable): FilterPreset => ({
  ...row,
  condition: JSON.parse(row.condition),
  pinned: row.pinned === 1,
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});
