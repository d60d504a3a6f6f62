// Matches a series or book with a provider's entry: candidates, changes, current matches.
import type { MatchCandidate, MatchState } from '@lectern/contract/matching';
import { Alert, Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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

function Search({ noun, id, onChoose }: Props & { onChoose(candidate: MatchCandidate): void }) {
  const t = useTranslate();
  const form = useForm({ initialValues: { text: '' } });
  const [query, setQuery] = useState('');
  const { data, error, isFetching, refetch } = useQuery(matchCandidates(noun, id, query));
  return (
    <Stack>
      <form onSubmit={form.onSubmit(({ text }) => setQuery(text.trim()))}>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            label={t('matching.search')}
            placeholder={t('matching.searchHint')}
            {...form.getInputProps('text')}
          />
          <Button type="submit" variant="default" leftSection={<IconSearch size={16} />} loading={isFetching}>
            {t('matching.searchAction')}
          </Button>
        </Group>
      </form>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.failures.map(({ provider, providerName, message }) => (
        <Alert key={provider} title={t('matching.failed', { name: providerName })}>
          {message}
        </Alert>
      ))}
      {!data && !error && <LoadingState of={t('matching.candidates')} />}
      {data?.candidates.length === 0 && (
        <ProviderRequired>
          <Text c="dimmed">{t('matching.noCandidates')}</Text>
        </ProviderRequired>
      )}
      {data && data.candidates.length > 0 && (
        <ul className={classes.candidates} aria-label={t('matching.candidates')}>
          {data.candidates.map((candidate) => (
            <li key={`${candidate.provider} ${candidate.externalId}`}>
              <Candidate candidate={candidate}>
                <Button
                  variant="light"
                  size="xs"
                  aria-label={t('matching.chooseNamed', {
                    title: candidate.title,
                    name: candidate.providerName,
                  })}
                  onClick={() => onChoose(candidate)}
                >
                  {t('matching.choose')}
                </Button>
              </Candidate>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

interface PreviewProps extends Props {
  candidate: MatchCandidate;
  onBack(): void;
  onDone(): void;
}

function Preview({ noun, id, candidate, onBack, onDone }: PreviewProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(matchPreview(noun, id, candidate));
  const { act, isBusy } = useAction(...matchKeys);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { provider, externalId } = candidate;
  const accept = () =>
    act({
      work: () =>
        call(`PUT /api/v1/${noun}/{id}/match`, {
          params: { id },
          body: {
            provider,
            externalId,
            ...(left.size > 0 && { fields: toChosen(data?.changes ?? [], left) }),
          },
        }),
      done: t('matching.accepted', { name: candidate.providerName }),
      undo: () => call(`POST /api/v1/${noun}/{id}/match/undo`, { params: { id } }),
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
          {t('matching.accept')}
        </Button>
      </Group>
    </Stack>
  );
}
