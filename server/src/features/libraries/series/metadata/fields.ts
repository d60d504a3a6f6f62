// The metadata of a series in layers, in order of precedence: edits, providers, the series file, its books, its folder.
// Pure.
import { type SeriesField, seriesMetadataFields } from '@lectern/contract/libraries/metadata-fields';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { fold } from '#infrastructure/text/fold.ts';
import { toSortKey } from '#infrastructure/text/sort-key.ts';
import type { SeriesMetadataTable } from '#schema/tables/libraries/edit.ts';
import type { SeriesTable } from '#schema/tables/libraries/series.ts';
import {
  isNothing,
  type Layers,
  mergeLayers,
  type ProviderOrder,
  parseLayers,
} from '../../metadata-layers/index.ts';

/** All fields. The title is null only until it is determined. */
export type SeriesValues = Omit<Pick<SeriesMetadata, SeriesField>, 'title'> & { title: string | null };
export type SeriesEdits = Partial<SeriesValues>;
export type SeriesLocks = Partial<Record<SeriesField, boolean>>;

export type SeriesLayers = Layers<SeriesEdits, SeriesField>;

export const mergeSeries = (files: SeriesValues, layers: SeriesLayers, order: ProviderOrder): SeriesValues =>
  mergeLayers(files, layers, { fields: seriesMetadataFields, order });

/** Overlays one layer on another: empty fields of the upper layer use the lower layer. */
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

/** Mean rating of external services, from 0 to 5. */
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

/** Fields without a column, as JSON; empty lists are omitted. */
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

export const toLayers = (
  extra: Pick<SeriesMetadataTable, 'edits' | 'locks' | 'provided'> | undefined,
): SeriesLayers => parseLayers<SeriesEdits, SeriesField>(extra);
