// All available releases of followed series, and the release settings.
import type { ReleaseSettings } from '@lectern/contract/releases';
import { Button, Group, MultiSelect, Pagination, Select, Stack, Switch, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { usePermission } from '../../api/use-permission.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { releaseList, releasePageSize, releaseSummary } from './queries.ts';
import { ReleaseRows } from './release-rows.tsx';

export function ReleasesPage() {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const [language, setLanguage] = useState<string>();
  const [dismissed, setDismissed] = useState(false);
  const summary = useQuery(releaseSummary);
  const list = useQuery({ ...releaseList({ page, language, dismissed }), placeholderData: keepPreviousData });
  const error = summary.error ?? list.error;
  if (error)
    return <ErrorState error={error} onRetry={() => void Promise.all([summary.refetch(), list.refetch()])} />;
  if (!summary.data || !list.data) return <LoadingState of={t('releases.title')} />;
  const { settings, languages, isAvailable } = summary.data;
  const { data, total } = list.data;
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h2">
          {t('releases.title')}
        </Title>
        <Text c="dimmed" size="sm" maw={680}>
          {t(isAvailable ? 'releases.about' : 'releases.noPlugin')}
        </Text>
      </div>
      <Settings settings={settings} languages={languages} />
      <Filters
        language={language}
        languages={languages}
        dismissed={dismissed}
        onLanguage={(chosen) => {
          setLanguage(chosen);
          setPage(1);
        }}
        onDismissed={(shown) => {
          setDismissed(shown);
          setPage(1);
        }}
      />
      {total === 0 ? (
        <EmptyState title={t(dismissed ? 'releases.noneDismissed' : 'releases.none')} />
      ) : (
        <ReleaseRows label={t('releases.title')} releases={data} withSeries />
      )}
      {total > releasePageSize && (
        <Pagination total={Math.ceil(total / releasePageSize)} value={page} onChange={setPage} />
      )}
    </Stack>
  );
}

interface FilterProps {
  language: string | undefined;
  languages: readonly string[];
  dismissed: boolean;
  onLanguage(language: string | undefined): void;
  onDismissed(isShown: boolean): void;
}

function Filters({ language, languages, dismissed, onLanguage, onDismissed }: FilterProps) {
  const t = useTranslate();
  const format = useFormat();
  const hasPermission = usePermission();
  const { act, isBusy } = useAction(['releases']);
  const mark = (state: 'seen' | 'dismissed', done: string) =>
    act({ work: () => call('POST /api/v1/user/releases/marks', { body: { state } }), done });
  return (
    <Group align="end">
      <Select
        label={t('releases.language')}
        placeholder={t('releases.allLanguages')}
        clearable
        data={languages.map((value) => ({ value, label: format.languageName(value) }))}
        value={language ?? null}
        onChange={(value) => onLanguage(value ?? undefined)}
      />
      <Switch
        checked={dismissed}
        label={t('releases.showDismissed')}
        mb={8}
        onChange={(event) => onDismissed(event.currentTarget.checked)}
      />
      {!dismissed && hasPermission('progress:write') && (
        <>
          <Button variant="default" loading={isBusy} onClick={() => mark('seen', t('releases.allSeen'))}>
            {t('releases.markSeen')}
          </Button>
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => mark('dismissed', t('releases.allDismissed'))}
          >
            {t('releases.dismissAll')}
          </Button>
        </>
      )}
    </Group>
  );
}

function Settings({ settings, languages }: { settings: ReleaseSettings; languages: readonly string[] }) {
  const t = useTranslate();
  const format = useFormat();
  const hasPermission = usePermission();
  const { act } = useAction(['releases']);
  if (!hasPermission('progress:write')) return null;
  const save = (body: Partial<ReleaseSettings>) =>
    act({ work: () => call('PATCH /api/v1/user/releases/settings', { body }) });
  const known = [...new Set([...languages, ...settings.languages])].toSorted();
  return (
    <Stack gap="sm" maw={560}>
      <Switch
        checked={settings.isAutomatic}
        label={t('releases.automatic')}
        description={t('releases.automaticText')}
        onChange={(event) => save({ isAutomatic: event.currentTarget.checked })}
      />
      <MultiSelect
        label={t('releases.wantedLanguages')}
        description={t('releases.wantedLanguagesText')}
        data={known.map((value) => ({ value, label: format.languageName(value) }))}
        value={settings.languages}
        onChange={(chosen) => save({ languages: chosen })}
      />
    </Stack>
  );
}
