// Backups: download, create on the server, restore.
import { Alert, Button, FileButton, Group, Text } from '@mantine/core';
import { IconDatabase, IconDownload, IconUpload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call, toUrl } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { AnchorLink } from '../../../ui/links.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { showError, showToast } from '../../../ui/toasts/toasts.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { health } from '../server/queries.ts';
import { saveAs } from './save-as.ts';
import { StoredBackups, storedBackups } from './stored-backups.tsx';

export function BackupPage() {
  const t = useTranslate();
  const { data } = useQuery(health);
  const { isFetched } = useQuery(storedBackups);
  return (
    <>
      <Head title={t('administration.backup.title')} text={t('administration.backup.about')} />
      {data?.database === 'postgres' ? (
        <Alert title={t('administration.backup.postgres')}>{t('administration.backup.postgresText')}</Alert>
      ) : (
        <>
          <Actions />
          <StoredBackups />
          {isFetched && <Advice />}
        </>
      )}
    </>
  );
}

/** Below the list, whose height is known when it is loaded. */
function Advice() {
  const t = useTranslate();
  return (
    <>
      <PageSection title={t('administration.backup.when')} text={t('administration.backup.whenText')}>
        <AnchorLink to="/administration/settings">{t('administration.backup.schedule')}</AnchorLink>
      </PageSection>
      <PageSection title={t('administration.backup.elsewhere')}>
        <Text size="sm" maw={680}>
          {t('administration.backup.elsewhereText')}
        </Text>
      </PageSection>
    </>
  );
}

function Actions() {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction(['backups']);
  const download = useMutation({
    mutationFn: () => saveAs(toUrl('api/v1/admin/backup'), 'lectern.zip'),
    onSuccess: (sizeBytes) => showToast(t('administration.backup.done', { size: format.size(sizeBytes) })),
    onError: showError,
  });
  const make = () =>
    act({
      work: () => call('POST /api/v1/admin/backups'),
      done: ({ sizeBytes }) => t('administration.backup.made', { size: format.size(sizeBytes) }),
    });
  const upload = (file: File | null) => {
    if (!file) return;
    const body = new FormData();
    body.append('file', file);
    act({
      work: () => call('POST /api/v1/admin/backups/upload', { body }),
      done: t('administration.backup.uploaded'),
    });
  };
  return (
    <Group>
      <Button
        size="md"
        leftSection={<IconDownload size={18} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('administration.backup.download')}
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={<IconDatabase size={18} />}
        loading={isBusy}
        onClick={make}
      >
        {t('administration.backup.make')}
      </Button>
      <FileButton onChange={upload} accept=".zip,.db">
        {(props) => (
          <Button
            size="md"
            variant="default"
            leftSection={<IconUpload size={18} />}
            disabled={isBusy}
            {...props}
          >
            {t('administration.backup.upload')}
          </Button>
        )}
      </FileButton>
      <Text size="sm" aria-live="polite">
        {download.isPending || isBusy ? t('administration.backup.making') : ''}
      </Text>
    </Group>
  );
}
