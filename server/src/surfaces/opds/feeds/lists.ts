// Feeds of series and feeds of books: any list of the catalog with its page, its orders and what narrows it.
import type { BookSortField, FileFormat, SeriesSortField } from '@lectern/contract/values';
import type { BookRow } from '#catalog/book-rows.ts';
import type { BookList, Shelf } from '#catalog/books.ts';
import type { SeriesList } from '#catalog/series.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import {
  bookSorts,
  type Choice,
  createFacetMaker,
  readChoice,
  type Sorts,
  seriesSorts,
  toChoiceWords,
  toCondition,
} from './facets.ts';
import { toSeriesEntry } from './shape/entries.ts';
import type { Feed, Publication } from './shape/feed.ts';
import { type Parameters, toFeedId, toPaging, toPath, toUpdatedMs } from './shape/paths.ts';
import { type ListOf, toPublication } from './shape/publication.ts';

interface ListFeed<F extends string> {
  title: string;
  path: string;
  /** Default: the root. */
  up?: string;
  /** Default: one of its own, made of the path. */
  id?: string;
  subtitle?: string | undefined;
  /** In the address of every page, too. */
  parameters?: Parameters;
  /** Ways to order it, and the one of who asks for none. */
  sorts?: Sorts<F>;
  usual?: string;
  /** What every entry must meet, as JSON. */
  condition?: readonly unknown[];
}

export interface SeriesFeed extends ListFeed<SeriesSortField> {
  list?: Pick<SeriesList, 'memberOf' | 'isWanted' | 'search'>;
}

export interface BookFeed extends ListFeed<BookSortField> {
  list?: Pick<BookList, 'memberOf' | 'isWanted' | 'search' | 'seriesId'>;
  listOf?: ListOf;
  statusCounts?: Readonly<Record<string, number>>;
}

export type Lists = ReturnType<typeof createLists>;

/** What of a feed does not depend on what it lists. */
type Frame = Omit<Feed, 'kind' | 'navigation' | 'publications' | 'updatedMs'>;

export function createLists({ catalog, services }: FeedDependencies) {
  const makeFacets = createFacetMaker({ catalog });

  /** Throws not_found for a library that the viewer does not see. */
  async function toFrame(
    call: FeedCall,
    feed: ListFeed<string>,
    { choice, total }: { choice: Choice<string>; total: number },
  ): Promise<Frame> {
    const { library } = choice.parameters;
    const found = library === undefined ? undefined : await findLibrary(call, library);
    const words = [feed.title, found?.name, toChoiceWords(choice)].filter((word) => word);
    const toPagePath = (page?: string) => toPath(feed.path, { ...choice.parameters, page });
    const { page, pageSize } = pageOf(call);
    return {
      id: feed.id ?? toFeedId(toPagePath()),
      title: words.join(' · '),
      subtitle: feed.subtitle,
      path: toPagePath(page > 1 ? String(page) : undefined),
      up: found ? `/libraries/${found.id}` : (feed.up ?? '/catalog'),
      groups: [],
      facets: [],
      paging: toPaging({ page, pageSize, total }, toPagePath),
    };
  }

  async function findLibrary({ viewer }: FeedCall, id: string) {
    const library = await catalog.libraries.find(viewer, id);
    if (!library) throw notFound('library');
    return library;
  }

  async function toPublications(rows: readonly BookRow[], listOf: ListOf = 'any'): Promise<Publication[]> {
    const metadata = await services.books.metadata.list(rows);
    return rows.map((row) => {
      const mediaType = services.files.mediaTypeOf(row.fileFormat as FileFormat);
      return toPublication(row, { metadata: metadata.get(row.id), mediaType, listOf });
    });
  }

  /** The choice of what a feed's address says, its own parameters beside it. */
  const withOwn = <F extends string>(choice: Choice<F>, own: Parameters | undefined): Choice<F> => ({
    ...choice,
    parameters: { ...own, ...choice.parameters },
  });

  function toSeriesFeed(frame: Frame, rows: readonly SeriesRow[]): Feed {
    const navigation = rows.map(toSeriesEntry);
    return { ...frame, kind: 'navigation', navigation, publications: [], updatedMs: toUpdatedMs(navigation) };
  }

  async function toBookFeed(frame: Frame, rows: readonly BookRow[], listOf?: ListOf): Promise<Feed> {
    const publications = await toPublications(rows, listOf);
    const updatedMs = toUpdatedMs(publications);
    return { ...frame, kind: 'acquisition', navigation: [], publications, updatedMs };
  }

  /** What of a list its feed and the caller's address ask for. */
  function toRequested<F extends string>(
    call: FeedCall,
    feed: ListFeed<F> & { list?: object },
    usualSorts: Sorts<F>,
  ) {
    const { sorts = usualSorts, condition = [], path } = feed;
    const usual = feed.usual ?? Object.keys(sorts)[0] ?? '';
    const choice = withOwn(readChoice(call, sorts, usual), feed.parameters);
    const isPart = feed.list !== undefined || condition.length > 0;
    return {
      choice,
      condition: [...condition, ...choice.condition],
      list: { libraryId: choice.parameters.library, sort: choice.terms, page: pageOf(call) },
      facets: { path, choice, sorts, isPart },
    };
  }

  return {
    toPublications,
    toSeriesFeed,
    toBookFeed,

    async series(call: FeedCall, feed: SeriesFeed): Promise<Feed> {
      const requested = toRequested(call, feed, seriesSorts);
      const { rows, total } = await catalog.series.list(call.viewer, {
        ...feed.list,
        ...requested.list,
        condition: toCondition('series', requested.condition),
      });
      const frame = await toFrame(call, feed, { choice: requested.choice, total });
      const facets = await makeFacets(call.viewer, {
        ...requested.facets,
        isWide: true,
        counts: 'seriesCount',
      });
      return toSeriesFeed({ ...frame, facets }, rows);
    },

    async books(call: FeedCall, feed: BookFeed): Promise<Feed> {
      const requested = toRequested(call, feed, bookSorts);
      const { rows, total } = await catalog.books.list(call.viewer, {
        ...feed.list,
        ...requested.list,
        condition: toCondition('books', requested.condition),
      });
      const frame = await toFrame(call, feed, { choice: requested.choice, total });
      const isWide = feed.list?.seriesId === undefined;
      const { statusCounts } = feed;
      const facets = await makeFacets(call.viewer, {
        ...requested.facets,
        statusCounts,
        isWide,
        counts: 'bookCount',
      });
      return toBookFeed({ ...frame, facets }, rows, feed.listOf);
    },

    /** A shelf has one order and everything that is on it; only a library narrows it. */
    async shelf(call: FeedCall, feed: { shelf: Shelf; title: string; path: string }): Promise<Feed> {
      const { library } = call.query;
      const choice = { ...noChoice, parameters: { library } };
      const list = { libraryId: library, page: pageOf(call) };
      const { rows, total } = await catalog.books.shelf(call.viewer, feed.shelf, list);
      const frame = await toFrame(call, feed, { choice, total });
      const facets = await makeFacets(call.viewer, {
        path: feed.path,
        choice,
        sorts: {},
        isWide: true,
        counts: 'bookCount',
        isPart: true,
      });
      return toBookFeed({ ...frame, facets }, rows);
    },

    frame: (call: FeedCall, feed: ListFeed<string>, total: number): Promise<Frame> =>
      toFrame(call, feed, { choice: { ...noChoice, parameters: feed.parameters ?? {} }, total }),
  };
}

const noChoice: Choice<never> = { sort: '', usual: '', terms: [], condition: [], parameters: {} };
