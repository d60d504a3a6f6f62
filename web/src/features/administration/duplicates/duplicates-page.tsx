// Duplicates: files with identical content, books in several formats, similar comics, series that may be the same, and
// repeated pages.
import { Group, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { LibraryFilter } from '../libraries/library-filter.tsx';
import { CreditPages } from './credit-pages.tsx';
import { DuplicateBooks, DuplicateSeries } from './duplicate-groups.tsx';
import { type Filter, toQuery } from './filter.ts';
import { SameBooks } from './same-books.tsx';
import { SimilarComics } from './similar-comics.tsx';

const doubledBooks = (filter: Filter) =>
  queryOptions({
    queryKey: ['duplicates', 'books', filter],
    queryFn: ({ signal }) => call('GET /api/v1/duplicates', { query: toQuery(filter) }, { signal }),
    placeholderData: keepPreviousData,
  });
const doubledSeries = (filter: Filter) =>
  queryOptions({
    queryKey: ['duplicates', 'series', filter],
    queryFn: ({ signal }) => call('GET /api/v1/duplicates/series', { query: toQuery(filter) }, { signal }),
    placeholderData: keepPreviousData,
  });

const kinds = ['books', 'formats', 'similar', 'series', 'credits'] as const;
type Kind = (typeof kinds)[number];
const pages: Record<Kind, (props: { libraryId: string | undefined }) => ReactNode> = {
  books: Books,
  formats: SameBooks,
  similar: SimilarComics,
  series: Series,
  credits: CreditPages,
};

export function DuplicatesPage() {
  const t = useTranslate();
  const [kind, setKind] = useState<Kind>('books');
  const [libraryId, setLibraryId] = useState<string>();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const Found = pages[kind];
  return (
    <>
      <Head title={t('administration.duplicates.title')} text={t('administration.duplicates.about')} />
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('administration.duplicates.kind')}
          value={kind}
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          flex={isNarrow ? '1 0 100%' : undefined}
          onChange={(value) => setKind(kinds.find((one) => one === value) ?? 'books')}
          data={kinds.map((value) => ({ value, label: t(`administration.duplicates.${value}`) }))}
        />
        <LibraryFilter value={libraryId} onChange={setLibraryId} />
      </Group>
      <Found key={libraryId} libraryId={libraryId} />
    </>
  );
}

function Books({ libraryId }: { libraryId: string | undefined }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(doubledBooks({ libraryId, page }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.duplicates.title')} />;
  if (data.total === 0) return <EmptyState title={t('administration.duplicates.noBooks')} />;
  return (
    <>
      {data.data.map((group) => (
        <DuplicateBooks key={`${group.fileHash} ${group.fileSize}`} group={group} />
      ))}
      <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
    </>
  );
}

function Series({ libraryId }: { libraryId: string | undefined }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(doubledSeries({ libraryId, page }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.duplicates.title')} />;
  if (data.total === 0) return <EmptyState title={t('administration.duplicates.noSeries')} />;
  return (
    <>
      {data.data.map((group) => (
        <DuplicateSeries key={`${group.reason} ${group.key}`} group={group} />
      ))}
      <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
    </>
  );
}
