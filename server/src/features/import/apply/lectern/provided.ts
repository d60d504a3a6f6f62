// Imports provider metadata, unless the series or book already has some. Values that the API would reject are dropped.
import { patchBookMetadataSchema } from '@lectern/contract/libraries/metadata';
import { patchSeriesMetadataSchema } from '@lectern/contract/libraries/series-metadata';
import type { LocalIds, OwnRecords } from '#features/import/snapshot/index.ts';
import type { Provided } from '#features/libraries/metadata-layers/index.ts';
import { system } from '#infrastructure/access/viewer.ts';
import type { LecternImportServices } from './dependencies.ts';

type Metadata = LecternImportServices['seriesMetadata'] | LecternImportServices['bookMetadata'];

interface Theirs {
  provided: readonly Provided[];
  /** Schema for user edits. */
  schema: { safeParse(value: unknown): { success: boolean } };
}

export async function importProviderMetadata(
  { seriesMetadata, bookMetadata }: Pick<LecternImportServices, 'seriesMetadata' | 'bookMetadata'>,
  { provided: { series, books } }: Pick<OwnRecords, 'provided'>,
  known: LocalIds,
): Promise<void> {
  for (const { id, provided } of series)
    await provide(seriesMetadata, known.series.get(id), { provided, schema: patchSeriesMetadataSchema });
  for (const { id, provided } of books)
    await provide(bookMetadata, known.books.get(id)?.id, { provided, schema: patchBookMetadataSchema });
}

async function provide(
  service: Metadata,
  ourId: string | undefined,
  { provided, schema }: Theirs,
): Promise<void> {
  if (ourId === undefined || provided.length === 0) return;
  const isTaken = ([field, { value }]: [string, { value: unknown }]) =>
    schema.safeParse({ [field]: value }).success;
  await service.provide(system, [ourId], (known) => {
    const news = provided
      .filter(({ provider }) => known.every((one) => one.provider !== provider))
      .map((one) => ({ ...one, values: Object.fromEntries(Object.entries(one.values).filter(isTaken)) }));
    return news.length > 0 ? [...known, ...news] : undefined;
  });
}
