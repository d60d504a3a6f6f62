// What stands in place of content: loading, empty, failed.
import { Alert, Button, Center, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../i18n/errors.ts';
import { useTranslate } from '../i18n/translate.ts';

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTranslate();
  const isUnreachable = error instanceof TypeError;
  return (
    <Alert color="red" m="md" role="alert" title={isUnreachable ? t('ui.unreachable') : t('ui.failed')}>
      <Stack align="flex-start" gap="sm">
        <Text>{isUnreachable ? t('ui.unreachableHint') : describeError(error)}</Text>
        {onRetry && (
          <Button size="xs" variant="light" color="red" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

export function LoadingState({ of }: { of?: string }) {
  const t = useTranslate();
  return (
    <Center mih="30dvh">
      <Loader aria-label={of ? `${t('ui.loading')}: ${of}` : t('ui.loading')} />
    </Center>
  );
}

interface EmptyStateProps {
  title: string;
  /** There is nothing else on the page: the title is that of the page. */
  isPage?: boolean;
  children?: ReactNode;
}

export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  return (
    <Center mih="40dvh" p="md">
      <Stack align="center" gap="sm" maw={420} ta="center">
        <Title order={isPage ? 1 : 2} size="h3">
          {title}
        </Title>
        {children}
      </Stack>
    </Center>
  );
}
