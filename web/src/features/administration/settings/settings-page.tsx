// Settings that take effect without a restart, in folded sections with a search.
import type { Setting } from '@lectern/contract/system/settings';
import { Accordion, Alert, Card, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { matchesWords, toGroups } from './describe.ts';
import { SettingRow } from './setting-row.tsx';

const settingList = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/settings', {}, { signal }),
  staleTime: 0,
});

export function SettingsPage() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data, error, refetch } = useQuery(settingList);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.settings.title')} />;
  return (
    <>
      <Head title={t('administration.settings.title')} text={t('administration.settings.about')} />
      {!hasPermission('settings:write') && <Alert>{t('administration.settings.readOnly')}</Alert>}
      <Sections settings={data.settings} />
    </>
  );
}

function Sections({ settings }: { settings: readonly Setting[] }) {
  const t = useTranslate();
  const [words, setWords] = useState('');
  const groups = toGroups(settings);
  const [opened, setOpened] = useState<string[]>(groups.slice(0, 1).map((group) => group.words));
  const typed = words.trim();
  const found = groups
    .map((group) => {
      const topic = t(`administration.settings.${group.words}`);
      return {
        ...group,
        topic,
        settings: group.settings.filter((one) => matchesWords(one, { words: typed, topic, t })),
      };
    })
    .filter((group) => group.settings.length > 0);
  const count = found.reduce((sum, group) => sum + group.settings.length, 0);
  return (
    <>
      <TextInput
        type="search"
        aria-label={t('administration.settings.search')}
        placeholder={t('administration.settings.search')}
        leftSection={<IconSearch size={16} />}
        maw={480}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {t('administration.settings.found', { count })}
      </Text>
      <Accordion
        variant="contained"
        multiple
        order={2}
        keepMounted={false}
        value={typed === '' ? opened : found.map((group) => group.words)}
        onChange={setOpened}
      >
        {found.map((group) => (
          <Accordion.Item key={group.words} value={group.words}>
            <Accordion.Control>
              <Group justify="space-between" pe="sm">
                <Text span fw={600}>
                  {group.topic}
                </Text>{' '}
                <Changed settings={group.settings} />
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <SettingRows label={group.topic} settings={group.settings} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </>
  );
}

function Changed({ settings }: { settings: readonly Setting[] }) {
  const t = useTranslate();
  const count = settings.filter(({ isDefault }) => !isDefault).length;
  return (
    count > 0 && (
      <Text span size="sm" c="dimmed">
        {t('administration.settings.changedCount', { count })}
      </Text>
    )
  );
}

function SettingRows({ label, settings }: { label: string; settings: readonly Setting[] }) {
  const isReadOnly = !usePermission()('settings:write');
  return (
    <Rows label={label}>
      {settings.map((setting) => (
        <Card key={setting.key} component="li" withBorder padding="sm">
          <SettingRow setting={setting} isReadOnly={isReadOnly} />
        </Card>
      ))}
    </Rows>
  );
}
