// Filter values: complete lists (v1) and paged lists (v2).
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { implement, type MountedRoute } from '#infrastructure/http/routes/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { read } from '../lists/descriptions.ts';
import type { ListCall } from '../lists/filter.ts';
import { cut, readWindow } from '../query/paging.ts';
import { type Author, authorShape, roles } from '../shapes/author.ts';
import { pageOf, toPage } from '../shapes/page.ts';
import {
  everything,
  type FacetQuery,
  listAgeRatings,
  listAges,
  listAuthors,
  listNames,
  listTerms,
  listYears,
  type TermKind,
} from './facets.ts';

const access = 'series:read';
const list = (path: `/${string}`) => read(`/api/v1/${path.slice(1)}`, access, z.array(z.string()));
const page = (path: `/${string}`) => read(`/api/v2/${path.slice(1)}`, access, pageOf(z.string()));

const contract = routes('Compatible facets', 'Filter values for apps made for another server.', {
  genres: list('/genres'),
  tags: list('/tags'),
  tagsOfSeries: list('/tags/series'),
  tagsOfBooks: list('/tags/book'),
  publishers: list('/publishers'),
  languages: list('/languages'),
  ageRatings: list('/age-ratings'),
  releaseDates: list('/series/release-dates'),
  sharingLabels: list('/sharing-labels'),
  authors: read('/api/v1/authors', access, z.array(authorShape)),
  authorNames: list('/authors/names'),
  authorRoles: list('/authors/roles'),
  genrePages: page('/genres'),
  tagPages: page('/tags'),
  tagOfSeriesPages: page('/tags/series'),
  tagOfBookPages: page('/tags/book'),
  publisherPages: page('/publishers'),
  languagePages: page('/languages'),
  ageRatingPages: read('/api/v2/age-ratings', access, pageOf(z.int())),
  releaseYearPages: page('/series/release-years'),
  sharingLabelPages: page('/sharing-labels'),
  authorPages: read('/api/v2/authors', access, pageOf(authorShape)),
  authorNamePages: page('/authors/names'),
  authorRolePages: page('/authors/roles'),
});

type Read<T> = (viewer: Viewer, query: FacetQuery) => Promise<{ rows: T[]; total: number }>;

const whole =
  <T>(read: Read<T>) =>
  async ({ viewer, query }: ListCall) =>
    (await read(viewer, { query, window: everything })).rows;

const paged =
  <T>(read: Read<T>) =>
  async ({ viewer, query }: ListCall) => {
    const window = readWindow(query);
    const { rows, total } = await read(viewer, { query, window });
    return toPage({ content: rows, total, window, isSorted: true });
  };

const fixed =
  (all: readonly string[]): Read<string> =>
  async (_, { window }) =>
    cut(window, all);

export function createFacetRoutes(deps: CompatDependencies): MountedRoute[] {
  const of =
    (kind: TermKind): Read<string> =>
    (viewer, query) =>
      listTerms(deps, viewer, kind, query);
  const authors: Read<Author> = (viewer, query) => listAuthors(deps, viewer, query);
  const names: Read<string> = (viewer, query) => listNames(deps, viewer, 'author', query);
  const ages: Read<string> = (viewer, query) => listAgeRatings(deps, viewer, query);
  const numbers: Read<number> = (viewer, query) => listAges(deps, viewer, query);
  const years: Read<string> = (viewer, query) => listYears(deps, viewer, query);
  const labels: Read<string> = async (viewer, { window }) =>
    cut(window, can(viewer, 'users:read') ? [...(await deps.services.sharingTags.listNames()).values()] : []);
  return implement(contract, {
    genres: whole(of('genre')),
    tags: whole(of('tag')),
    tagsOfSeries: whole(of('tag')),
    tagsOfBooks: whole(of('tag')),
    publishers: whole(of('publisher')),
    languages: whole(of('language')),
    ageRatings: whole(ages),
    releaseDates: whole(years),
    sharingLabels: whole(labels),
    authors: whole(authors),
    authorNames: whole(names),
    authorRoles: () => [...roles],
    genrePages: paged(of('genre')),
    tagPages: paged(of('tag')),
    tagOfSeriesPages: paged(of('tag')),
    tagOfBookPages: paged(of('tag')),
    publisherPages: paged(of('publisher')),
    languagePages: paged(of('language')),
    ageRatingPages: paged(numbers),
    releaseYearPages: paged(years),
    sharingLabelPages: paged(labels),
    authorPages: paged(authors),
    authorNamePages: paged(names),
    authorRolePages: paged(fixed(roles)),
  });
}
