// What filters offer: words of what the caller sees, of everything, of some libraries, or of the members of a list or
// of one series.
import type { SeriesMetadata } from '@lectern/contract/series-metadata';
import type { FacetKind } from '#catalog/facets.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { ids } from '../conditions/build.ts';
import type { CompatDependencies } from '../dependencies.ts';
import type { Window } from '../query/paging.ts';
import { cut, maxUnpaged } from '../query/paging.ts';
import { type Query, readList, readText } from '../query/values.ts';
import { type Author, fromRole, toAuthors, toRole } from '../shapes/author.ts';
import { inLibraries } from '../viewers.ts';

export type WordKind = Extract<FacetKind, 'genre' | 'tag' | 'publisher' | 'language'>;

interface Found<T> {
  rows: T[];
  total: number;
}

/** Series whose words are gathered here: more members of a list are not looked at. */
const maxCollected = 1_000;

export const everything: Window = { page: 0, size: maxUnpaged, isUnpaged: true };

export function createWords({ catalog, services }: Pick<CompatDependencies, 'catalog' | 'services'>) {
  /** Metadata of the series that are named by parameters; undefined when none are. */
  async function listNamed(viewer: Viewer, query: Query): Promise<SeriesMetadata[] | undefined> {
    const [series, collections] = [readList(query, 'series_id'), readList(query, 'collection_id')];
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

  return {
    async words(viewer: Viewer, kind: WordKind, { query, window }: Asked): Promise<Found<string>> {
      const named = await listNamed(viewer, query);
      const search = readText(query, 'search');
      if (named)
        return cut(
          window,
          sortWords(
            named.flatMap((one) => wordsOf(one, kind)),
            search,
          ),
        );
      const own = inLibraries(viewer, readList(query, 'library_id'));
      const page = { page: window.page + 1, pageSize: window.size };
      const { rows, total } = await catalog.facets.list(own, kind, { search, page });
      return { rows: rows.map(({ name }) => name), total };
    },

    async authors(viewer: Viewer, { query, window }: Asked): Promise<Found<Author>> {
      const named = await listNamed(viewer, query);
      const [search, role] = [readText(query, 'search'), readText(query, 'role')];
      if (named) {
        const wanted = fold(search ?? '');
        const all = toAuthors(named.flatMap((one) => one.authors)).filter(
          (author) => (role === undefined || author.role === role) && fold(author.name).includes(wanted),
        );
        return cut(window, all);
      }
      const own = inLibraries(viewer, readList(query, 'library_id'));
      const found = await catalog.facets.credits(own, {
        search,
        roles: role === undefined ? undefined : fromRole(role),
        page: { page: window.page + 1, pageSize: window.size },
      });
      return {
        rows: found.rows.map(({ name, role: of }) => ({ name, role: toRole(of) })),
        total: found.total,
      };
    },

    async names(viewer: Viewer, { query, window }: Asked): Promise<Found<string>> {
      const own = inLibraries(viewer, readList(query, 'library_id'));
      const search = readText(query, 'search');
      const page = { page: window.page + 1, pageSize: window.size };
      const { rows, total } = await catalog.facets.list(own, 'author', { search, page });
      return { rows: rows.map(({ name }) => name), total };
    },

    async ages(viewer: Viewer, query: Query): Promise<string[]> {
      const found = await catalog.facets.ageRatings(inLibraries(viewer, readList(query, 'library_id')));
      return found.map(({ ageRating }) => (ageRating === null ? 'None' : String(ageRating)));
    },

    async years(viewer: Viewer, query: Query): Promise<string[]> {
      const found = await catalog.facets.years(inLibraries(viewer, readList(query, 'library_id')));
      return found.map(String);
    },
  };
}

export interface Asked {
  query: Query;
  window: Window;
}

const isId = (text: string): boolean => /^[0-9a-f-]{36}$/i.test(text);

function wordsOf(metadata: SeriesMetadata, kind: WordKind): string[] {
  switch (kind) {
    case 'genre':
      return metadata.genres;
    case 'tag':
      return metadata.tags;
    default: {
      const word = metadata[kind];
      return word === null ? [] : [word];
    }
  }
}

const sortWords = (words: readonly string[], search = ''): string[] => {
  const wanted = fold(search);
  return [...new Set(words)]
    .filter((word) => fold(word).includes(wanted))
    .sort((a, b) => a.localeCompare(b, 'en'));
};
