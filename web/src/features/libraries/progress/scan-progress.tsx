// The progress of running scans. Events invalidate it.
import type { Library } from '@lectern/contract/libraries/libraries';
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { activeScans } from '../../../api/queries.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';

export function ScanProgress({ libraries }: { libraries: readonly Library[] }) {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(activeScans);
  const running = data?.scans.filter(({ libraryId }) => libraries.some(({ id }) => id === libraryId)) ?? [];
  if (running.length === 0) return null;
  return (
    <Stack gap="xs" mb="md" aria-live="polite">
      {running.map(({ libraryId, filesTotal, filesProcessed }) => {
        const percent = filesTotal > 0 ? (filesProcessed / filesTotal) * 100 : 0;
        const name = libraries.find(({ id }) => id === libraryId)?.name ?? '';
        return (
          <Alert key={libraryId} variant="light" title={t('libraries.progress.scanning', { name })}>
            <Progress value={percent} animated aria-label={t('libraries.progress.scanOf', { name })} />
            <Text size="xs" c="dimmed" mt={4}>
              {filesTotal > 0
                ? t('libraries.progress.filesOf', {
                    done: format.number(filesProcessed),
                    total: format.number(filesTotal),
                  })
                : t('libraries.progress.lookingThrough')}
            </Text>
          </Alert>
        );
      })}
    </Stack>
  );
}
