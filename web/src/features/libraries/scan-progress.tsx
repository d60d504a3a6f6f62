// Libraries that are being scanned, with how far they are. Events say when to look again.

import type { Library } from '@lectern/contract/libraries';
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { scanStatus } from '../../api/queries.ts';

export function ScanProgress({ libraries }: { libraries: readonly Library[] }) {
  const scans = useQueries({ queries: libraries.map(({ id }) => scanStatus(id)) });
  const running = scans.flatMap(({ data }) => (data && /pending|running/.test(data.status) ? [data] : []));
  if (running.length === 0) return null;
  return (
    <Stack gap="xs" mb="md" aria-live="polite">
      {running.map(({ libraryId, filesTotal, filesProcessed }) => {
        const percent = filesTotal > 0 ? (filesProcessed / filesTotal) * 100 : 0;
        const name = libraries.find(({ id }) => id === libraryId)?.name ?? '';
        return (
          <Alert key={libraryId} variant="light" title={`Scanning ${name}`}>
            <Progress value={percent} animated aria-label={`Scan of ${name}`} />
            <Text size="xs" c="dimmed" mt={4}>
              {filesTotal > 0
                ? `${filesProcessed.toLocaleString()} of ${filesTotal.toLocaleString()} files`
                : 'Looking through the folders'}
            </Text>
          </Alert>
        );
      })}
    </Stack>
  );
}
