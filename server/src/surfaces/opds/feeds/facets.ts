// Ways to order and to narrow a list: the parameters of its address, what they mean, and the links that set them.
import { type Condition, parseCondition } from '@lectern/contract/conditions';
import type { BookSortField, SeriesSortField } from '@lectern/contract/values';
import { LRUCache } from 'lru-cache';
import type { Found } from '#catalog/books.ts';
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

/** The list's own order, which has no terms of the catalog. */
export const withOwnOrder = <F extends string>(title: string, sorts: Sorts<F>): Sorts<F> => ({
  own: { title, terms: [] },
  ...sorts,
});

const statuses: Readonly<Record<string, string>> = {
  unread: 'Unread',
  in_progress: 'In progress',
  read: 'Read',
};

/** What an address says of a list; the parameters are those that the feed has, in their order. */
export interface Choice<F extends string> {
  sort: string;
  /** The order of who asks for none. */
  usual: string;
  terms: readonly Term<F>[];
  condition: unknown[];
  parameters: Parameters;
}

export function readChoice<F extends string>({ query }: FeedCall, sorts: Sorts<F>, usual: string): Choice<F> {
  const sort = query.sort !== undefined && Object.hasOwn(sorts, query.sort) ? query.sort : usual;
  const read = query.read !== undefined && Object.hasOwn(statuses, query.read) ? query.read : undefined;
  const { genre, publisher, library } = query;
  const condition: unknown[] = [];
  if (read !== undefined) condition.push({ readStatus: { operator: 'is', value: read } });
  if (genre !== undefined) condition.push({ genre: { operator: 'is', value: genre } });
  if (publisher !== undefined) condition.push({ publisher: { operator: 'is', value: publisher } });
  return {
    sort,
    usual,
    terms: sorts[sort]?.terms ?? [],
    condition,
    parameters: { library, publisher, genre, read, sort: sort === usual ? undefined : sort },
  };
}

/** All of these; undefined when there is none. One that is not valid is met by nothing. */
export function toCondition(target: 'series' | 'books', parts: readonly unknown[]): Condition | undefined {
  if (parts.length === 0) return undefined;
  const parsed = parseCondition(target, { allOf: parts });
  return 'condition' in parsed ? parsed.condition : { kind: 'anyOf', of: [] };
}

/** What narrows the list, in words: `Drama · Unread`. */
export const toChoiceWords = ({ parameters }: Choice<string>): string =>
  [parameters.publisher, parameters.genre, parameters.read && statuses[parameters.read]]
    .filter((word) => word)
    .join(' · ');

interface FacetList {
  path: string;
  choice: Choice<string>;
  sorts: Sorts<string>;
  /** Books by reading status, where they are counted already. */
  statusCounts?: Readonly<Record<string, number>> | undefined;
  /** Entries are series or books of any series: libraries and genres tell them apart. */
  isWide: boolean;
  counts: 'seriesCount' | 'bookCount';
  /** A part of what there is: counts of the whole are not those of it. */
  isPart: boolean;
}

/** More genres than this are a feed of their own, not a facet. */
const maxGenres = 50;
const genresAgeMs = 30_000;

export function createFacetMaker({ catalog }: Pick<FeedDependencies, 'catalog'>) {
  const remembered = new LRUCache<string, Promise<Found<FacetRow>>>({ max: 1_000, ttl: genresAgeMs });

  /**
   * Counting them is dear, and they seldom change: remembered for all who see the same libraries, and asked for once
   * however many want them. Not for those whom a rule hides series: a series may be hidden the next moment.
   */
  function listGenres(viewer: Viewer, libraryId: string | undefined): Promise<Found<FacetRow>> {
    const page = { page: 1, pageSize: maxGenres };
    const listGenres = () => catalog.facets.list(viewer, 'genre', { libraryId, page });
    if (viewer.seriesRule) return listGenres();
    const key = JSON.stringify([viewer.libraryIds && [...viewer.libraryIds], libraryId]);
    const known = remembered.get(key);
    if (known) return known;
    const requested = listGenres();
    remembered.set(key, requested);
    requested.catch(() => remembered.delete(key));
    return requested;
  }

  async function toGenres(
    viewer: Viewer,
    { path, choice, counts, isPart }: FacetList,
  ): Promise<FacetGroup[]> {
    const { parameters } = choice;
    const { rows, total } = await listGenres(viewer, parameters.library);
    const isKnown = total <= maxGenres;
    const names = isKnown ? rows.map(({ name }) => name) : [];
    if (parameters.genre !== undefined && !names.includes(parameters.genre)) names.push(parameters.genre);
    if (names.length === 0) return [];
    const isCounted = counts === 'seriesCount' && !isPart && isUnfiltered(choice);
    const countOf = new Map(rows.map(({ name, seriesCount }) => [name, seriesCount]));
    return [
      toChoices('Genre', { path, choice }, 'genre', [
        { title: 'All genres' },
        ...names.map((name) => ({
          title: name,
          value: name,
          count: isCounted ? countOf.get(name) : undefined,
        })),
      ]),
    ];
  }

  async function toLibraries(
    viewer: Viewer,
    { path, choice, counts, isPart }: FacetList,
  ): Promise<FacetGroup[]> {
    const ids = await catalog.libraries.visibleIds(viewer);
    if (ids.length < 2) return [];
    const all = await catalog.libraries.all();
    const isCounted = !isPart && isUnfiltered(choice) && viewer.seriesRule === null;
    const options = ids.flatMap((id) => {
      const library = all.get(id);
      if (!library) return [];
      return [{ title: library.name, value: id, count: isCounted ? library[counts] : undefined }];
    });
    return [toChoices('Library', { path, choice }, 'library', [{ title: 'All libraries' }, ...options])];
  }

  /** Every way to order and narrow the list, the active choice of each marked. */
  return async function makeFacets(viewer: Viewer, list: FacetList): Promise<FacetGroup[]> {
    const { path, choice, sorts, statusCounts, isWide } = list;
    const order = {
      title: 'Sort',
      facets: Object.entries(sorts).map(([name, { title }]) => ({
        title,
        path: toPath(path, { ...choice.parameters, sort: name === choice.usual ? undefined : name }),
        isActive: name === choice.sort,
      })),
    };
    // A shelf has the one order and what is on it: only its library can be chosen.
    if (order.facets.length === 0) return toLibraries(viewer, list);
    const reading = toChoices('Reading status', { path, choice }, 'read', [
      { title: 'All' },
      ...Object.entries(statuses).map(([value, title]) => ({ title, value, count: statusCounts?.[value] })),
    ]);
    if (!isWide) return [order, reading];
    return [order, reading, ...(await toLibraries(viewer, list)), ...(await toGenres(viewer, list))];
  };
}

const isUnfiltered = ({ condition, parameters }: Choice<string>): boolean =>
  condition.length === 0 && parameters.library === undefined;

interface Option {
  title: string;
  /** Undefined for all. */
  value?: string;
  count?: number | undefined;
}

function toChoices(
  title: string,
  { path, choice: { parameters } }: Pick<FacetList, 'path' | 'choice'>,
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
