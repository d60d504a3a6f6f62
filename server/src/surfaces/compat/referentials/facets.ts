// Filter values: terms visible to the user in all or some libraries, in a list, or in single series.

import type { CountedRows } from '#catalog/books/books.ts';
import type { FacetKind } from '#catalog/facets.ts';
import type { ShownSeries } from '#features/libraries/series/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { ids } from '../conditions/build.ts';
import type { CompatDependencies } from '../dependencies.ts';
import type { Window } from '../query/paging.ts';
import { cut, maxUnpaged } from '../query/paging.ts';
import { type Query, readList, readText } from '../query/values.ts';
import { type Author, fromRole, toAuthors, toRole } from '../shapes/author.ts';
import { inLibraries } from '../viewers.ts';

export type TermKind = Extract<FacetKind, 'genre' | 'tag' | 'publisher' | 'language'>;

/** Request of a client. */
export interface FacetQuery {
  query: Query;
  window: Window;
}

/** Maximum number of series whose terms are collected here; further members of a list are ignored. */
const maxCollected = 1_000;

export const everything: Window = { page: 0, size: maxUnpaged, isUnpaged: true };

export async function listTerms(
  deps: CompatDependencies,
  viewer: Viewer,
  kind: TermKind,
  { query, window }: FacetQuery,
): Promise<CountedRows<string>> {
  const named = await listNamed(deps, viewer, query);
  if (!named) return listNames(deps, viewer, kind, { query, window });
  const wanted = fold(readText(query, 'search') ?? '');
  const terms = [...new Set(named.flatMap((one) => termsOf(one, kind)))]
    .filter((term) => fold(term).includes(wanted))
    .sort((a, b) => a.localeCompare(b, 'en'));
  return cut(window, terms);
}

/** Names of terms in the requested libraries. */
export async function listNames(
  { catalog }: CompatDependencies,
  viewer: Viewer,
  kind: FacetKind,
  { query, window }: FacetQuery,
): Promise<CountedRows<string>> {
  const search = readText(query, 'search');
  const list = { search, page: toRequest(window) };
  const { rows, total } = await catalog.facets.list(limit(viewer, query), kind, list);
  return { rows: rows.map(({ name }) => name), total };
}

export async function listAuthors(
  deps: CompatDependencies,
  viewer: Viewer,
  { query, window }: FacetQuery,
): Promise<CountedRows<Author>> {
  const named = await listNamed(deps, viewer, query);
  const search = readText(query, 'search');
  const role = readText(query, 'role');
  if (named) {
    const wanted = fold(search ?? '');
    const all = toAuthors(named.flatMap((one) => one.authors)).filter(
      (author) => (role === undefined || author.role === role) && fold(author.name).includes(wanted),
    );
    return cut(window, all);
  }
  const roles = role === undefined ? undefined : fromRole(role);
  const list = { search, roles, page: toRequest(window) };
  const { rows, total } = await deps.catalog.facets.credits(limit(viewer, query), list);
  return { rows: rows.map(({ name, role: of }) => ({ name, role: toRole(of) })), total };
}

/** Null for series without an age rating. */
async function readAgeRatings({ catalog }: CompatDependencies, viewer: Viewer, query: Query) {
  return (await catalog.facets.ageRatings(limit(viewer, query))).map(({ ageRating }) => ageRating);
}

/** Version 1 returns texts. */
export async function listAgeRatings(
  deps: CompatDependencies,
  viewer: Viewer,
  { query, window }: FacetQuery,
): Promise<CountedRows<string>> {
  const ages = await readAgeRatings(deps, viewer, query);
  return cut(
    window,
    ages.map((age) => (age === null ? 'None' : String(age))),
  );
}

/** Version 2 returns numbers. */
export async function listAges(
  deps: CompatDependencies,
  viewer: Viewer,
  { query, window }: FacetQuery,
): Promise<CountedRows<number>> {
  const ages = await readAgeRatings(deps, viewer, query);
  return cut(
    window,
    ages.filter((age) => age !== null),
  );
}

export const listYears = async (
  { catalog }: CompatDependencies,
  viewer: Viewer,
  { query, window }: FacetQuery,
): Promise<CountedRows<string>> =>
  cut(window, (await catalog.facets.years(limit(viewer, query))).map(String));

const limit = (viewer: Viewer, query: Query): Viewer => inLibraries(viewer, readList(query, 'library_id'));

const toRequest = ({ page, size }: Window) => ({ page: page + 1, pageSize: size });

/** Metadata of the series given by the parameters; undefined without such parameters. */
async function listNamed(
  { catalog, services }: CompatDependencies,
  viewer: Viewer,
  query: Query,
): Promise<ShownSeries[] | undefined> {
  const series = readList(query, 'series_id');
  const collections = readList(query, 'collection_id');
  const readLists = readList(query, 'readlist_id');
  const page = { page: 1, pageSize: maxCollected };
  if (series.length + collections.length + readLists.length === 0) return undefined;
  const seriesIds = new Set(series.filter(isId));
  if (collections.length > 0) {
    const condition = ids('collectionId', collections);
    for (const { id } of (await catalog.series.list(viewer, { condition, page })).rows) seriesIds.add(id);
  }
  if (readLists.length > 0) {
    const condition = ids('readListId', readLists);
    for (const row of (await catalog.books.list(viewer, { condition, page })).rows)
      seriesIds.add(row.seriesId);
  }
  const rows = await catalog.series.listByIds(viewer, [...seriesIds].slice(0, maxCollected));
  return rows.length === 0 ? [] : [...(await services.series.metadata.list(rows)).values()];
}

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

function termsOf(metadata: ShownSeries, kind: TermKind): string[] {
  switch (kind) {
    case 'genre':
      return metadata.genres;
    case 'tag':
      return metadata.tags;
    default: {
      const term = metadata[kind];
      return term === null ? [] : [term];
    }
  }
}
