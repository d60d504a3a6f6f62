// Shows a code for another device that is signed in, and waits until it is approved there.
import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { saveSession } from '../../api/accounts.ts';
import { ApiError, call } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { toClientName } from '../../ui/manage/client-name.ts';
import { QrCode } from '../../ui/manage/qr-code.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { Frame, useOpenAfterSignIn } from '../sign-in/index.tsx';
import classes from './quick-connect.module.css';

export function DevicePage() {
  const t = useTranslate();
  const { next = '/' } = useSearch({ from: '/sign-in/device' });
  const enter = useOpenAfterSignIn(next);
  const name = toClientName(navigator.userAgent) ?? t('account.someClient');
  const [isDone, setDone] = useState(false);
  const start = useQuery({
    enabled: !isDone,
    queryKey: ['quick-connect'],
    queryFn: ({ signal }) => call('POST /api/v1/auth/device', { body: { name } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const secret = start.data?.secret ?? '';
  const poll = useQuery({
    queryKey: ['quick-connect', secret],
    queryFn: ({ signal }) => call('POST /api/v1/auth/browser/device', { body: { secret } }, { signal }),
    enabled: secret !== '' && !isDone,
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (isOver(state.error) ? false : (start.data?.interval ?? 5) * 1_000),
    refetchIntervalInBackground: true,
  });
  const user = poll.data?.user;
  useEffect(() => {
    if (!user || isDone) return;
    setDone(true);
    saveSession({ user });
    enter();
  }, [user, isDone, enter]);
  const error = start.error ?? (isOver(poll.error) ? poll.error : null);
  return (
    <Frame>
      <Stack>
        <Title order={2} size="h3">
          {t('quickConnect.deviceTitle')}
        </Title>
        {error && (
          <>
            <Alert color="red" role="alert">
              {describeError(error)}
            </Alert>
            <Button onClick={() => void start.refetch()}>{t('quickConnect.newCode')}</Button>
          </>
        )}
        {!error && !start.data && (
          <div className={classes.waiting}>
            <LoadingState />
          </div>
        )}
        {!error && start.data && (
          <Stack className={classes.waiting}>
            <Text size="sm">{t('quickConnect.deviceText', { address: start.data.verificationUri })}</Text>
            <Text className={classes.code} aria-label={t('quickConnect.code')}>
              {start.data.code}
            </Text>
            <QrCode text={start.data.verificationUriComplete} label={t('ui.manage.qrCode')} />
            <Text size="sm" c="dimmed" role="status">
              {t('quickConnect.waiting')}
            </Text>
          </Stack>
        )}
        <Text size="sm" ta="center">
          <AnchorLink to="/sign-in" search={{ next }}>
            {t('quickConnect.withPassword')}
          </AnchorLink>
        </Text>
      </Stack>
    </Frame>
  );
}

/** A denied or expired code. Other errors, such as an unreachable server, may pass. */
const isOver = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 410 || error.status === 403);
