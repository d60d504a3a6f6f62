// The prepared database, and the time until which it is kept.
import type { ImportDto } from '@lectern/contract/import/imports';
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { call } from '../../../api/call.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';
import { LogButton } from './log-button.tsx';

/** Servers whose database may have a write-ahead log. */
const archives = /\.(?:zip|tar|tgz|tar\.gz)$/i;

export function Given({ of }: { of: ImportDto }) {
  const t = useTranslate();
  const format = useFormat();
  const { act, isBusy } = useAction(['imports']);
  const { id, program, source, hasLog, expiresAt } = of;
  const discard = () =>
    act({
      work: () => call('DELETE /api/v1/admin/imports/{id}', { params: { id } }),
      done: t('administration.import.discarded'),
    });
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between">
        <Stack gap={2} miw={0}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {t('administration.import.database', { program, name: source.name })}
          </Text>
          <Text size="sm" c="dimmed">
            {hasLog && `${t('administration.import.logAdded')} · `}
            {t('administration.import.kept', { time: format.dateTime(expiresAt) })}
          </Text>
        </Stack>
        <Group gap="xs">
          {source.kind === 'upload' && !archives.test(source.name) && <LogButton id={id} />}
          <Button variant="default" loading={isBusy} onClick={discard}>
            {t('administration.import.discard')}
          </Button>
        </Group>
      </Group>
    </Card>
  );
}
