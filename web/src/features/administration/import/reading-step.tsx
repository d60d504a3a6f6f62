// Shown while the server reads the database. For a large database this takes longer than one request.
import type { ImportDto } from '@lectern/contract/import/imports';
import { Card, Group, Loader, Stack, Text } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';

export function ReadingStep({ of: { source } }: { of: ImportDto }) {
  const t = useTranslate();
  return (
    <Card withBorder padding="sm">
      <Group wrap="nowrap" role="status">
        <Loader size="sm" />
        <Stack gap={2} miw={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {source.name}
          </Text>
          <Text size="sm" c="dimmed">
            {t('administration.import.reading')}
          </Text>
        </Stack>
      </Group>
    </Card>
  );
}
