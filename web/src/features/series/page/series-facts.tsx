// What is known of a series, as far as it leads to others or can be said in a word.
import type { Series } from '@lectern/contract/series';
import type { SeriesMetadata } from '@lectern/contract/series-metadata';
import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { FactList, FilterLink, useFieldText } from '../../metadata/index.tsx';
import { useText } from './words/index.ts';

interface Props {
  series: Series;
  metadata: SeriesMetadata | undefined;
}

export function SeriesFacts({ series, metadata }: Props) {
  const t = useText();
  const fieldText = useFieldText();
  const format = useFormat();
  const hasPermission = usePermission();
  const link = (field: string, value: string | number | null | undefined, words?: ReactNode) =>
    value === null || value === undefined || value === '' ? null : (
      <FilterLink field={field} value={value} inherit>
        {words ?? value}
      </FilterLink>
    );
  const { year, status, publisher, language, readingDirection, ageRating } = series;
  const age = ageRating === 0 ? fieldText('allAges') : fieldText('years', { count: ageRating ?? 0 });
  const count = (value: number | null | undefined) => (value ? format.number(value) : null);
  const facts = [
    { label: fieldText('field_year'), value: link('year', year) },
    {
      label: fieldText('field_status'),
      value: status && link('status', status, fieldText(`status_${status}`)),
    },
    { label: fieldText('field_publisher'), value: link('publisher', publisher) },
    { label: fieldText('field_imprint'), value: link('imprint', metadata?.imprint) },
    {
      label: fieldText('field_language'),
      value: language && link('language', language, format.languageName(language)),
    },
    {
      label: fieldText('field_readingDirection'),
      value:
        readingDirection &&
        link('readingDirection', readingDirection, fieldText(`direction_${readingDirection}`)),
    },
    { label: fieldText('field_ageRating'), value: link('ageRating', ageRating, age) },
    { label: fieldText('field_totalVolumeCount'), value: count(metadata?.totalVolumeCount) },
    { label: fieldText('field_totalChapterCount'), value: count(metadata?.totalChapterCount) },
    { label: t('added'), value: format.date(series.createdAt) },
    {
      label: t('folder'),
      value: hasPermission('series:write') && series.path ? <Code>{series.path}</Code> : null,
    },
  ];
  return <FactList facts={facts} />;
}
