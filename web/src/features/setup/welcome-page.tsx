// The first run: an administrator, then a library, then the home page that fills while the library is scanned.
import { Alert, Button, Center, PasswordInput, Stack, Stepper, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { keepSession } from '../../api/accounts.ts';
import { call } from '../../api/call.ts';
import { setupStatus } from '../../api/queries.ts';
import { toMessage } from '../../ui/states.tsx';
import { LibraryForm } from '../libraries/index.tsx';

export function WelcomePage() {
  const { data } = useQuery(setupStatus);
  const [step, setStep] = useState(0);
  const navigate = useNavigate();
  if (data && !data.setupRequired && step === 0) return <Navigate to="/" />;
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={640} gap="lg">
        <div>
          <Title order={1}>Welcome to Lectern</Title>
          <Text c="dimmed">Two steps, and your books are on every device in the house.</Text>
        </div>
        <Stepper active={step} allowNextStepsSelect={false}>
          <Stepper.Step label="You" description="The administrator">
            <AdministratorForm onDone={() => setStep(1)} />
          </Stepper.Step>
          <Stepper.Step label="Your books" description="The first library">
            <LibraryForm onDone={() => navigate({ to: '/' })} />
            <Button variant="subtle" mt="sm" onClick={() => navigate({ to: '/' })}>
              Later
            </Button>
          </Stepper.Step>
        </Stepper>
      </Stack>
    </Center>
  );
}

function AdministratorForm({ onDone }: { onDone(): void }) {
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (body: { username: string; email: string; password: string }) =>
      call('POST /api/v1/setup/initialize', { body }),
    onSuccess(session) {
      keepSession(session);
      onDone();
      queries.clear();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const of = (name: string) => String(form.get(name));
    create.mutate({ username: of('username'), email: of('email'), password: of('password') });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {create.error && (
          <Alert color="red" role="alert">
            {toMessage(create.error)}
          </Alert>
        )}
        <TextInput
          label="User name"
          name="username"
          autoComplete="username"
          required
          maxLength={64}
          autoFocus
        />
        <TextInput label="E-mail" name="email" type="email" autoComplete="email" required />
        <PasswordInput
          label="Password"
          name="password"
          description="At least 8 characters"
          autoComplete="new-password"
          required
          minLength={8}
        />
        <Button type="submit" loading={create.isPending}>
          Next
        </Button>
      </Stack>
    </form>
  );
}
