// Says that another version is on the server; never while somebody reads, for readers stand outside the frame.
import { Alert, Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { applyNewVersion, useNewVersion } from './installation.ts';
import { useText } from './words/index.ts';

export function NewVersion() {
  const t = useText();
  if (!useNewVersion()) return null;
  return (
    <Alert mb="md" role="status">
      <Group justify="space-between">
        {t('newVersion')}
        <Button size="xs" leftSection={<IconRefresh size={16} />} onClick={applyNewVersion}>
          {t('loadIt')}
        </Button>
      </Group>
    </Alert>
  );
}
