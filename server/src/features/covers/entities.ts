// Books and series as things that have a cover: what they can show by themselves, and what is selected.
import type { Cover } from '@lectern/contract/covers';
import type { Catalog } from '#catalog/catalog.ts';
import type { SeriesRow } from '#catalog/series-dto.ts';
import { system, type Viewer } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import { notFound } from '#kernel/errors.ts';
import type { BytesAnswer } from '#kernel/http/answers.ts';
import type { BookFiles } from '../books/index.ts';
import type { SeriesCovers } from '../series/index.ts';
import type { EntityType } from './store.ts';

export type BuiltIn = Exclude<Cover['source'], 'custom'>;

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
  /** The book whose cover a series shows. */
  findBookOf(
    series: Pick<SeriesRow, 'id' | 'libraryId'>,
    source: 'first_book' | 'latest_book',
  ): Promise<string | undefined>;
  /** The picture of a source, full size. */
  sendBuiltIn(
    type: EntityType,
    viewer: Viewer,
    which: { id: string; coverId: string; version: string | undefined },
  ): Promise<BytesAnswer>;
}

interface Parts {
  catalog: Catalog;
  books: Pick<BookFiles, 'setCover' | 'setThumbnailState'>;
  series: SeriesCovers;
  clock: Clock;
  sendOriginal(viewer: Viewer, bookId: string, version: string | undefined): Promise<BytesAnswer>;
}

export function createEntities({ catalog, books, series, clock, sendOriginal }: Parts): Entities {
  async function findBookOf(
    { id, libraryId }: Pick<SeriesRow, 'id' | 'libraryId'>,
    source: 'first_book' | 'latest_book',
  ) {
    const sort = source === 'latest_book' ? ([{ field: 'dateAdded', direction: 'desc' }] as const) : [];
    const { rows } = await catalog.books.list(system, {
      seriesId: id,
      libraryId,
      sort,
      page: { page: 1, pageSize: 1 },
    });
    return rows[0]?.id;
  }

  return {
    findBookOf,
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
      const bookId = await findBookOf(
        { id, libraryId },
        coverId === 'latest_book' ? 'latest_book' : 'first_book',
      );
      if (!bookId) throw notFound('cover');
      return sendOriginal(viewer, bookId, version);
    },
  };
}
