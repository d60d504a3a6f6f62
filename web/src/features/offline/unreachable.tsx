// The server is away: what one can still read.
import { Button, Group, Text } from '@mantine/core';
import { useDownloads } from '../../offline/shelf.ts';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useText } from './words/index.ts';

export function Unreachable({ onRetry }: { onRetry(): void }) {
  const t = useText();
  const count = useDownloads().filter(({ state }) => state === 'kept').length;
  return (
    <EmptyState title={t('away')}>
      <Text c="dimmed">{count > 0 ? t('stillHere', { count }) : t('nothingHere')}</Text>
      <Group>
        {count > 0 && <ButtonLink to="/offline">{t('toKept')}</ButtonLink>}
        <Button variant="default" onClick={onRetry}>
          {t('again')}
        </Button>
      </Group>
    </EmptyState>
  );
}
