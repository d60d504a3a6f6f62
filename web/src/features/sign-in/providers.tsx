// The buttons of the sign-in providers.
import { Alert, Button, Divider, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { chooseAccount } from '../../api/accounts.ts';
import { ApiError, call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { describeSignInError } from './describe-errors.ts';

const providers = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call('GET /api/v1/auth/oidc/providers', {}, { signal }),
});

export function Providers({ next }: { next: string }) {
  const t = useTranslate();
  const { data = [] } = useQuery(providers);
  const begin = useMutation({
    mutationFn: (provider: string) =>
      call('POST /api/v1/auth/oidc/{provider}/login', { params: { provider }, body: { redirectTo: next } }),
    onSuccess({ authorizationUrl }) {
      // After the redirect, only the cookie identifies the user.
      chooseAccount(null);
      window.location.assign(authorizationUrl);
    },
  });
  if (data.length === 0) return null;
  return (
    <Stack mt="md">
      <Divider label={t('signIn.or')} />
      {data.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={begin.isPending && begin.variables === id}
          onClick={() => begin.mutate(id)}
        >
          {t('signIn.signInWith', { name })}
        </Button>
      ))}
      {begin.error && (
        <Alert color="red" role="alert">
          {begin.error instanceof ApiError && begin.error.status === 503
            ? t('signIn.providerSilent')
            : describeSignInError(begin.error, t)}
        </Alert>
      )}
    </Stack>
  );
}
