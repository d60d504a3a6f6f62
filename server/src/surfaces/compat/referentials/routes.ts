// What filters offer: whole lists (v1) and pages of them (v2).
import { routes } from '@lectern/contract/route';
import { z } from 'zod';
import { implement, type MountedRoute } from '#infrastructure/http/implement.ts';
import type { CompatDependencies } from '../dependencies.ts';
import { read } from '../lists/descriptions.ts';
import type { ListCall } from '../lists/list-series.ts';
import { cut, readWindow } from '../query/paging.ts';
import { authorShape, roles } from '../shapes/author.ts';
import { pageOf, toPage } from '../shapes/page.ts';
import { createWords, everything, type WordKind } from './facets.ts';

const access = 'series:read';
const list = (path: `/${string}`) => read(`/api/v1/${path.slice(1)}`, access, z.array(z.string()));
const page = (path: `/${string}`) => read(`/api/v2/${path.slice(1)}`, access, pageOf(z.string()));

const contract = routes('Compatible facets', 'What filters of apps made for another server offer.', {
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
  ageRatingPages: page('/age-ratings'),
  releaseYearPages: page('/series/release-years'),
  sharingLabelPages: page('/sharing-labels'),
  authorPages: read('/api/v2/authors', access, pageOf(authorShape)),
  authorNamePages: page('/authors/names'),
  authorRolePages: page('/authors/roles'),
});

export function createFacetRoutes(deps: Pick<CompatDependencies, 'catalog' | 'services'>): MountedRoute[] {
  const words = createWords(deps);
  const listOf =
    (kind: WordKind) =>
    async ({ viewer, query }: ListCall) =>
      (await words.words(viewer, kind, { query, window: everything })).rows;
  const pagesOf =
    (kind: WordKind) =>
    async ({ viewer, query }: ListCall) => {
      const window = readWindow(query);
      const { rows, total } = await words.words(viewer, kind, { query, window });
      return toPage({ content: rows, total, window, isSorted: true });
    };
  const toPages = ({ query }: ListCall, all: readonly string[]) => {
    const window = readWindow(query);
    const { rows, total } = cut(window, all);
    return toPage({ content: rows, total, window, isSorted: true });
  };
  return implement(contract, {
    genres: listOf('genre'),
    tags: listOf('tag'),
    tagsOfSeries: listOf('tag'),
    tagsOfBooks: listOf('tag'),
    publishers: listOf('publisher'),
    languages: listOf('language'),
    ageRatings: ({ viewer, query }) => words.ages(viewer, query),
    releaseDates: ({ viewer, query }) => words.years(viewer, query),
    sharingLabels: () => [],
    authors: async ({ viewer, query }) => (await words.authors(viewer, { query, window: everything })).rows,
    authorNames: async ({ viewer, query }) => (await words.names(viewer, { query, window: everything })).rows,
    authorRoles: () => [...roles],
    genrePages: pagesOf('genre'),
    tagPages: pagesOf('tag'),
    tagOfSeriesPages: pagesOf('tag'),
    tagOfBookPages: pagesOf('tag'),
    publisherPages: pagesOf('publisher'),
    languagePages: pagesOf('language'),
    ageRatingPages: async (call) => toPages(call, await words.ages(call.viewer, call.query)),
    releaseYearPages: async (call) => toPages(call, await words.years(call.viewer, call.query)),
    sharingLabelPages: (call) => toPages(call, []),
    async authorPages({ viewer, query }) {
      const window = readWindow(query);
      const { rows, total } = await words.authors(viewer, { query, window });
      return toPage({ content: rows, total, window, isSorted: true });
    },
    async authorNamePages({ viewer, query }) {
      const window = readWindow(query);
      const { rows, total } = await words.names(viewer, { query, window });
      return toPage({ content: rows, total, window, isSorted: true });
    },
    authorRolePages: (call) => toPages(call, roles),
  });
}
