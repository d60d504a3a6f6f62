// Books and series as things that have a cover: what they can show by themselves, and what is selected.
import type { Cover } from '@lectern/contract/covers';
import type { Catalog } from '#catalog/catalog.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import type { BookFiles } from '#features/libraries/books/index.ts';
import type { SeriesCovers } from '#features/libraries/series/index.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { notFound, Problem } from '#infrastructure/errors.ts';
import type { BytesAnswer } from '#infrastructure/http/answers.ts';
import type { EntityType } from './store.ts';

type BuiltIn = Exclude<Cover['source'], 'custom'>;

export interface Entity {
  id: string;
  libraryId: string;
  seriesId: string;
  /** What it can show without an upload; the first is chosen when nobody chooses. */
  sources: readonly BuiltIn[];
  /** A source or the id of an uploaded cover. */
  selected: string;
}

export interface Entities {
  /** Throws not_found when it does not exist for the viewer. */
  get(type: EntityType, viewer: Viewer, id: string): Promise<Entity>;
  /** Writes down a source or an uploaded cover. */
  select(type: EntityType, entity: Entity, coverId: string): Promise<void>;
  /** The books whose cover a series may show, the best first: a broken book must not leave it without. */
  listBooksOf(
    series: Pick<SeriesRow, 'id' | 'libraryId'>,
    source: 'first_book' | 'latest_book',
  ): Promise<string[]>;
  /** The picture of a source, full size. */
  sendBuiltIn(
    type: EntityType,
    viewer: Viewer,
    which: { id: string; coverId: string; version: string | undefined },
  ): Promise<BytesAnswer>;
}

interface Dependencies {
  catalog: Catalog;
  books: Pick<BookFiles, 'setCover' | 'setThumbnailState'>;
  series: SeriesCovers;
  clock: Clock;
  sendOriginal(viewer: Viewer, bookId: string, version: string | undefined): Promise<BytesAnswer>;
}

/** Books that are tried for the cover of a series. */
const maxCandidates = 5;

/** The first answer that is there; undefined when there is none. */
export async function findFirst<T>(
  ids: readonly string[],
  find: (id: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const id of ids) {
    try {
      const found = await find(id);
      if (found !== undefined) return found;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    }
  }
  return undefined;
}

export function createEntities({ catalog, books, series, clock, sendOriginal }: Dependencies): Entities {
  async function listBooksOf(
    { id, libraryId }: Pick<SeriesRow, 'id' | 'libraryId'>,
    source: 'first_book' | 'latest_book',
  ) {
    const sort = source === 'latest_book' ? ([{ field: 'dateAdded', direction: 'desc' }] as const) : [];
    const { rows } = await catalog.books.list(system, {
      seriesId: id,
      libraryId,
      sort,
      page: { page: 1, pageSize: maxCandidates },
    });
    return rows.map((row) => row.id);
  }

  return {
    listBooksOf,
    async get(type, viewer, id) {
      if (type === 'book') {
        const { libraryId, seriesId, coverId } = await catalog.files.get(viewer, id);
        return { id, libraryId, seriesId, sources: ['embedded'], selected: coverId ?? 'embedded' };
      }
      const { libraryId, coverSource, coverId } = await catalog.series.get(viewer, id);
      const selected = coverSource === 'custom' && coverId !== null ? coverId : coverSource;
      return { id, libraryId, seriesId: id, sources: ['first_book', 'latest_book'], selected };
    },
    async select(type, { id, sources }, coverId) {
      const source = sources.find((one) => one === coverId);
      if (type === 'book') {
        await books.setCover(id, source ? null : coverId, clock());
        await books.setThumbnailState([id], 0);
      } else
        await series.setCover(
          id,
          source ? { source, coverId: null } : { source: 'custom', coverId },
          clock(),
        );
    },
    async sendBuiltIn(type, viewer, { id, coverId, version }) {
      if (type === 'book') return sendOriginal(viewer, id, version);
      const { libraryId } = await catalog.series.get(viewer, id);
      const source = coverId === 'latest_book' ? 'latest_book' : 'first_book';
      const bookIds = await listBooksOf({ id, libraryId }, source);
      const found = await findFirst(bookIds, (bookId) => sendOriginal(viewer, bookId, version));
      if (!found) throw notFound('cover');
      return found;
    },
  };
}
