// Pairs of similar comics, until they are marked as different.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import type { Output } from '../../../api/routes.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type ActionState, useAction } from '../../../ui/use-action.ts';
import { BooksToDecide } from './books-to-decide.tsx';
import { DismissedSwitch } from './dismissed-switch.tsx';
import { type DismissibleFilter, toDismissibleQuery } from './filter.ts';

type Pair = Output<'GET /api/v1/duplicates/similar'>['data'][number];

const similarComics = (filter: DismissibleFilter) =>
  queryOptions({
    queryKey: ['duplicates', 'similar', filter],
    queryFn: ({ signal }) =>
      call('GET /api/v1/duplicates/similar', { query: toDismissibleQuery(filter) }, { signal }),
    placeholderData: keepPreviousData,
  });

export function SimilarComics({ libraryId }: { libraryId: string | undefined }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const [dismissed, setDismissed] = useState(false);
  const { data, error, refetch } = useQuery(similarComics({ libraryId, page, dismissed }));
  const actions = useAction(['duplicates'], ['books'], ['series'], ['libraries'], ['read-lists']);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <DismissedSwitch
        checked={dismissed}
        onChange={(checked) => {
          setDismissed(checked);
          setPage(1);
        }}
      />
      {!data && <LoadingState of={t('administration.duplicates.similar')} />}
      {data?.total === 0 && (
        <EmptyState title={t('administration.duplicates.noSimilar')}>
          {t('administration.duplicates.compareHint')}
        </EmptyState>
      )}
      {data?.data.map((pair) => (
        <SimilarPair key={pair.id} pair={pair} actions={actions} />
      ))}
      <Pager page={page} totalPages={data?.totalPages ?? 0} onPage={setPage} />
    </>
  );
}

function SimilarPair({ pair, actions }: { pair: Pair; actions: ActionState }) {
  const t = useTranslate();
  const { id, books, matching, compared, dismissed } = pair;
  return (
    <BooksToDecide
      books={books}
      text={t('administration.duplicates.alike', { matching, compared })}
      decision={t(
        dismissed ? 'administration.duplicates.notDifferent' : 'administration.duplicates.different',
      )}
      onDecide={() =>
        call('PATCH /api/v1/duplicates/similar/{id}', { params: { id }, body: { dismissed: !dismissed } })
      }
      actions={actions}
    />
  );
}
