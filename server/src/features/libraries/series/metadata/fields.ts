// The metadata of a series in its layers: what a person set, what providers say, the series' own file, its books, its
// folder, in this order. Pure.
import { type SeriesField, seriesMetadataFields } from '@lectern/contract/metadata-fields';
import type { SeriesMetadata } from '@lectern/contract/series-metadata';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { SeriesMetadataTable } from '#schema/tables/edit.ts';
import type { SeriesTable } from '#schema/tables/series.ts';
import {
  isNothing,
  type Layers,
  mergeLayers,
  type ProviderOrder,
  parseLayers,
} from '../../metadata-layers/index.ts';

/** Every field with its value. The title is null only where it is not known yet. */
export type SeriesValues = Omit<Pick<SeriesMetadata, SeriesField>, 'title'> & { title: string | null };
export type SeriesEdits = Partial<SeriesValues>;
export type SeriesLocks = Partial<Record<SeriesField, boolean>>;

export type SeriesLayers = Layers<SeriesEdits, SeriesField>;

export const mergeSeries = (files: SeriesValues, layers: SeriesLayers, order: ProviderOrder): SeriesValues =>
  mergeLayers(files, layers, { fields: seriesMetadataFields, order });

/** Fields of one layer over another: where the upper says nothing the lower counts. */
export function overlay(upper: SeriesEdits, lower: SeriesValues): SeriesValues {
  const stated = Object.entries(upper).filter(([, value]) => value !== undefined && !isNothing(value));
  return { ...lower, ...Object.fromEntries(stated) };
}

/** Columns of the series row. */
export function toSeriesColumns(values: SeriesValues, fallbackTitle: string) {
  const title = values.title ?? fallbackTitle;
  return {
    title,
    titleFolded: fold(title),
    titleKey: toSortKey(values.titleSort ?? title),
    titleSort: values.titleSort,
    titleSortFolded: values.titleSort === null ? null : fold(values.titleSort),
    summary: values.summary,
    summaryFolded: values.summary === null ? null : fold(values.summary),
    publisher: values.publisher,
    imprint: values.imprint,
    status: values.status,
    ageRating: values.ageRating,
    language: values.language,
    readingDirection: values.readingDirection,
    year: values.year,
    totalVolumeCount: values.totalVolumeCount,
    totalChapterCount: values.totalChapterCount,
    hasExternalId: values.externalIds.length > 0 ? 1 : 0,
  } satisfies Partial<SeriesTable>;
}

/** 0 to 5: the mean of what other services say. */
export const toCommunityRating = (ratings: SeriesValues['externalRatings']): number | null =>
  ratings.length === 0 ? null : ratings.reduce((sum, { score }) => sum + score, 0) / ratings.length / 20;

const listFields = [
  'alternateTitles',
  'authors',
  'genres',
  'tags',
  'externalLinks',
  'externalIds',
  'externalRatings',
  'customMetadata',
] as const;
type Lists = Pick<SeriesValues, (typeof listFields)[number]>;

/** What lies in no column, as JSON; lists that are empty are left out. */
export function toListsJson(values: SeriesValues): string {
  const stated = listFields.flatMap((field) => (isNothing(values[field]) ? [] : [[field, values[field]]]));
  return JSON.stringify(Object.fromEntries(stated));
}

export function parseLists(json: string | undefined): Lists {
  const lists: Partial<Lists> = json === undefined ? {} : JSON.parse(json);
  return {
    alternateTitles: lists.alternateTitles ?? [],
    authors: lists.authors ?? [],
    genres: lists.genres ?? [],
    tags: lists.tags ?? [],
    externalLinks: lists.externalLinks ?? [],
    externalIds: lists.externalIds ?? [],
    externalRatings: lists.externalRatings ?? [],
    customMetadata: lists.customMetadata ?? null,
  };
}

/** A name that was given before there were layers is an edit, too. */
export function toLayers(
  row: Pick<SeriesTable, 'title' | 'titleLocked'>,
  extra: Pick<SeriesMetadataTable, 'edits' | 'locks' | 'provided'> | undefined,
): SeriesLayers {
  const layers = parseLayers<SeriesEdits, SeriesField>(extra);
  if (row.titleLocked === 1 && !layers.locks.title) {
    layers.edits.title = row.title;
    layers.locks.title = true;
  }
  return layers;
}
