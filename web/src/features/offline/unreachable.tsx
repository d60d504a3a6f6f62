// Shown while the server is unreachable, with a link to the downloads.
import { Button, Group, Text } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';
import { useDownloads } from '../../offline/downloads.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function Unreachable({ onRetry }: { onRetry(): void }) {
  const t = useTranslate();
  const count = useDownloads().filter(({ state }) => state === 'kept').length;
  return (
    <EmptyState title={t('offline.away')} isPage>
      <Text c="dimmed">{count > 0 ? t('offline.stillHere', { count }) : t('offline.nothingHere')}</Text>
      <Group>
        {count > 0 && <ButtonLink to="/offline">{t('offline.toKept')}</ButtonLink>}
        <Button variant="default" onClick={onRetry}>
          {t('offline.again')}
        </Button>
      </Group>
    </EmptyState>
  );
}
