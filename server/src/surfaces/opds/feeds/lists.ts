// Feeds of series and of books: any catalog list with paging, orders and filters.
import type { BookSortField, FileFormat, SeriesSortField } from '@lectern/contract/values';
import type { BookRow } from '#catalog/books/book-rows.ts';
import type { BookList, Shelf } from '#catalog/books/books.ts';
import { isFileThere } from '#catalog/books/presence.ts';
import type { SeriesList } from '#catalog/series/series.ts';
import type { SeriesRow } from '#catalog/series/series-dto.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { notFound } from '#infrastructure/errors.ts';
import { type FeedCall, pageOf } from './call.ts';
import type { FeedDependencies } from './dependencies.ts';
import {
  bookSorts,
  type Choice,
  describeChoice,
  isUnfiltered,
  makeFacets,
  readChoice,
  type Sorts,
  seriesSorts,
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
  /** Default: derived from the path. */
  id?: string;
  subtitle?: string | undefined;
  /** Included in the address of every page. */
  parameters?: Parameters;
  /** Available orders; the first is the default unless `defaultSort` is set. */
  sorts?: Sorts<F>;
  defaultSort?: string;
  /** Conditions of all entries, as JSON. */
  condition?: readonly unknown[];
  /** Number of entries without a filter, if known. */
  total?: number;
}

export interface SeriesFeed extends ListFeed<SeriesSortField> {
  list?: Partial<SeriesList>;
}

export interface BookFeed extends ListFeed<BookSortField> {
  list?: Partial<BookList>;
  listOf?: ListOf;
  statusCounts?: Readonly<Record<string, number>>;
}

/** Feed fields that are independent of its entries. */
type Frame = Omit<Feed, 'kind' | 'navigation' | 'publications' | 'updatedMs'>;

export async function listSeries(deps: FeedDependencies, call: FeedCall, feed: SeriesFeed): Promise<Feed> {
  const { choice, list, condition, facets } = readRequest(call, feed, seriesSorts);
  const { rows, total } = await deps.catalog.series.list(call.viewer, {
    ...feed.list,
    ...list,
    condition: toCondition('series', condition),
  });
  const frame = await toFrame(deps, call, feed, { choice, total });
  const options = { ...facets, isWide: true, counts: 'seriesCount' } as const;
  return toSeriesFeed({ ...frame, facets: await makeFacets(deps, call.viewer, options) }, rows);
}

export async function listBooks(deps: FeedDependencies, call: FeedCall, feed: BookFeed): Promise<Feed> {
  const { choice, list, condition, facets } = readRequest(call, feed, bookSorts);
  const { rows, total } = await deps.catalog.books.list(call.viewer, {
    ...feed.list,
    ...list,
    condition: toCondition('books', condition),
  });
  const frame = await toFrame(deps, call, feed, { choice, total });
  const { statusCounts, listOf } = feed;
  const isWide = feed.list?.seriesId === undefined;
  const options = { ...facets, statusCounts, isWide, counts: 'bookCount' } as const;
  return toBookFeed(
    deps,
    { ...frame, facets: await makeFacets(deps, call.viewer, options) },
    { rows, listOf },
  );
}

/** A feed of a shelf, which has a fixed order and only a library filter. */
export async function listShelf(
  deps: FeedDependencies,
  call: FeedCall,
  feed: { shelf: Shelf; title: string; path: string },
): Promise<Feed> {
  const { library } = call.query;
  const choice = { ...noChoice, parameters: { library } };
  const list = { libraryId: library, page: pageOf(call) };
  const { rows, total } = await deps.catalog.books.shelf(call.viewer, feed.shelf, list);
  const frame = await toFrame(deps, call, feed, { choice, total });
  const { path } = feed;
  const options = { path, choice, sorts: {}, isWide: true, counts: 'bookCount', isPart: true } as const;
  return toBookFeed(deps, { ...frame, facets: await makeFacets(deps, call.viewer, options) }, { rows });
}

/** Combines the definition of the feed with the parameters of the request. */
function readRequest<F extends string>(
  call: FeedCall,
  feed: ListFeed<F> & { list?: object },
  defaultSorts: Sorts<F>,
) {
  const { sorts = defaultSorts, condition = [], path } = feed;
  const defaultSort = feed.defaultSort ?? Object.keys(sorts)[0] ?? '';
  const requestedSort = readChoice(call, sorts, defaultSort);
  const choice = { ...requestedSort, parameters: { ...feed.parameters, ...requestedSort.parameters } };
  const isPart = feed.list !== undefined || condition.length > 0;
  return {
    choice,
    condition: [...condition, ...choice.condition],
    list: {
      libraryId: choice.parameters.library,
      sort: choice.terms,
      page: pageOf(call),
      total: isUnfiltered(choice) ? feed.total : undefined,
    },
    facets: { path, choice, sorts, isPart },
  };
}

const noChoice: Choice<never> = { sort: '', defaultSort: '', terms: [], condition: [], parameters: {} };

/** The frame of a list without filters. */
export const toPlainFrame = (
  deps: FeedDependencies,
  call: FeedCall,
  feed: ListFeed<string>,
  total: number,
): Promise<Frame> =>
  toFrame(deps, call, feed, { choice: { ...noChoice, parameters: feed.parameters ?? {} }, total });

/** Throws `not_found` for a library hidden from the viewer. */
async function toFrame(
  { catalog }: FeedDependencies,
  call: FeedCall,
  feed: ListFeed<string>,
  { choice, total }: { choice: Choice<string>; total: number },
): Promise<Frame> {
  const { library: libraryId } = choice.parameters;
  const library = libraryId === undefined ? undefined : await catalog.libraries.find(call.viewer, libraryId);
  if (libraryId !== undefined && !library) throw notFound('library');
  const titles = [feed.title, library?.name, describeChoice(choice)].filter((title) => title);
  const toPagePath = (page?: string) => toPath(feed.path, { ...choice.parameters, page });
  const { page, pageSize } = pageOf(call);
  return {
    id: feed.id ?? toFeedId(toPagePath()),
    title: titles.join(' · '),
    subtitle: feed.subtitle,
    path: toPagePath(page > 1 ? String(page) : undefined),
    up: library ? `/libraries/${library.id}` : (feed.up ?? '/catalog'),
    groups: [],
    facets: [],
    paging: toPaging({ page, pageSize, total }, toPagePath),
  };
}

export function toSeriesFeed(frame: Frame, rows: readonly SeriesRow[]): Feed {
  const navigation = rows.map(toSeriesEntry);
  return { ...frame, kind: 'navigation', navigation, publications: [], updatedMs: toUpdatedMs(navigation) };
}

export async function toBookFeed(
  deps: FeedDependencies,
  frame: Frame,
  { rows, listOf }: { rows: readonly BookRow[]; listOf?: ListOf | undefined },
): Promise<Feed> {
  const publications = await toPublications(deps, rows, listOf);
  const updatedMs = toUpdatedMs(publications);
  return { ...frame, kind: 'acquisition', navigation: [], publications, updatedMs };
}

async function toPublications(
  { catalog, services }: FeedDependencies,
  rows: readonly BookRow[],
  listOf: ListOf = 'any',
): Promise<Publication[]> {
  const mediaTypeOf = (format: FileFormat) => services.files.mediaTypeOf(format);
  const [metadata, files] = await Promise.all([
    services.books.metadata.list(rows),
    catalog.books.listFormats(rows),
  ]);
  return rows.map((row) =>
    toPublication(row, { metadata: metadata.get(row.id), files: files.get(row.id), mediaTypeOf, listOf }),
  );
}

/** A book with all metadata; undefined if it is deleted. Throws `not_found`. */
export async function findPublication(
  deps: FeedDependencies,
  viewer: Viewer,
  id: string,
): Promise<Publication | undefined> {
  const row = await deps.catalog.books.get(viewer, id);
  return isFileThere(row) ? (await toPublications(deps, [row], 'series'))[0] : undefined;
}
