// The backups stored on the server: download, restore and delete.
import type { StoredBackup } from '@lectern/contract/system/backup';
import { Badge, Button, Menu, Text } from '@mantine/core';
import { IconDownload, IconRestore, IconTrash } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, toUrl } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Row, RowMenu, Rows } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';

export const storedBackups = queryOptions({
  queryKey: ['backups'],
  queryFn: ({ signal }) => call('GET /api/v1/admin/backups', {}, { signal }),
  staleTime: 0,
});

export function StoredBackups() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(storedBackups);
  const title = t('administration.backup.stored');
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={title} />;
  return (
    <PageSection title={title}>
      {data.backups.length === 0 && <Text c="dimmed">{t('administration.backup.none')}</Text>}
      <Rows label={title}>
        {data.backups.map((backup) => (
          <BackupRow key={backup.name} backup={backup} />
        ))}
      </Rows>
    </PageSection>
  );
}

function BackupRow({ backup }: { backup: StoredBackup }) {
  const t = useTranslate();
  const format = useFormat();
  const { restore, remove } = useBackupActions(backup);
  const { name, kind, sizeBytes, madeAt } = backup;
  const date = format.dateTime(madeAt);
  return (
    <Row
      title={date}
      badges={<Badge variant="light">{t(`administration.backup.kinds.${kind}`)}</Badge>}
      lines={[`${format.size(sizeBytes)} · ${name}`]}
      actions={
        <>
          <Button variant="default" leftSection={<IconRestore size={16} />} onClick={restore}>
            {t('administration.backup.restore')}
          </Button>
          <RowMenu name={date}>
            <Menu.Item
              component="a"
              href={toUrl(`api/v1/admin/backups/${name}`)}
              leftSection={<IconDownload size={16} />}
            >
              {t('administration.backup.get')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={remove}>
              {t('administration.backup.delete')}
            </Menu.Item>
          </RowMenu>
        </>
      }
    />
  );
}

function useBackupActions({ name, madeAt }: StoredBackup) {
  const t = useTranslate();
  const format = useFormat();
  const { runAction } = useAction(['backups']);
  const date = format.dateTime(madeAt);
  return {
    restore: () =>
      openConfirmation({
        title: t('administration.backup.restoreTitle', { date }),
        text: t('administration.backup.restoreText'),
        action: t('administration.backup.restore'),
        act: () =>
          runAction({
            work: () => call('POST /api/v1/admin/backups/{name}/restore', { params: { name } }),
            done: ({ isRestarting }) =>
              t(isRestarting ? 'administration.backup.restarting' : 'administration.backup.atNextStart'),
          }),
      }),
    remove: () =>
      openConfirmation({
        title: t('administration.backup.deleteTitle', { date }),
        text: t('administration.backup.deleteText'),
        action: t('administration.backup.delete'),
        act: () =>
          runAction({
            work: () => call('DELETE /api/v1/admin/backups/{name}', { params: { name } }),
            done: t('administration.backup.deleted'),
          }),
      }),
  };
}
