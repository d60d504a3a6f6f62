// Notifies administrators of a newer version if the server checks for updates.
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { updates } from './queries.ts';

export function UpdateNotice() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data } = useQuery({ ...updates, enabled: hasPermission('system:admin') });
  if (!data?.isNewer || data.newest === null) return null;
  const { newest: version, current } = data;
  return (
    <Alert title={t('administration.server.newVersion', { version })} mb="md">
      <Text size="sm">{t('administration.server.newVersionText', { current })}</Text>
    </Alert>
  );
}
