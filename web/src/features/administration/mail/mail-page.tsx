// The mail server, and a test of it.
import type { MailServer, MailStatus, SetMailServer } from '@lectern/contract/identity/mail';
import {
  Alert,
  Button,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { me } from '../../../api/queries.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { openConfirmation } from '../../../ui/manage/confirmation.tsx';
import { Head } from '../../../ui/manage/rows.tsx';
import { PageSection } from '../../../ui/manage/sections.tsx';
import { toShownEmail } from '../../../ui/shown-email.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';

const key = ['mail'];

export function MailPage() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/v1/admin/mail', {}, { signal }),
  });
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState of={t('administration.mail')} />;
  return (
    <>
      <Head title={t('administration.mail')} text={t('administration.mail.text')} />
      {data.publicUrl === null && <Alert color="yellow">{t('administration.mail.noAddress')}</Alert>}
      <MailForm key={data.server?.updatedAt} {...data} />
      {data.server && <MailTest server={data.server} />}
    </>
  );
}

const usualPorts = { tls: 465, starttls: 587 };

interface Draft extends Omit<SetMailServer, 'username' | 'password' | 'port'> {
  port: number | string;
  username: string;
  password: string;
}

const toDraft = (server: MailServer | null): Draft => ({
  host: server?.host ?? '',
  port: server?.port ?? usualPorts.starttls,
  security: server?.security ?? 'starttls',
  username: server?.username ?? '',
  password: '',
  fromAddress: server?.fromAddress ?? '',
  fromName: server?.fromName ?? 'Lectern',
});

const toBody = ({ username, password, port, ...draft }: Draft): SetMailServer => ({
  ...draft,
  port: Number(port),
  username: username.trim() === '' ? null : username,
  ...(password !== '' && { password }),
});

function MailForm({ server }: MailStatus) {
  const t = useTranslate();
  const { runAction } = useAction(key, ['setup']);
  const form = useForm<Draft>({ initialValues: toDraft(server) });
  const saving = useMutation({
    mutationFn: (draft: Draft) =>
      runAction({
        work: () => call('PUT /api/v1/admin/mail', { body: toBody(draft) }),
        done: t('administration.mail.saved'),
      }),
  });
  const remove = () =>
    openConfirmation({
      title: t('administration.mail.removeTitle'),
      text: t('administration.mail.removeText'),
      action: t('administration.mail.remove'),
      act: () =>
        runAction({ work: () => call('DELETE /api/v1/admin/mail'), done: t('administration.mail.removed') }),
    });
  const changeSecurity = (security: string | null) => {
    if (security !== 'tls' && security !== 'starttls') return;
    if (form.values.port === usualPorts[form.values.security])
      form.setFieldValue('port', usualPorts[security]);
    form.setFieldValue('security', security);
  };
  return (
    <form onSubmit={form.onSubmit((draft) => saving.mutate(draft))}>
      <Stack maw={640}>
        {saving.error && (
          <Alert color="red" role="alert">
            {describeError(saving.error)}
          </Alert>
        )}
        <TextInput
          label={t('administration.mail.host')}
          placeholder="smtp.example.org"
          required
          maxLength={253}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('host')}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Select
            label={t('administration.mail.security')}
            data={[
              { value: 'starttls', label: t('administration.mail.starttls') },
              { value: 'tls', label: t('administration.mail.tls') },
            ]}
            allowDeselect={false}
            value={form.values.security}
            onChange={changeSecurity}
          />
          <NumberInput
            label={t('administration.mail.port')}
            required
            min={1}
            max={65_535}
            allowDecimal={false}
            hideControls
            {...form.getInputProps('port')}
          />
          <TextInput
            label={t('administration.mail.username')}
            description={t('administration.mail.usernameHint')}
            maxLength={254}
            autoComplete="off"
            autoCapitalize="none"
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('administration.mail.password')}
            description={
              server?.hasPassword
                ? t('administration.mail.passwordKept')
                : t('administration.mail.passwordHint')
            }
            maxLength={1024}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <TextInput
            type="email"
            label={t('administration.mail.fromAddress')}
            placeholder="library@example.org"
            required
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('fromAddress')}
          />
          <TextInput
            label={t('administration.mail.fromName')}
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps('fromName')}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={saving.isPending}>
            {t('administration.mail.save')}
          </Button>
          {server && (
            <Button variant="default" onClick={remove}>
              {t('administration.mail.remove')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function MailTest({ server }: { server: MailServer }) {
  const t = useTranslate();
  const language = useLanguage();
  const { data: user } = useQuery(me);
  const [to, setTo] = useState<string>();
  const address = to ?? toShownEmail(user?.email ?? '');
  const test = useMutation({
    mutationFn: () => call('POST /api/v1/admin/mail/test', { body: { to: address, language } }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <PageSection title={t('administration.mail.test')} text={t('administration.mail.testText')}>
      <form onSubmit={submit}>
        <Stack maw={640}>
          <Group align="flex-end" gap="xs">
            <TextInput
              type="email"
              label={t('administration.mail.testTo')}
              required
              maxLength={254}
              value={address}
              onChange={(event) => setTo(event.currentTarget.value)}
              flex={1}
            />
            <Button type="submit" variant="default" loading={test.isPending}>
              {t('administration.mail.sendTest')}
            </Button>
          </Group>
          {test.error && (
            <Alert color="red" role="alert">
              {describeError(test.error)}
            </Alert>
          )}
          {test.isSuccess && (
            <Alert color="green" role="status">
              {t('administration.mail.sent', { host: server.host, to: test.variables ?? address })}
            </Alert>
          )}
        </Stack>
      </form>
    </PageSection>
  );
}
