// Name and password, or one of the providers that the server knows.
import { Alert, Button, Card, Center, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { keepSession } from '../../api/accounts.ts';
import { call } from '../../api/call.ts';
import { toMessage } from '../../ui/states.tsx';
import { Providers } from './providers.tsx';

export function SignInPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { next = '/' } = useSearch({ from: '/sign-in' });
  const signIn = useMutation({
    mutationFn: (body: { username: string; password: string }) => call('POST /api/v1/auth/login', { body }),
    async onSuccess(session) {
      keepSession(session);
      queries.clear();
      await navigate({ href: next.startsWith('/') && !next.startsWith('//') ? next : '/' });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    signIn.mutate({ username: String(form.get('username')), password: String(form.get('password')) });
  };
  return (
    <Center mih="100dvh" p="md" component="main">
      <Card w="100%" maw={380} withBorder padding="lg">
        <Title order={1} size="h2" mb="md">
          Lectern
        </Title>
        <form onSubmit={submit}>
          <Stack>
            {signIn.error && (
              <Alert color="red" role="alert">
                {toMessage(signIn.error)}
              </Alert>
            )}
            <TextInput
              label="User name or e-mail"
              name="username"
              autoComplete="username"
              required
              autoFocus
            />
            <PasswordInput label="Password" name="password" autoComplete="current-password" required />
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
          </Stack>
        </form>
        <Providers next={next} />
      </Card>
    </Center>
  );
}
