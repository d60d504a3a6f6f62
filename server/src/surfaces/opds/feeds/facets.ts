// Orders and filters of a list: the query parameters, their meaning, and the facet links that set them.
import { type Condition, parseCondition } from '@lectern/contract/conditions/conditions';
import type { BookSortField, SeriesSortField } from '@lectern/contract/values';
import type { CountedRows } from '#catalog/books/books.ts';
import type { FacetRow } from '#catalog/facets.ts';
import type { Term } from '#catalog/sorts.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { FeedCall } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import type { Facet, FacetGroup } from './shape/feed.ts';
import { type Parameters, toPath } from './shape/paths.ts';

interface Sort<F extends string> {
  title: string;
  terms: readonly Term<F>[];
}
export type Sorts<F extends string> = Readonly<Record<string, Sort<F>>>;

const by = <F extends string>(field: F, direction: 'asc' | 'desc' = 'asc'): readonly Term<F>[] => [
  { field, direction },
];

export const seriesSorts = {
  title: { title: 'Title', terms: by('title') },
  added: { title: 'Recently added', terms: by('dateAdded', 'desc') },
  updated: { title: 'Recently updated', terms: by('dateUpdated', 'desc') },
  released: { title: 'Release date', terms: by('releaseDate', 'desc') },
  read: { title: 'Recently read', terms: by('lastRead', 'desc') },
} satisfies Sorts<SeriesSortField>;

export const bookSorts = {
  series: { title: 'Series and number', terms: [...by('series'), ...by('number')] },
  title: { title: 'Title', terms: by('title') },
  added: { title: 'Recently added', terms: by('dateAdded', 'desc') },
  released: { title: 'Release date', terms: by('releaseDate', 'desc') },
  read: { title: 'Recently read', terms: by('lastRead', 'desc') },
} satisfies Sorts<BookSortField>;

const { series: _, ...otherBookSorts } = bookSorts;
export const sortsInSeries: Sorts<BookSortField> = {
  number: { title: 'Number', terms: by('number') },
  ...otherBookSorts,
};

/** Adds the order of the list, which has no terms of the catalog. */
export const withOwnOrder = <F extends string>(title: string, sorts: Sorts<F>): Sorts<F> => ({
  own: { title, terms: [] },
  ...sorts,
});

const statuses: Readonly<Record<string, string>> = {
  unread: 'Unread',
  in_progress: 'In progress',
  read: 'Read',
};

/** Order and filter requested by a URL. `parameters` contains only those that the feed supports, in order. */
export interface Choice<F extends string> {
  sort: string;
  /** The order without a parameter. */
  defaultSort: string;
  terms: readonly Term<F>[];
  condition: unknown[];
  parameters: Parameters;
}

export function readChoice<F extends string>(
  { query }: FeedCall,
  sorts: Sorts<F>,
  defaultSort: string,
): Choice<F> {
  const sort = query.sort !== undefined && Object.hasOwn(sorts, query.sort) ? query.sort : defaultSort;
  const read = query.read !== undefined && Object.hasOwn(statuses, query.read) ? query.read : undefined;
  const { genre, publisher, library } = query;
  const wanted = { readStatus: read, genre, publisher };
  return {
    sort,
    defaultSort,
    terms: sorts[sort]?.terms ?? [],
    condition: Object.entries(wanted).flatMap(([field, value]) =>
      value === undefined ? [] : [{ [field]: { operator: 'is', value } }],
    ),
    parameters: { library, publisher, genre, read, sort: sort === defaultSort ? undefined : sort },
  };
}

/** Combines all parts; undefined without any. An invalid condition matches nothing. */
export function toCondition(target: 'series' | 'books', parts: readonly unknown[]): Condition | undefined {
  if (parts.length === 0) return undefined;
  const parsed = parseCondition(target, { allOf: parts });
  return 'condition' in parsed ? parsed.condition : { kind: 'anyOf', of: [] };
}

/** Active filters for the title of the list: `Drama · Unread`. */
export const describeChoice = ({ parameters }: Choice<string>): string =>
  [parameters.publisher, parameters.genre, parameters.read && statuses[parameters.read]]
    .filter((word) => word)
    .join(' · ');

export interface FacetList {
  path: string;
  choice: Choice<string>;
  sorts: Sorts<string>;
  /** Number of books by reading status, if known. */
  statusCounts?: Readonly<Record<string, number>> | undefined;
  /** Entries may belong to any series, so libraries and genres are useful filters. */
  isWide: boolean;
  counts: 'seriesCount' | 'bookCount';
  /** Contains only a part of the library, so counts of the library do not apply. */
  isPart: boolean;
}

/** With more genres than this, the genre facet is omitted; the genre feed remains. */
const maxGenres = 50;

/** All orders and filters of the list, with the active ones marked. */
export async function makeFacets(
  deps: FeedDependencies,
  viewer: Viewer,
  list: FacetList,
): Promise<FacetGroup[]> {
  const { path, choice, sorts, statusCounts, isWide } = list;
  const orders = Object.entries(sorts).map(([name, { title }]) => ({
    title,
    path: toPath(path, { ...choice.parameters, sort: name === choice.defaultSort ? undefined : name }),
    isActive: name === choice.sort,
  }));
  // A shelf has a fixed order and supports only a library filter.
  if (orders.length === 0) return toLibraries(deps, viewer, list);
  const reading = toChoices('Reading status', list, 'read', [
    { title: 'All' },
    ...Object.entries(statuses).map(([value, title]) => ({ title, value, count: statusCounts?.[value] })),
  ]);
  const groups = [{ title: 'Sort', facets: orders }, reading];
  if (isWide)
    groups.push(...(await toLibraries(deps, viewer, list)), ...(await toGenres(deps, viewer, list)));
  return groups;
}

async function toGenres(deps: FeedDependencies, viewer: Viewer, list: FacetList): Promise<FacetGroup[]> {
  const { choice, counts, isPart } = list;
  const { genre, library } = choice.parameters;
  const { rows, total } = await listGenres(deps, viewer, library);
  const names = total <= maxGenres ? rows.map(({ name }) => name) : [];
  if (genre !== undefined && !names.includes(genre)) names.push(genre);
  if (names.length === 0) return [];
  const isCounted = counts === 'seriesCount' && !isPart && isUnfiltered(choice);
  const countOf = new Map(isCounted ? rows.map(({ name, seriesCount }) => [name, seriesCount]) : []);
  const options = names.map((name) => ({ title: name, value: name, count: countOf.get(name) }));
  return [toChoices('Genre', list, 'genre', [{ title: 'All genres' }, ...options])];
}

/**
 * Counting genres is slow and they rarely change, so they are cached per set of visible libraries and counted once for
 * concurrent requests. Viewers with series rules are excluded from the cache, because series can become hidden from
 * them at any time.
 */
function listGenres(
  { catalog, genres }: FeedDependencies,
  viewer: Viewer,
  libraryId: string | undefined,
): Promise<CountedRows<FacetRow>> {
  const list = () =>
    catalog.facets.list(viewer, 'genre', { libraryId, page: { page: 1, pageSize: maxGenres } });
  if (viewer.seriesRule) return list();
  const key = JSON.stringify([viewer.libraryIds && [...viewer.libraryIds], libraryId]);
  const cached = genres.get(key);
  if (cached) return cached;
  const requested = list();
  genres.set(key, requested);
  requested.catch(() => genres.delete(key));
  return requested;
}

async function toLibraries(
  { catalog }: FeedDependencies,
  viewer: Viewer,
  list: FacetList,
): Promise<FacetGroup[]> {
  const ids = await catalog.libraries.visibleIds(viewer);
  if (ids.length < 2) return [];
  const all = await catalog.libraries.all();
  const isCounted = !list.isPart && isUnfiltered(list.choice) && viewer.seriesRule === null;
  const options = ids.flatMap((id) => {
    const library = all.get(id);
    if (!library) return [];
    return [{ title: library.name, value: id, count: isCounted ? library[list.counts] : undefined }];
  });
  return [toChoices('Library', list, 'library', [{ title: 'All libraries' }, ...options])];
}

export const isUnfiltered = ({ condition, parameters }: Choice<string>): boolean =>
  condition.length === 0 && parameters.library === undefined;

interface Option {
  title: string;
  /** Undefined for all. */
  value?: string;
  count?: number | undefined;
}

function toChoices(
  title: string,
  { path, choice: { parameters } }: FacetList,
  name: string,
  options: readonly Option[],
): FacetGroup {
  const facets = options.map(
    (option): Facet => ({
      title: option.title,
      path: toPath(path, { ...parameters, [name]: option.value }),
      isActive: parameters[name] === option.value,
      count: option.count,
    }),
  );
  return { title, facets };
}
