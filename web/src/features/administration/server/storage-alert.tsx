// Warns administrators when the data folder cannot be written.
import { Alert, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { health } from './queries.ts';

export function StorageAlert() {
  const t = useTranslate();
  const hasPermission = usePermission();
  const { data } = useQuery({ ...health, enabled: hasPermission('system:health') });
  if (data === undefined || data.storage === 'ok') return null;
  return (
    <Alert
      color="red"
      title={t(
        data.storage === 'full' ? 'administration.server.diskFull' : 'administration.server.diskReadOnly',
      )}
      mb="md"
    >
      <Text size="sm">{t('administration.server.diskText')}</Text>
    </Alert>
  );
}
