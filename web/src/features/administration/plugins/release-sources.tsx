// The release sources of a plugin: on or off, check interval, last result.
import type { PatchReleaseSource, ReleaseSource } from '@lectern/contract/releases';
import { Button, Group, NumberInput, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Row, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { releaseSources } from './queries.ts';

export function ReleaseSources({ pluginId, isEnabled }: { pluginId: string; isEnabled: boolean }) {
  const t = useTranslate();
  const { data } = useQuery(releaseSources(pluginId));
  const sources = data?.sources ?? [];
  return (
    <PageSection title={t('releases.sources')} text={t('releases.sourcesText')}>
      {data && sources.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('releases.noSources')}
        </Text>
      )}
      {sources.length > 0 && (
        <Rows label={t('releases.sources')}>
          {sources.map((source) => (
            <SourceRow key={source.id} pluginId={pluginId} source={source} canPoll={isEnabled} />
          ))}
        </Rows>
      )}
    </PageSection>
  );
}

interface RowProps {
  pluginId: string;
  source: ReleaseSource;
  canPoll: boolean;
}

function SourceRow({ pluginId, source, canPoll }: RowProps) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction(['plugins', 'sources']);
  const { displayName: name, isEnabled, intervalHours, lastPolledAt, nextPollAt, failure } = source;
  const params = { id: pluginId, sourceId: source.id };
  const save = (body: PatchReleaseSource) =>
    act({ work: () => call('PATCH /api/v1/admin/plugins/{id}/sources/{sourceId}', { params, body }) });
  const poll = () =>
    act({
      work: () => call('POST /api/v1/admin/plugins/{id}/sources/{sourceId}/poll', { params }),
      done: t('releases.polling', { name }),
    });
  const lines = [
    t('releases.recorded', { count: source.releaseCount }),
    lastPolledAt === null
      ? t('releases.neverPolled')
      : t('releases.lastPolled', { time: format.dateTime(lastPolledAt) }),
    nextPollAt !== null && t('releases.nextPoll', { time: format.dateTime(nextPollAt) }),
    failure && (
      <Text key="failure" size="sm" c="red">
        {t('releases.failed', { message: failure.message, time: format.dateTime(failure.at) })}
      </Text>
    ),
  ];
  return (
    <Row title={name} lines={lines}>
      <Group align="end" mt="xs">
        <Switch
          checked={isEnabled}
          mb={8}
          label={t('releases.sourceEnabled', { name })}
          onChange={(event) => save({ isEnabled: event.currentTarget.checked })}
        />
        <NumberInput
          key={intervalHours}
          label={t('releases.interval')}
          w={180}
          min={1}
          max={720}
          allowDecimal={false}
          defaultValue={intervalHours}
          onBlur={(event) => {
            const hours = Number(event.currentTarget.value);
            if (hours >= 1 && hours <= 720 && hours !== intervalHours) save({ intervalHours: hours });
          }}
        />
        <Button variant="default" disabled={!canPoll} loading={isBusy} onClick={poll}>
          {t('releases.poll')}
        </Button>
      </Group>
    </Row>
  );
}
