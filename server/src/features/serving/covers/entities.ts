// Covers of books and series: their built-in images, and the selected one.
import type { Cover } from '@lectern/contract/serving/covers';
import type { SeriesRow } from '#catalog/series/series-dto.ts';
import { system, type Viewer } from '#infrastructure/access/viewer.ts';
import type { Tx } from '#infrastructure/database/dialect.ts';
import { notFound, Problem } from '#infrastructure/errors.ts';
import type { BytesAnswer } from '#infrastructure/http/routes/answers.ts';
import { sendOriginal } from './answers.ts';
import type { CoverDependencies } from './dependencies.ts';
import type { EntityType } from './store.ts';

type BuiltIn = Exclude<Cover['source'], 'custom' | 'provider'>;
type SeriesSource = 'first_book' | 'latest_book';

export interface Entity {
  id: string;
  libraryId: string;
  seriesId: string;
  /** Built-in images; the first one is the default. */
  sources: readonly [BuiltIn, ...BuiltIn[]];
  /** A built-in source, or the id of an uploaded cover. */
  selected: string;
}

/** `version` is the parameter `v` of the URL. */
export interface ThumbnailRequest {
  id: string;
  version: string | undefined;
}

export interface WhichCover {
  id: string;
  /** A built-in source, or the id of an uploaded cover. */
  coverId: string;
}

export type ImageRequest = WhichCover & ThumbnailRequest;

/** Maximum number of books tried for the cover of a series. */
const maxCandidates = 5;

/** Throws `not_found` if the entity does not exist for the viewer. */
export async function getEntity(
  { catalog }: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  id: string,
): Promise<Entity> {
  if (type === 'book') {
    const { libraryId, seriesId, coverId } = await catalog.files.get(viewer, id);
    return { id, libraryId, seriesId, sources: ['embedded'], selected: coverId ?? 'embedded' };
  }
  const { libraryId, coverSource, coverId } = await catalog.series.get(viewer, id);
  const selected = coverSource === 'custom' && coverId !== null ? coverId : coverSource;
  return { id, libraryId, seriesId: id, sources: ['first_book', 'latest_book'], selected };
}

/** Stores the selected cover: a built-in source, or the id of an uploaded cover. */
export async function storeSelected(
  tx: Tx,
  { books, series, clock }: CoverDependencies,
  type: EntityType,
  { id, sources }: Entity,
  coverId: string,
): Promise<void> {
  const source = sources.find((one) => one === coverId);
  if (type === 'series')
    return series.setCover(
      tx,
      id,
      source ? { source, coverId: null } : { source: 'custom', coverId },
      clock(),
    );
  await books.setCover(tx, id, source ? null : coverId, clock());
}

/** The full-size image of a built-in source. */
export async function sendBuiltIn(
  deps: CoverDependencies,
  type: EntityType,
  viewer: Viewer,
  { id, coverId, version }: ImageRequest,
): Promise<BytesAnswer> {
  if (type === 'book') return sendOriginal(deps, viewer, id, version);
  const series = await deps.catalog.series.get(viewer, id);
  const source = coverId === 'latest_book' ? 'latest_book' : 'first_book';
  const found = await findOfBooks(deps, series, source, (bookId) =>
    sendOriginal(deps, viewer, bookId, version),
  );
  if (!found) throw notFound('cover');
  return found;
}

/**
 * The first image found among the first or latest books of a series, so that a broken book does not leave the series
 * without a cover.
 */
export async function findOfBooks(
  { catalog }: CoverDependencies,
  { id, libraryId }: SeriesRow,
  source: SeriesSource,
  find: (bookId: string) => Promise<BytesAnswer | undefined>,
): Promise<BytesAnswer | undefined> {
  const { rows } = await catalog.books.list(system, {
    seriesId: id,
    libraryId,
    sort: source === 'latest_book' ? [{ field: 'dateAdded', direction: 'desc' }] : [],
    page: { page: 1, pageSize: maxCandidates },
  });
  for (const row of rows) {
    try {
      const found = await find(row.id);
      if (found) return found;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_found') throw error;
    }
  }
  return undefined;
}
