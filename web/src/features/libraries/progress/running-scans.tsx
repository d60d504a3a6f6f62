// The progress of each running scan.
import type { ScanStatus } from '@lectern/contract/ingest/scanning';
import type { Library } from '@lectern/contract/libraries/libraries';
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  scans: readonly ScanStatus[];
  libraries: readonly Library[];
}

export function RunningScans({ scans, libraries }: Props) {
  const t = useTranslate();
  const format = useFormat();
  return (
    <Stack gap="xs" mb="md" aria-live="polite">
      {scans.map(({ libraryId, filesTotal, filesProcessed }) => {
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
