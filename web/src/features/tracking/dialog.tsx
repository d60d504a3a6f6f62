// Links a series or book to its entries at tracking services.
import type { SubjectTracking } from '@lectern/contract/tracking/tracking';
import { chosenTrackingStatuses, trackingUnits } from '@lectern/contract/tracking/tracking-values';
import { Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Dialog } from '../../ui/manage/dialog.tsx';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { EntryText } from './entry-text.tsx';
import { type Noun, subjectTracking } from './queries.ts';

export interface TrackingDialogProps {
  noun: Noun;
  id: string;
  title: string;
  onClose(): void;
}

type Tracked = SubjectTracking['trackers'][number];

export function TrackingDialog({ noun, id, title, onClose }: TrackingDialogProps) {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(subjectTracking(noun, id));
  return (
    <Dialog isOpen onClose={onClose} title={t('tracking.title', { title })}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingState of={t('tracking.item')} />}
      <Stack gap="xl">
        {data?.trackers
          .filter(({ isConnected }) => isConnected)
          .map((tracked) => (
            <TrackedHere
              key={`${tracked.id} ${tracked.link?.externalId}`}
              noun={noun}
              id={id}
              tracked={tracked}
            />
          ))}
      </Stack>
    </Dialog>
  );
}

interface Props {
  noun: Noun;
  id: string;
  tracked: Tracked;
}

function TrackedHere({ noun, id, tracked }: Props) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['tracking']);
  const { id: trackerId, displayName: name, link, knownId } = tracked;
  const form = useForm({
    initialValues: { externalId: link?.externalId ?? knownId ?? '' },
    transformValues: ({ externalId }) => ({ externalId: externalId.trim() }),
  });
  const params = { id, trackerId };
  const save = form.onSubmit((body) =>
    act({
      work: () => call(`PUT /api/v1/${noun}/{id}/tracking/{trackerId}`, { params, body }),
      done: t('tracking.tracked', { name }),
    }),
  );
  const remove = () =>
    act({
      work: () => call(`DELETE /api/v1/${noun}/{id}/tracking/{trackerId}`, { params }),
      done: t('tracking.untracked', { name }),
    });
  return (
    <Stack gap="sm" component="section" aria-label={name}>
      <Text fw={600}>{name}</Text>
      <form onSubmit={save}>
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            label={t('tracking.externalId')}
            description={t('tracking.externalIdText')}
            {...form.getInputProps('externalId')}
          />
          <Button
            type="submit"
            loading={isBusy}
            disabled={form.values.externalId.trim() === (link?.externalId ?? '')}
          >
            {t('tracking.track')}
          </Button>
        </Group>
      </form>
      {!link && knownId && (
        <Text size="sm" c="dimmed">
          {t('tracking.known')}
        </Text>
      )}
      {link && <Choices noun={noun} id={id} tracked={tracked} link={link} />}
      {link && (
        <Group>
          <Button variant="subtle" color="red" size="xs" loading={isBusy} onClick={remove}>
            {t('tracking.untrack')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Choices({ noun, id, tracked, link }: Props & { link: NonNullable<Tracked['link']> }) {
  const t = useTranslate();
  const format = useFormat();
  const { act } = useAction(['tracking']);
  const { externalId, isHeld, unit, status, lastSent, lastSentAt, failure } = link;
  const change = (body: { isHeld?: boolean; unit?: typeof unit; status?: typeof status }) =>
    act({
      work: () =>
        call(`PUT /api/v1/${noun}/{id}/tracking/{trackerId}`, {
          params: { id, trackerId: tracked.id },
          body: { externalId, ...body },
        }),
    });
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label={t('tracking.status')}
          data={[
            { value: '', label: t('tracking.byReading') },
            ...chosenTrackingStatuses.map((value) => ({
              value,
              label: t(`tracking.statuses.${value}`),
            })),
          ]}
          value={status ?? ''}
          allowDeselect={false}
          onChange={(value) =>
            change({ status: chosenTrackingStatuses.find((one) => one === value) ?? null })
          }
        />
        {noun === 'series' && (
          <Select
            label={t('tracking.unit')}
            data={[
              { value: '', label: t('tracking.asInSettings') },
              ...trackingUnits.map((value) => ({ value, label: t(`tracking.units.${value}`) })),
            ]}
            value={unit ?? ''}
            allowDeselect={false}
            onChange={(value) => change({ unit: trackingUnits.find((one) => one === value) ?? null })}
          />
        )}
      </Group>
      <Switch
        label={t('tracking.held')}
        checked={isHeld}
        onChange={({ currentTarget }) => change({ isHeld: currentTarget.checked })}
      />
      {failure && <Alert color="red">{failure}</Alert>}
      {lastSent && lastSentAt && (
        <Text size="sm" c="dimmed">
          {t('tracking.lastSent', { time: format.dateTime(lastSentAt) })} <EntryText entry={lastSent} />
        </Text>
      )}
    </>
  );
}
