// Placeholders for content: loading, empty, failed.
import { Alert, Button, Center, Loader, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useIsAway, useRetryWhenBack } from '../api/reachability.ts';
import { describeError } from '../i18n/errors.ts';
import { useTranslate } from '../i18n/translate.ts';
import { ButtonLink } from './links.tsx';
import classes from './states.module.css';

/** Messages of browsers and Vite for a client file that failed to load. Only a reload retries it. */
const ofParts = /preload CSS|dynamically imported module|module script failed/i;
const reload = () => window.location.reload();

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && error.status === 404;

export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useTranslate();
  const isAway = useIsAway();
  const isPart = error instanceof Error && ofParts.test(error.message);
  useRetryWhenBack(isPart, reload);
  if (isMissing(error)) return <MissingState />;
  const isUnreachable = isPart ? isAway : error instanceof TypeError;
  return (
    <Alert color="red" m="md" role="alert" title={isUnreachable ? t('ui.unreachable') : t('ui.failed')}>
      <Stack align="flex-start" gap="sm">
        <Text>{isUnreachable ? t('ui.unreachableHint') : describeError(error)}</Text>
        {onRetry && (
          <Button size="xs" variant="light" color="red" onClick={isPart ? reload : onRetry}>
            {t('ui.retry')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The object does not exist, or is not visible to this user. */
function MissingState() {
  const t = useTranslate();
  return (
    <EmptyState title={t('app.nothingHere')} isPage>
      <Text>{t('app.nothingHereHint')}</Text>
      <ButtonLink to="/">{t('app.toHome')}</ButtonLink>
    </EmptyState>
  );
}

/** Replaces a whole page; used by the router. */
export const PageErrorState = ({ error, reset }: { error: unknown; reset(): void }) => (
  <>
    <VisuallyHidden component="h1">Lectern</VisuallyHidden>
    <ErrorState error={error} onRetry={reset} />
  </>
);

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
  /** The only content of the page, so its title is the page title. */
  isPage?: boolean;
  children?: ReactNode;
}

export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  return (
    <Center mih="40dvh" p="md">
      <Stack align="center" gap="sm" maw={440} ta="center" className={classes.empty ?? ''}>
        <span className={classes.sign} aria-hidden="true">
          <IconBook2 size={36} stroke={1.5} />
        </span>
        <Title order={isPage ? 1 : 2} size="h3">
          {title}
        </Title>
        {children}
      </Stack>
    </Center>
  );
}
