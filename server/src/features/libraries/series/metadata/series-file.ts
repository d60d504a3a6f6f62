// Converts the metadata of a series to the format of its sidecar file (series.json).
import type { SeriesMetadata } from '@lectern/formats/metadata';
import type { SeriesEdits } from './fields.ts';

type Values = Pick<
  SeriesEdits,
  | 'title'
  | 'publisher'
  | 'imprint'
  | 'year'
  | 'summary'
  | 'status'
  | 'ageRating'
  | 'totalChapterCount'
  | 'externalIds'
>;

export function toSeriesFile(values: Values): SeriesMetadata {
  const { title, publisher, imprint, year, summary, status, ageRating, totalChapterCount } = values;
  const plain = { title, publisher, imprint, year, summary, status, ageRating, totalChapterCount };
  const stated = Object.entries(plain).filter(([, value]) => value !== null && value !== undefined);
  return {
    ...Object.fromEntries(stated),
    identifiers: (values.externalIds ?? []).map(({ source, externalId }) => ({
      // Uses the provider's own scheme name.
      scheme: source.replace(/^plugin:/, ''),
      value: externalId,
    })),
  };
}
