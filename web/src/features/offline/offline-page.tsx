// The downloads on this device and their storage use.
import { Alert, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { canDownload, useDownloads } from '../../offline/downloads.ts';
import { EmptyState } from '../../ui/states.tsx';
import { DownloadedBook } from './downloaded-book.tsx';

export function OfflinePage() {
  const t = useTranslate();
  const downloads = useDownloads();
  return (
    <Stack maw={800}>
      <Title order={1} size="h2">
        {t('offline.title')}
      </Title>
      {!canDownload && <Alert color="yellow">{t('offline.needsHttps')}</Alert>}
      {downloads.length > 0 && (
        <FreeSpace sizeBytes={downloads.reduce((sum, one) => sum + one.sizeBytes, 0)} />
      )}
      {downloads.length === 0 ? (
        <EmptyState title={t('offline.empty')}>
          <Text c="dimmed">{t('offline.emptyHint')}</Text>
        </EmptyState>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {downloads.map((one) => (
            <DownloadedBook key={one.bookId} entry={one} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

/** Used and available storage, and whether the browser may evict it. */
function FreeSpace({ sizeBytes }: { sizeBytes: number }) {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['room', sizeBytes],
    queryFn: async () => ({
      quota: (await navigator.storage?.estimate?.())?.quota ?? 0,
      isSafe: (await navigator.storage?.persisted?.()) ?? false,
    }),
  });
  const share = data && data.quota > 0 ? Math.min(100, (sizeBytes / data.quota) * 100) : 0;
  const figures = { size: format.size(sizeBytes), quota: format.size(data?.quota ?? 0) };
  return (
    <div>
      <Text size="sm">{t('offline.room', figures)}</Text>
      <Progress value={share} aria-label={t('offline.room', figures)} my={4} />
      {data && !data.isSafe && (
        <Text size="xs" c="dimmed">
          {t('offline.notSafe')}
        </Text>
      )}
    </div>
  );
}
