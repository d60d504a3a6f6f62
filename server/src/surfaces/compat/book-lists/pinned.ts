// The user's pinned filters as read-only lists: filters of books are read lists, filters of series are collections.
// They have the id of the filter, and its results as members.
import type { Condition } from '@lectern/contract/conditions/conditions';
import type { PageRequest } from '@lectern/contract/pagination';
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { bookSortFields, seriesSortFields } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import { listIds, named, replaceLists } from '#catalog/conditions/automatic.ts';
import { everyRow } from '#catalog/every-row.ts';
import type { SeriesRow } from '#catalog/series/series-dto.ts';
import { toSortTerms } from '#features/reading/filter-presets/index.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { forbidden, notFound, Problem, reason } from '#infrastructure/errors.ts';
import { parseSort } from '#infrastructure/http/routes/sort.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { allOf, flag, ids, type Target } from '../conditions/build.ts';
import type { CompatDependencies } from '../dependencies.ts';
import type { BookFilter, SeriesFilter } from '../lists/filter.ts';
import type { ListWithMembers } from '../shapes/book-list.ts';

/** A list with its members: a collection, a read list or a pinned filter. */
export interface Listed extends ListWithMembers {
  libraryIds: ReadonlySet<string>;
}

/** The same limit as for automatic lists. */
const maxShown = 1_000;
/** Limited by the number of values in an SQL statement. */
const maxFound = 10_000;

/** One page of the results of a filter. */
async function readPage(deps: CompatDependencies, viewer: Viewer, id: string, page: PageRequest) {
  const { found } = await deps.services.presets.results(viewer, id, { page, url: '/?seed=1' });
  const rows: readonly (BookRow | SeriesRow)[] = found.rows;
  return rows;
}

async function toListed(deps: CompatDependencies, viewer: Viewer, preset: FilterPreset): Promise<Listed> {
  const { id, name, createdAt, updatedAt } = preset;
  const rows = await readPage(deps, viewer, id, { page: 1, pageSize: maxShown });
  return {
    id,
    name,
    summary: null,
    createdAt,
    updatedAt,
    ordered: preset.sort !== null,
    memberIds: rows.map((row) => row.id),
    libraryIds: new Set(rows.map((row) => row.libraryId)),
  };
}

const isShown = (viewer: Viewer, target: Target, preset: FilterPreset): boolean =>
  preset.pinned && preset.target === target && can(viewer, target === 'books' ? 'books:read' : 'series:read');

/** Throws `not_found`, like a list that does not exist. */
async function getPreset(
  { services }: CompatDependencies,
  viewer: Viewer,
  target: Target,
  id: string,
): Promise<FilterPreset> {
  const preset = await services.presets.get(viewer, id).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!preset || !isShown(viewer, target, preset))
    throw notFound(target === 'books' ? 'read list' : 'collection');
  return preset;
}

async function listPresets(
  { services }: CompatDependencies,
  viewer: Viewer,
  target: Target,
): Promise<FilterPreset[]> {
  return (await services.presets.list(viewer, { target })).filter((one) => isShown(viewer, target, one));
}

export async function listPinned(
  deps: CompatDependencies,
  viewer: Viewer,
  target: Target,
  search: string | undefined,
): Promise<Listed[]> {
  const wanted = fold(search ?? '');
  const shown = (await listPresets(deps, viewer, target)).filter(({ name }) => fold(name).includes(wanted));
  return Promise.all(shown.map((preset) => toListed(deps, viewer, preset)));
}

export const getPinned = async (
  deps: CompatDependencies,
  viewer: Viewer,
  target: Target,
  id: string,
): Promise<Listed> => toListed(deps, viewer, await getPreset(deps, viewer, target, id));

/** The pinned filters whose results contain the book or series. */
export async function listPinnedWith(
  deps: CompatDependencies,
  viewer: Viewer,
  target: Target,
  id: string,
): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const preset of await listPresets(deps, viewer, target))
    if (await holds(deps, viewer, preset, id)) found.push(await toListed(deps, viewer, preset));
  return found;
}

async function holds(
  { catalog, services }: CompatDependencies,
  viewer: Viewer,
  preset: FilterPreset,
  id: string,
): Promise<boolean> {
  const { target, search, ...filter } = await services.presets.filter(viewer, preset.id);
  const condition = allOf([toCondition(filter), ids('id', [id])]);
  const list = { condition, search, page: { page: 1, pageSize: 1 } };
  const { total } = await (target === 'books'
    ? catalog.books.list(viewer, list)
    : catalog.series.list(viewer, list));
  return total > 0;
}

/** Replaces conditions on membership in pinned filters by the conditions of these filters. */
export async function expandPinned(
  deps: CompatDependencies,
  viewer: Viewer,
  target: Target,
  condition: Condition | undefined,
): Promise<Condition | undefined> {
  if (!condition) return undefined;
  const { field } = named[target];
  const wanted = new Set(listIds(condition, field));
  if (wanted.size === 0) return condition;
  const conditions = new Map<string, Condition>();
  for (const preset of await listPresets(deps, viewer, target))
    if (wanted.has(preset.id)) conditions.set(preset.id, await describe(deps, viewer, preset));
  return replaceLists(condition, field, conditions);
}

/** The filter as a condition. Search text cannot be part of a condition, so the ids of the results are used instead. */
async function describe(deps: CompatDependencies, viewer: Viewer, preset: FilterPreset): Promise<Condition> {
  const { search, ...filter } = await deps.services.presets.filter(viewer, preset.id);
  if (!search) return toCondition(filter);
  const found: string[] = [];
  for await (const { id } of rowsOf(deps, viewer, preset.id)) if (found.push(id) >= maxFound) break;
  return ids('id', found);
}

const rowsOf = (deps: CompatDependencies, viewer: Viewer, id: string) =>
  everyRow(async (page) => ({ rows: await readPage(deps, viewer, id, page) }));

async function toFilter(deps: CompatDependencies, viewer: Viewer, target: Target, id: string) {
  const { query, sort } = await getPreset(deps, viewer, target, id);
  const condition = toCondition(await deps.services.presets.filter(viewer, id));
  return { condition, ownSearch: query ?? '', terms: toSortTerms(sort) };
}

export async function toBookFilter(
  deps: CompatDependencies,
  viewer: Viewer,
  id: string,
): Promise<BookFilter> {
  const { terms, ...filter } = await toFilter(deps, viewer, 'books', id);
  return { ...filter, defaultSort: parseSort(terms, bookSortFields) };
}

export async function toSeriesFilter(
  deps: CompatDependencies,
  viewer: Viewer,
  id: string,
): Promise<SeriesFilter> {
  const { terms, ...filter } = await toFilter(deps, viewer, 'series', id);
  return { ...filter, defaultSort: parseSort(terms, seriesSortFields) };
}

/** Yields every book of a read list in order. */
export async function* everyBook(
  deps: CompatDependencies,
  viewer: Viewer,
  id: string,
): AsyncGenerator<BookRow> {
  await getPreset(deps, viewer, 'books', id);
  for await (const row of rowsOf(deps, viewer, id)) if ('seriesId' in row) yield row;
}

/** The first member, whose cover represents the list. Throws `not_found` for an empty list. */
export async function getFirst(
  deps: CompatDependencies,
  viewer: Viewer,
  target: Target,
  id: string,
): Promise<string> {
  await getPreset(deps, viewer, target, id);
  const [row] = await readPage(deps, viewer, id, { page: 1, pageSize: 1 });
  if (!row) throw notFound('thumbnail');
  return row.id;
}

/** Runs a change of a list. Throws `forbidden` for a pinned filter, otherwise the error of the change. */
export async function changeList<T>(
  deps: CompatDependencies,
  viewer: Viewer,
  { target, id }: { target: Target; id: string },
  change: () => Promise<T>,
): Promise<T> {
  try {
    return await change();
  } catch (error) {
    if (!isMissing(error)) throw error;
    const presets = await listPresets(deps, viewer, target);
    if (presets.some((preset) => preset.id === id)) throw forbidden(reason('list_pinned'));
    throw error;
  }
}

interface Filter {
  condition: Condition | undefined;
  libraryId: string | undefined;
}

/** A filter never returns deleted books or series, even in lists that include them. */
const toCondition = ({ condition, libraryId }: Filter): Condition => ({
  kind: 'allOf',
  of: [
    flag('deleted', false),
    ...(libraryId === undefined ? [] : [ids('libraryId', [libraryId])]),
    ...(condition ? [condition] : []),
  ],
});

const isMissing = (error: unknown): boolean => error instanceof Problem && error.code === 'not_found';

/** Falls back to the pinned filter if the list does not exist. */
export async function orPinned<T>(read: () => Promise<T>, pinned: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return pinned();
    throw error;
  }
}
