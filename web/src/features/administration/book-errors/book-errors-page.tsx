// Unreadable books, grouped by error.
import type { BookErrorType } from '@lectern/contract/values';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { LibraryFilter } from '../libraries/library-filter.tsx';
import { ErrorGroup } from './error-group.tsx';
import { bookErrorGroups } from './queries.ts';

export function BookErrorsPage() {
  const t = useTranslate();
  const [libraryId, setLibraryId] = useState<string>();
  const { data, error, refetch } = useQuery(bookErrorGroups({ libraryId }));
  const { act, isBusy } = useAction(['book-errors'], ['tasks']);
  const retry = (errorType?: BookErrorType) =>
    act({
      work: () =>
        call('POST /api/v1/books/retry-all-errors', {
          body: { ...(errorType && { errorType }), ...(libraryId && { libraryId }) },
        }),
      done: ({ tasksEnqueued }) => t('administration.bookErrors.started', { count: tasksEnqueued }),
    });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Head title={t('administration.bookErrors.title')} text={t('administration.bookErrors.about')}>
        {data && data.totalBooksWithErrors > 0 && (
          <Button variant="light" loading={isBusy} onClick={() => retry()}>
            {t('administration.bookErrors.retryAll')}
          </Button>
        )}
      </Head>
      <Group justify="space-between" align="center">
        <Text aria-live="polite">
          {data ? t('administration.bookErrors.total', { count: data.totalBooksWithErrors }) : ''}
        </Text>
        <LibraryFilter value={libraryId} onChange={setLibraryId} />
      </Group>
      {!data && <LoadingState of={t('administration.bookErrors.title')} />}
      {data?.totalBooksWithErrors === 0 && <EmptyState title={t('administration.bookErrors.none')} />}
      {data?.groups.map((group) => (
        <ErrorGroup
          key={group.errorType}
          first={group}
          libraryId={libraryId}
          onRetry={() => retry(group.errorType)}
        />
      ))}
    </>
  );
}
