// Offers to load a new version. The readers are outside the app frame, so it never interrupts reading.
import { Alert, Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslate } from '../i18n/translate.ts';
import { applyNewVersion, useNewVersion } from './installation.ts';

export function NewVersion() {
  const t = useTranslate();
  if (!useNewVersion()) return null;
  return (
    <Alert mb="md" role="status">
      <Group justify="space-between">
        {t('app.newVersion')}
        <Button size="xs" leftSection={<IconRefresh size={16} />} onClick={applyNewVersion}>
          {t('app.loadIt')}
        </Button>
      </Group>
    </Alert>
  );
}
