// The content of the two PDF caches, and how to clear them.
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { Handles } from './handles.tsx';
import { RenderedPages } from './rendered-pages.tsx';

const pdfCaches = queryOptions({
  queryKey: ['pdf-cache'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/pdf-cache', {}, { signal }),
  staleTime: 0,
});

export function PdfCachePage() {
  const t = useTranslate();
  const { data, error, refetch, isFetching } = useQuery(pdfCaches);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.pdfCache.title')} />;
  return (
    <>
      <Head title={t('administration.pdfCache.title')} text={t('administration.pdfCache.about')}>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {t('administration.pdfCache.refresh')}
        </Button>
      </Head>
      <Handles handles={data.handles} />
      <RenderedPages pages={data.pages} />
    </>
  );
}
