// Settings that take effect without a restart.
import { Alert, Card } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { toGroups } from './describe.ts';
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
      {toGroups(data.settings).map(({ words, settings }) => (
        <PageSection key={words} title={t(`administration.settings.${words}`)}>
          <Rows label={t(`administration.settings.${words}`)}>
            {settings.map((setting) => (
              <Card key={setting.key} component="li" withBorder padding="sm">
                <SettingRow setting={setting} isReadOnly={!hasPermission('settings:write')} />
              </Card>
            ))}
          </Rows>
        </PageSection>
      ))}
    </>
  );
}
