// Duplicates: files of the same content, and series that may be the same.
import { Group, SegmentedControl } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { LibraryFilter } from '../libraries/library-filter.tsx';
import { DuplicateBooks, DuplicateSeries } from './duplicate-groups.tsx';

interface Filter {
  libraryId: string | undefined;
  page: number;
}

const toQuery = ({ libraryId, page }: Filter) => ({ page, pageSize: 20, ...(libraryId && { libraryId }) });

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

export function DuplicatesPage() {
  const t = useTranslate();
  const [kind, setKind] = useState<'books' | 'series'>('books');
  const [libraryId, setLibraryId] = useState<string>();
  return (
    <>
      <Head title={t('administration.duplicates.title')} text={t('administration.duplicates.about')} />
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t('administration.duplicates.kind')}
          value={kind}
          onChange={(value) => setKind(value === 'series' ? 'series' : 'books')}
          data={[
            { value: 'books', label: t('administration.duplicates.books') },
            { value: 'series', label: t('administration.duplicates.series') },
          ]}
        />
        <LibraryFilter value={libraryId} onChange={setLibraryId} />
      </Group>
      {kind === 'books' ? (
        <Books key={libraryId} libraryId={libraryId} />
      ) : (
        <Series key={libraryId} libraryId={libraryId} />
      )}
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
