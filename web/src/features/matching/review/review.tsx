// Reviews proposed matches of whole libraries by keyboard.
import type { MatchProposal } from '@lectern/contract/matching';
import { Button, Group, Kbd, SegmentedControl, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/call.ts';
import { pluginList } from '../../../api/queries.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Pager } from '../../../ui/manage/pager.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { EmptyState, ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { matchKeys } from '../keys.ts';
import { ProviderRequired } from '../provider-required.tsx';
import { canSearch, metadataProviders, type Noun, type ProposalFilter, proposals } from '../queries.ts';
import { sure } from '../score-badge.tsx';
import { ProposalCard } from './proposal-card.tsx';

type State = ProposalFilter['state'];
const states = ['pending', 'accepted', 'dismissed'] as const;

export interface MatchingReviewProps {
  libraryId: string | undefined;
  /** Chooses the library. */
  children: ReactNode;
}

export function MatchingReview({ libraryId, children }: MatchingReviewProps) {
  const t = useTranslate();
  const hasPermission = usePermission();
  const [noun, setNoun] = useState<Noun>(hasPermission('series:write') ? 'series' : 'books');
  const [state, setState] = useState<State>('pending');
  const { data: known, isFetched } = useQuery(metadataProviders);
  // The offer of providers above the matches appears together with them.
  const hasOffer = known !== undefined && !canSearch(known, noun) && hasPermission('system:admin');
  const plugins = useQuery({ ...pluginList, enabled: hasOffer });
  const head = <Head title={t('matching.page.title')} text={t('matching.page.about')} />;
  // Remains true while ProviderRequired requests a failed query again, unlike `isPending`.
  if (!isFetched || plugins.isLoading) {
    return (
      <>
        {head}
        <LoadingState of={t('matching.page.title')} />
      </>
    );
  }
  return (
    <>
      {head}
      <ProviderRequired noun={noun} />
      <Group justify="space-between">
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('matching.page.noun')}
            value={noun}
            onChange={(value) => setNoun(value === 'books' ? 'books' : 'series')}
            data={(['series', 'books'] as const)
              .filter((one) => hasPermission(`${one}:write`))
              .map((value) => ({ value, label: t(`matching.page.${value}`) }))}
          />
          <SegmentedControl
            aria-label={t('matching.page.state')}
            value={state}
            onChange={(value) => setState(states.find((one) => one === value) ?? 'pending')}
            data={states.map((value) => ({ value, label: t(`matching.page.${value}`) }))}
          />
        </Group>
        {children}
      </Group>
      <Start noun={noun} libraryId={libraryId} />
      <Proposals key={`${noun} ${state} ${libraryId}`} noun={noun} state={state} libraryId={libraryId} />
    </>
  );
}

function Start({ noun, libraryId }: { noun: Noun; libraryId: string | undefined }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(...matchKeys);
  const format = useFormat();
  if (!libraryId) return <Text c="dimmed">{t('matching.page.chooseLibrary')}</Text>;
  const params = { id: libraryId };
  const start = (again: boolean) =>
    act({
      work: () => call('POST /api/v1/libraries/{id}/match', { params, body: { noun, again } }),
      done: t('matching.page.started'),
    });
  const refresh = () =>
    act({
      work: () => call('POST /api/v1/libraries/{id}/match/refresh', { params, body: { noun } }),
      done: t('matching.page.started'),
    });
  const acceptSure = () =>
    act({
      work: () => call('POST /api/v1/match/proposals/accept', { body: { noun, libraryId, fromScore: sure } }),
      done: ({ accepted }) => t('matching.page.acceptedMany', { count: accepted }),
    });
  return (
    <Group gap="xs">
      <Button loading={isBusy} onClick={() => start(false)}>
        {t('matching.page.start')}
      </Button>
      <Button variant="default" loading={isBusy} onClick={() => start(true)}>
        {t('matching.page.startAgain')}
      </Button>
      <Button variant="default" loading={isBusy} onClick={refresh}>
        {t('matching.page.refresh')}
      </Button>
      <Button variant="default" loading={isBusy} onClick={acceptSure}>
        {t('matching.page.acceptSure', { percent: format.percent(sure) })}
      </Button>
    </Group>
  );
}

interface ProposalsProps {
  noun: Noun;
  state: State;
  libraryId: string | undefined;
}

function Proposals(filter: ProposalsProps) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(proposals({ ...filter, page }));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('matching.page.title')} />;
  if (data.total === 0) return <EmptyState title={t(`matching.page.none_${filter.state}`)} />;
  return (
    <>
      <Review proposals={data.data} />
      <Pager page={page} totalPages={data.totalPages} onPage={setPage} />
    </>
  );
}

/** Keys act on the current proposal and move to the next one. */
function useReview(list: readonly MatchProposal[]) {
  const t = useTranslate();
  const [currentId, setCurrentId] = useState<string>();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { act } = useAction(...matchKeys);
  const index = Math.max(
    0,
    list.findIndex(({ id }) => id === currentId),
  );
  const current = list[index];
  const go = (by: number) => {
    const next = list[Math.min(list.length - 1, Math.max(0, index + by))];
    if (!next) return;
    setCurrentId(next.id);
    setLeft(new Set());
    document.getElementById(`proposal-${next.id}`)?.scrollIntoView({ block: 'nearest' });
  };
  const undo = (id: string) => call('POST /api/v1/match/proposals/{id}/undo', { params: { id } });
  const settle = (
    proposal: MatchProposal,
    work: (id: string) => Promise<unknown>,
    done: 'accepted' | 'dismissed',
  ) => {
    if (proposal.state !== 'pending') return;
    const following = list[list.indexOf(proposal) + 1] ?? list[list.indexOf(proposal) - 1];
    // Moves on immediately, so that the next key applies to the next proposal while the server works.
    setCurrentId(following?.id);
    setLeft(new Set());
    act({
      work: () => work(proposal.id),
      done: t(`matching.page.one_${done}`, { title: proposal.subject.title }),
      undo: () => undo(proposal.id),
    });
  };
  const accept = (proposal: MatchProposal) => {
    const isCurrent = proposal === current;
    const fields = proposal.changes.map(({ field }) => field).filter((field) => !left.has(field));
    const body = isCurrent && left.size > 0 ? { fields } : {};
    settle(
      proposal,
      (id) => call('POST /api/v1/match/proposals/{id}/accept', { params: { id }, body }),
      'accepted',
    );
  };
  const dismiss = (proposal: MatchProposal, never: boolean) =>
    settle(
      proposal,
      (id) => call('POST /api/v1/match/proposals/{id}/dismiss', { params: { id }, body: { never } }),
      'dismissed',
    );
  const back = (proposal: MatchProposal) => act({ work: () => undo(proposal.id) });
  useHotkeys([
    ['j', () => go(1)],
    ['ArrowDown', () => go(1)],
    ['k', () => go(-1)],
    ['ArrowUp', () => go(-1)],
    ['a', () => current && accept(current)],
    ['d', () => current && dismiss(current, false)],
    ['n', () => current && dismiss(current, true)],
    ['u', () => current && current.state !== 'pending' && back(current)],
  ]);
  const open = (id: string) => {
    setCurrentId(id);
    setLeft(new Set());
  };
  return { current, left, setLeft, open, accept, dismiss, back };
}

function Review({ proposals: list }: { proposals: readonly MatchProposal[] }) {
  const t = useTranslate();
  const { current, left, setLeft, open, accept, dismiss, back } = useReview(list);
  return (
    <Stack>
      <Keys />
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('matching.page.title')}>
        {list.map((proposal) => (
          <ProposalCard
            key={proposal.id}
            proposal={proposal}
            isCurrent={proposal === current}
            left={left}
            onLeave={setLeft}
            onOpen={() => open(proposal.id)}
            onAccept={() => accept(proposal)}
            onDismiss={(never) => dismiss(proposal, never)}
            onUndo={() => back(proposal)}
          />
        ))}
      </Stack>
    </Stack>
  );
}

const keys = [
  ['j', 'next'],
  ['k', 'previous'],
  ['a', 'accept'],
  ['d', 'dismiss'],
  ['n', 'never'],
  ['u', 'undo'],
] as const;

function Keys() {
  const t = useTranslate();
  return (
    <Group gap="md" visibleFrom="sm">
      {keys.map(([key, what]) => (
        <Text key={key} size="sm" c="dimmed">
          <Kbd>{key}</Kbd> {t(`matching.page.key_${what}`)}
        </Text>
      ))}
    </Group>
  );
}
