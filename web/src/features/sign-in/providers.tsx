// Buttons of the providers by which one can sign in; nothing where there are none.
import { Button, Divider, Stack } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { toMessage } from '../../ui/states.tsx';

const providers = queryOptions({
  queryKey: ['providers'],
  queryFn: () => call('GET /api/v1/auth/oidc/providers'),
});

export function Providers({ next }: { next: string }) {
  const { data = [] } = useQuery(providers);
  const begin = useMutation({
    mutationFn: (provider: string) =>
      call('POST /api/v1/auth/oidc/{provider}/login', { params: { provider }, body: { redirectTo: next } }),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
  });
  if (data.length === 0) return null;
  return (
    <Stack mt="md">
      <Divider label="or" />
      {data.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          loading={begin.isPending && begin.variables === id}
          onClick={() => begin.mutate(id)}
        >
          {`Sign in with ${name}`}
        </Button>
      ))}
      {begin.error && <span role="alert">{toMessage(begin.error)}</span>}
    </Stack>
  );
}
