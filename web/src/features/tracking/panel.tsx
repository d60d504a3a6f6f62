// The tracking panel of a service: settings, tracked series, sending and fetching with previews, and the log.
import type { Tracker, TrackingDirection } from '@lectern/contract/tracking/tracking';
import { trackingUnits } from '@lectern/contract/tracking/tracking-values';
import { Alert, Button, Group, Loader, Select, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useAction } from '../../ui/use-action.ts';
import { ChangeRows } from './change-rows.tsx';
import { LinkList } from './link-list.tsx';
import { startRun, trackingLog, trackingRun } from './queries.ts';

export function TrackerPanel({ tracker }: { tracker: Tracker }) {
  const t = useTranslate();
  const format = useFormat();
  const { username, problem, lastSentAt } = tracker;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {[
          username !== null && t('tracking.connectedAs', { name: username }),
          lastSentAt !== null && t('tracking.lastSent', { time: format.dateTime(lastSentAt) }),
        ]
          .filter((part) => part !== false)
          .join(' · ')}
      </Text>
      {problem && (
        <Alert color="red" title={t('tracking.reconnect')}>
          {problem}
        </Alert>
      )}
      <Settings tracker={tracker} />
      <Runs tracker={tracker} />
      <LinkList tracker={tracker} />
      <Log id={tracker.id} />
    </Stack>
  );
}

function Settings({ tracker: { id, settings, noun } }: { tracker: Tracker }) {
  const t = useTranslate();
  const { act } = useAction(['tracking']);
  const change = (body: Partial<Tracker['settings']>) =>
    act({ work: () => call('PATCH /api/v1/user/tracking/{id}', { params: { id }, body }) });
  return (
    <Stack gap="xs">
      {(['sendsAutomatically', 'sendsRatings', 'isPrivate'] as const).map((name) => (
        <Switch
          key={name}
          label={t(`tracking.settings.${name}`)}
          checked={settings[name]}
          onChange={({ currentTarget }) => change({ [name]: currentTarget.checked })}
        />
      ))}
      {noun === 'series' && (
        <Select
          label={t('tracking.unit')}
          data={trackingUnits.map((value) => ({ value, label: t(`tracking.units.${value}`) }))}
          value={settings.unit}
          allowDeselect={false}
          maw={280}
          onChange={(value) => change({ unit: value === 'chapters' ? 'chapters' : 'volumes' })}
        />
      )}
    </Stack>
  );
}

const actions: readonly { direction: TrackingDirection; isPreview: boolean }[] = [
  { direction: 'send', isPreview: true },
  { direction: 'send', isPreview: false },
  { direction: 'fetch', isPreview: true },
  { direction: 'fetch', isPreview: false },
];

function Runs({ tracker: { id, linkCount } }: { tracker: Tracker }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['tracking']);
  const { data: run } = useQuery(trackingRun(id));
  const isWaiting = run?.state === 'waiting';
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {actions.map(({ direction, isPreview }) => {
          const label = t(isPreview ? `tracking.run.${direction}Preview` : `tracking.run.${direction}`);
          return (
            <Button
              key={`${direction} ${isPreview}`}
              variant={isPreview ? 'default' : 'light'}
              size="xs"
              disabled={linkCount === 0 || isWaiting || isBusy}
              onClick={() => act({ work: () => startRun(id, { direction, isPreview }) })}
            >
              {label}
            </Button>
          );
        })}
        {isWaiting && <Loader size="sm" aria-label={t('tracking.run.waiting')} />}
      </Group>
      {run?.message && (
        <Alert
          color={run.state === 'failed' ? 'red' : 'yellow'}
          title={t(`tracking.run.states.${run.state}`)}
        >
          {run.message}
        </Alert>
      )}
      {run?.state === 'done' && (
        <>
          <Text size="sm">
            {run.changes.length === 0
              ? t('tracking.run.nothing')
              : t(run.isPreview ? 'tracking.run.would' : 'tracking.run.did', { count: run.changes.length })}
          </Text>
          <ChangeRows label={t('tracking.run.changes')} changes={run.changes} />
        </>
      )}
    </Stack>
  );
}

function Log({ id }: { id: string }) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...trackingLog(id), enabled: isOpen });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('tracking.log')}
        </Button>
      </Group>
      {isOpen && data?.entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('tracking.logEmpty')}
        </Text>
      )}
      {isOpen && data && <ChangeRows label={t('tracking.log')} changes={data.entries} />}
    </Stack>
  );
}
