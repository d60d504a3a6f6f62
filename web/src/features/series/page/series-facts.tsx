// Facts about a series, many of them links to similar series.
import type { Series } from '@lectern/contract/libraries/series';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ListLinks, useContainingLists } from '../../lists/index.tsx';
import { ExternalIds, FactList, FileInfo, FilterLink, NameLink } from '../../metadata/index.tsx';

interface Props {
  series: Series;
  metadata: SeriesMetadata | undefined;
}

export function SeriesFacts({ series, metadata }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const hasPermission = usePermission();
  const lists = useContainingLists('collections', series.id);
  const link = (field: string, value: string | number | null | undefined, words?: ReactNode) =>
    value === null || value === undefined || value === '' ? null : (
      <FilterLink field={field} value={value} inherit>
        {words ?? value}
      </FilterLink>
    );
  const { year, status, publisher, language, readingDirection, ageRating } = series;
  const age = ageRating === 0 ? t('metadata.allAges') : t('metadata.years', { count: ageRating ?? 0 });
  const count = (value: number | null | undefined) => (value ? format.number(value) : null);
  const facts = [
    { label: t('metadata.field_year'), value: link('year', year) },
    {
      label: t('metadata.field_status'),
      value: status && link('status', status, t(`metadata.status_${status}`)),
    },
    {
      label: t('metadata.field_publisher'),
      value: publisher && <NameLink kind="publisher" name={publisher} inherit />,
    },
    { label: t('metadata.field_imprint'), value: link('imprint', metadata?.imprint) },
    {
      label: t('metadata.field_language'),
      value: language && link('language', language, format.languageName(language)),
    },
    {
      label: t('metadata.field_readingDirection'),
      value:
        readingDirection &&
        link('readingDirection', readingDirection, t(`metadata.direction_${readingDirection}`)),
    },
    { label: t('metadata.field_ageRating'), value: link('ageRating', ageRating, age) },
    { label: t('metadata.field_totalVolumeCount'), value: count(metadata?.totalVolumeCount) },
    { label: t('metadata.field_totalChapterCount'), value: count(metadata?.totalChapterCount) },
    {
      label: t('metadata.field_externalIds'),
      value: metadata && metadata.externalIds.length > 0 && <ExternalIds ids={metadata.externalIds} />,
    },
    {
      label: t('series.page.inCollections'),
      value: lists && lists.length > 0 && <ListLinks kind="collections" lists={lists} />,
    },
    { label: t('series.page.added'), value: format.date(series.createdAt) },
  ];
  return (
    <>
      <FactList facts={facts} />
      {hasPermission('series:write') && series.path && (
        <FileInfo>
          <FactList facts={[{ label: t('series.page.folder'), value: <Code>{series.path}</Code> }]} />
        </FileInfo>
      )}
    </>
  );
}
