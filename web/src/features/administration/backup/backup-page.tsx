// Downloads a backup, and explains when to make one and how to restore it.
import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { toUrl } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { showError, showToast } from '../../../ui/toasts.tsx';
import { health } from '../server/queries.ts';
import { saveAs } from './save-as.ts';

export function BackupPage() {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(health);
  const download = useMutation({
    mutationFn: () => saveAs(toUrl('api/v1/admin/backup'), 'lectern.zip'),
    onSuccess: (sizeBytes) => showToast(t('administration.backup.done', { size: format.size(sizeBytes) })),
    onError: showError,
  });
  return (
    <>
      <Head title={t('administration.backup.title')} text={t('administration.backup.about')} />
      {data?.database === 'postgres' ? (
        <Alert color="blue" title={t('administration.backup.postgres')}>
          {t('administration.backup.postgresText')}
        </Alert>
      ) : (
        <>
          <Group>
            <Button
              size="md"
              leftSection={<IconDownload size={18} />}
              loading={download.isPending}
              onClick={() => download.mutate()}
            >
              {t('administration.backup.download')}
            </Button>
            <Text size="sm" aria-live="polite">
              {download.isPending ? t('administration.backup.making') : ''}
            </Text>
          </Group>
          <PageSection title={t('administration.backup.when')} text={t('administration.backup.whenText')}>
            {null}
          </PageSection>
          <PageSection title={t('administration.backup.restore')}>
            <List type="ordered" maw={680} spacing="xs">
              <List.Item>{t('administration.backup.restore1')}</List.Item>
              <List.Item>{t('administration.backup.restore2')}</List.Item>
              <List.Item>{t('administration.backup.restore3')}</List.Item>
            </List>
          </PageSection>
        </>
      )}
    </>
  );
}
