// Pages that occur in many books, with a choice whether readers skip them.
import { type CreditPageState, creditPageStates } from '@lectern/contract/serving/credit-page-states';
import { Button, Card, Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import type { Output } from '../../../api/routes.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Picture } from '../../../ui/cards/picture.tsx';
import { AnchorLink } from '../../../ui/links.tsx';
import { Pager } from '../../../ui/manage/pager.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { type ActionState, useAction } from '../../../ui/use-action.ts';
import classes from './credit-pages.module.css';
import { type Filter, toQuery } from './filter.ts';

type CreditPage = Output<'GET /api/v1/credit-pages'>['data'][number];

const repeatedPages = ({ state, ...filter }: Filter & { state: CreditPageState }) =>
  queryOptions({
    queryKey: ['duplicates', 'credits', state, filter],
    queryFn: ({ signal }) =>
      call('GET /api/v1/credit-pages', { query: { ...toQuery(filter), state } }, { signal }),
    placeholderData: keepPreviousData,
  });

const names = {
  open: 'administration.duplicates.open',
  skipped: 'administration.duplicates.skipped',
  shown: 'administration.duplicates.shown',
} as const;

export function CreditPages({ libraryId }: { libraryId: string | undefined }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const [state, setState] = useState<CreditPageState>('open');
  const { data, error, refetch } = useQuery(repeatedPages({ libraryId, page, state }));
  const actions = useAction(['duplicates'], ['books', 'pages']);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('administration.duplicates.creditsAbout')}
      </Text>
      <div>
        <SegmentedControl
          aria-label={t('administration.duplicates.decided')}
          value={state}
          onChange={(value) => {
            setState(creditPageStates.find((one) => one === value) ?? 'open');
            setPage(1);
          }}
          data={creditPageStates.map((value) => ({ value, label: t(names[value]) }))}
        />
      </div>
      {!data && <LoadingState of={t('administration.duplicates.credits')} />}
      {data?.total === 0 &&
        (state === 'open' ? (
          <EmptyState title={t('administration.duplicates.noCredits')}>
            {t('administration.duplicates.compareHint')}
          </EmptyState>
        ) : (
          <EmptyState title={t('administration.duplicates.noneDecided')} />
        ))}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {data?.data.map((one) => (
          <CreditPageCard key={one.id} page={one} actions={actions} />
        ))}
      </SimpleGrid>
      <Pager page={page} totalPages={data?.totalPages ?? 0} onPage={setPage} />
    </>
  );
}

function CreditPageCard({ page, actions }: { page: CreditPage; actions: ActionState }) {
  const t = useTranslate();
  const { id, state, bookId, bookTitle, seriesName, libraryName, pageNumber, pageCount } = page;
  const decide = (next: CreditPageState) => () =>
    actions.act({
      work: () => call('PATCH /api/v1/credit-pages/{id}', { params: { id }, body: { state: next } }),
    });
  const name = t('administration.duplicates.creditPage', { page: pageNumber, title: bookTitle });
  return (
    <Card withBorder padding="sm">
      <Group align="flex-start" wrap="nowrap">
        <a href={toUrl(`api/v1/books/${bookId}/pages/${pageNumber}`)} target="_blank" rel="noreferrer">
          <Picture
            className={classes.page}
            src={toUrl(`api/v1/books/${bookId}/pages/${pageNumber}/thumbnail`)}
            alt={name}
          />
        </a>
        <Stack gap={4} miw={0} flex={1}>
          <Text fw={600}>
            {t('administration.duplicates.creditBooks', { books: page.bookCount, series: page.seriesCount })}
          </Text>
          <AnchorLink to="/books/$id" params={{ id: bookId }}>
            {bookTitle}
          </AnchorLink>
          <Text size="sm" c="dimmed">
            {`${seriesName} · ${libraryName}`}
          </Text>
          <Text size="sm" c="dimmed">
            {t('administration.duplicates.creditPlace', { page: pageNumber, count: pageCount })}
          </Text>
          <Group gap="xs" mt="xs">
            {state !== 'skipped' && (
              <Button size="compact-md" onClick={decide('skipped')} aria-describedby={`credit-${id}`}>
                {t('administration.duplicates.skip')}
              </Button>
            )}
            {state !== 'shown' && (
              <Button
                size="compact-md"
                variant="default"
                onClick={decide('shown')}
                aria-describedby={`credit-${id}`}
              >
                {t('administration.duplicates.show')}
              </Button>
            )}
            {state !== 'open' && (
              <Button
                size="compact-md"
                variant="default"
                onClick={decide('open')}
                aria-describedby={`credit-${id}`}
              >
                {t('administration.duplicates.undecide')}
              </Button>
            )}
            <span id={`credit-${id}`} hidden>
              {name}
            </span>
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
