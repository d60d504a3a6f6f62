// The state of a page that a link opens: loading, or why the link does not work.
import { Alert, Stack, Text } from '@mantine/core';
import { ApiError } from '../../api/call.ts';
import { describeError } from '../../i18n/errors.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { describeSignInError } from '../sign-in/index.tsx';

/** `secret` is empty if the link was not copied completely. */
export function LinkState({ secret, error }: { secret: string; error: Error | null }) {
  const t = useTranslate();
  if (!error && secret !== '') return <LoadingState />;
  const status = error instanceof ApiError ? error.status : 0;
  const message =
    !error || status === 404 || status === 400
      ? t('signIn.linkUnknown')
      : status === 429
        ? describeSignInError(error, t)
        : describeError(error);
  return (
    <Stack>
      <Alert color="red" role="alert">
        {message}
      </Alert>
      <Text size="sm" ta="center">
        <AnchorLink to="/sign-in">{t('signIn.haveAccount')}</AnchorLink>
      </Text>
    </Stack>
  );
}
