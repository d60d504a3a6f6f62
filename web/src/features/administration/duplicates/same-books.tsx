// Separate entries that are probably the same book in several formats.
import type { SameBookReason } from '@lectern/contract/libraries/same-books';
import { Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { BooksToDecide } from './books-to-decide.tsx';
import { DismissedSwitch } from './dismissed-switch.tsx';
import { type DismissibleFilter, toDismissibleQuery } from './filter.ts';

const sameBooks = (filter: DismissibleFilter) =>
  queryOptions({
    queryKey: ['duplicates', 'formats', filter],
    queryFn: ({ signal }) =>
      call('GET /api/v1/duplicates/formats', { query: toDismissibleQuery(filter) }, { signal }),
    placeholderData: keepPreviousData,
  });

const reasons = {
  external_id: 'administration.duplicates.byId',
  title: 'administration.duplicates.byTitle',
  number: 'administration.duplicates.byNumber',
  dismissed: 'administration.duplicates.byNobody',
} as const satisfies Record<SameBookReason, string>;

export function SameBooks({ libraryId }: { libraryId: string | undefined }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const [dismissed, setDismissed] = useState(false);
  const { data, error, refetch } = useQuery(sameBooks({ libraryId, page, dismissed }));
  const actions = useAction(['duplicates'], ['books'], ['series'], ['libraries'], ['read-lists']);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('administration.duplicates.formatsAbout')}
      </Text>
      <DismissedSwitch
        checked={dismissed}
        onChange={(checked) => {
          setDismissed(checked);
          setPage(1);
        }}
      />
      {!data && <LoadingState of={t('administration.duplicates.formats')} />}
      {data?.total === 0 && <EmptyState title={t('administration.duplicates.noFormats')} />}
      {data?.data.map(({ reason, books }) => (
        <BooksToDecide
          key={books.map(({ id }) => id).join()}
          books={books}
          text={t(reasons[reason])}
          decision={t(
            dismissed ? 'administration.duplicates.notDifferent' : 'administration.duplicates.differentBooks',
          )}
          onDecide={() =>
            call('PATCH /api/v1/duplicates/formats', {
              body: { bookIds: books.map(({ id }) => id), dismissed: !dismissed },
            })
          }
          actions={actions}
        />
      ))}
      <Pager page={page} totalPages={data?.totalPages ?? 0} onPage={setPage} />
    </>
  );
}
