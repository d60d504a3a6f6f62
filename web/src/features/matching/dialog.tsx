// Matches a series or book with a provider's entry: candidates, changes, current matches.
import type { MatchCandidate, MatchState } from '@lectern/contract/matching';
import { Alert, Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/manage/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Candidate } from './candidate.tsx';
import { ChangeList, toChosen } from './change-list.tsx';
import { matchKeys } from './keys.ts';
import classes from './matching.module.css';
import { ProviderRequired } from './provider-required.tsx';
import { matchCandidates, matchPreview, matchState, type Noun } from './queries.ts';

export interface MatchDialogProps {
  noun: Noun;
  id: string;
  title: string;
  onClose(): void;
}

export function MatchDialog({ noun, id, title, onClose }: MatchDialogProps) {
  const t = useTranslate();
  const [chosen, setChosen] = useState<MatchCandidate>();
  return (
    <Dialog isOpen onClose={onClose} title={t('matching.title', { title })} size="lg">
      {chosen ? (
        <Preview
          noun={noun}
          id={id}
          candidate={chosen}
          onBack={() => setChosen(undefined)}
          onDone={() => setChosen(undefined)}
        />
      ) : (
        <Stack>
          <Matches noun={noun} id={id} />
          <Search noun={noun} id={id} onChoose={setChosen} />
        </Stack>
      )}
    </Dialog>
  );
}

interface Props {
  noun: Noun;
  id: string;
}

function Matches({ noun, id }: Props) {
  const t = useTranslate();
  const { data } = useQuery(matchState(noun, id));
  const { act, isBusy } = useAction(...matchKeys);
  const params = { id };
  if (!data) return null;
  const undo = () =>
    act({
      work: () => call(`POST /api/v1/${noun}/{id}/match/undo`, { params }),
      done: t('matching.undone'),
    });
  return (
    <Stack gap="xs">
      {data.matches.map((match) => (
        <Match key={match.provider} noun={noun} id={id} match={match} />
      ))}
      <Group gap="xs">
        {data.matches.some(({ isHere }) => isHere) && (
          <Button
            variant="default"
            size="xs"
            loading={isBusy}
            onClick={() =>
              act({
                work: () => call(`POST /api/v1/${noun}/{id}/match/refresh`, { params }),
                done: t('matching.refreshed'),
              })
            }
          >
            {t('matching.refresh')}
          </Button>
        )}
        {data.canUndo && (
          <Button variant="default" size="xs" loading={isBusy} onClick={undo}>
            {t('matching.undo')}
          </Button>
        )}
        <Checkbox
          label={t('matching.never')}
          checked={data.isRefused}
          onChange={({ currentTarget: { checked: isRefused } }) =>
            act({
              work: () => call(`PUT /api/v1/${noun}/{id}/match/refusal`, { params, body: { isRefused } }),
            })
          }
        />
      </Group>
    </Stack>
  );
}

function Match({ noun, id, match }: Props & { match: MatchState['matches'][number] }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction(...matchKeys);
  const { provider, providerName: name, externalId, externalUrl, refreshedAt } = match;
  return (
    <Group justify="space-between" wrap="nowrap">
      <Stack gap={0} miw={0}>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {t('matching.matchedWith', { name })}{' '}
          {externalUrl ? (
            <Anchor href={externalUrl} target="_blank" rel="noopener noreferrer nofollow">
              {externalId}
            </Anchor>
          ) : (
            externalId
          )}
        </Text>
        <Text size="xs" c="dimmed">
          {t('matching.refreshedAt', { time: format.dateTime(refreshedAt) })}
        </Text>
      </Stack>
      <Button
        variant="subtle"
        color="red"
        size="xs"
        loading={isBusy}
        aria-label={t('matching.removeNamed', { name })}
        onClick={() =>
          act({
            work: () => call(`DELETE /api/v1/${noun}/{id}/match`, { params: { id }, query: { provider } }),
            done: t('matching.removed', { name }),
          })
        }
      >
        {t('matching.remove')}
      </Button>
    </Group>
  );
}

function Search(props: Props & { onChoose(candidate: MatchCandidate): void }) {
  const t = useTranslate();
  const form = useForm({ initialValues: { text: '' } });
  const [query, setQuery] = useState('');
  const isSearching = useIsFetching({ queryKey: ['match', 'candidates'] }) > 0;
  return (
    <ProviderRequired noun={props.noun}>
      <Stack>
        <form onSubmit={form.onSubmit(({ text }) => setQuery(text.trim()))}>
          <Group align="flex-end" gap="xs">
            <TextInput
              flex={1}
              label={t('matching.search')}
              placeholder={t('matching.searchHint')}
              {...form.getInputProps('text')}
            />
            <Button
              type="submit"
              variant="default"
              leftSection={<IconSearch size={16} />}
              loading={isSearching}
            >
              {t('matching.searchAction')}
            </Button>
          </Group>
        </form>
        <Results {...props} query={query} />
      </Stack>
    </ProviderRequired>
  );
}

function Results({
  noun,
  id,
  query,
  onChoose,
}: Props & { query: string; onChoose(candidate: MatchCandidate): void }) {
  const t = useTranslate();
  const format = useFormat();
  const { data, error, refetch } = useQuery(matchCandidates(noun, id, query));
  const { apply, isBusy } = useApply(noun, id);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('matching.candidates')} />;
  const { providers, failures, candidates } = data;
  const isReached = failures.length < providers.length;
  return (
    <Stack>
      {failures.map(({ provider, providerName, message }) => (
        <Alert key={provider} title={t('matching.failed', { name: providerName })}>
          {message}
        </Alert>
      ))}
      {candidates.length === 0 && (
        <Text>{t(isReached ? 'matching.noCandidates' : 'matching.noneReached')}</Text>
      )}
      <Text size="sm" c="dimmed">
        {t('matching.asked', { names: format.list(providers.map(({ name }) => name)) })}
      </Text>
      {candidates.length > 0 && (
        <ul className={classes.candidates} aria-label={t('matching.candidates')}>
          {candidates.map((candidate) => {
            const { provider, externalId, title, providerName: name } = candidate;
            return (
              <li key={`${provider} ${externalId}`}>
                <Candidate candidate={candidate}>
                  <Stack gap={4}>
                    <Button
                      variant="light"
                      size="xs"
                      loading={isBusy}
                      aria-label={t('matching.applyNamed', { title, name })}
                      onClick={() => apply(candidate)}
                    >
                      {t('matching.apply')}
                    </Button>
                    <Button
                      variant="subtle"
                      size="xs"
                      aria-label={t('matching.reviewNamed', { title, name })}
                      onClick={() => onChoose(candidate)}
                    >
                      {t('matching.review')}
                    </Button>
                  </Stack>
                </Candidate>
              </li>
            );
          })}
        </ul>
      )}
    </Stack>
  );
}

/** Applies all fields of a candidate, or the given ones. */
function useApply(noun: Noun, id: string) {
  const t = useTranslate();
  const { act, isBusy } = useAction(...matchKeys);
  const params = { id };
  const apply = (
    { provider, externalId, providerName: name }: MatchCandidate,
    { fields, after }: { fields?: string[] | undefined; after?: () => void } = {},
  ) =>
    act({
      work: () =>
        call(`PUT /api/v1/${noun}/{id}/match`, {
          params,
          body: { provider, externalId, ...(fields && { fields }) },
        }),
      done: t('matching.accepted', { name }),
      undo: () => call(`POST /api/v1/${noun}/{id}/match/undo`, { params }),
      ...(after && { after }),
    });
  return { apply, isBusy };
}

interface PreviewProps extends Props {
  candidate: MatchCandidate;
  onBack(): void;
  onDone(): void;
}

function Preview({ noun, id, candidate, onBack, onDone }: PreviewProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(matchPreview(noun, id, candidate));
  const { apply, isBusy } = useApply(noun, id);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const accept = () =>
    apply(candidate, {
      fields: left.size > 0 ? toChosen(data?.changes ?? [], left) : undefined,
      after: onDone,
    });
  return (
    <Stack>
      <Candidate candidate={candidate} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState of={t('matching.changes')} />}
      {data && <ChangeList changes={data.changes} left={left} onLeave={setLeft} />}
      {data && data.dropped.length > 0 && (
        <Text size="sm" c="dimmed">
          {t('matching.dropped', { fields: data.dropped.join(', ') })}
        </Text>
      )}
      <Group justify="space-between">
        <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={onBack}>
          {t('matching.back')}
        </Button>
        <Button onClick={accept} loading={isBusy} disabled={!data}>
          {t('matching.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
