// Creates an invitation and shows its link once.
import type { CreateInvitation } from '@lectern/contract/identity/invitations';
import type { Restrictions } from '@lectern/contract/identity/users';
import type { Role } from '@lectern/contract/values';
import { Alert, Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { setupStatus } from '../../../api/queries.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { languages } from '../../../i18n/languages.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { MailResult } from '../mail/mail-result.tsx';
import { RoleSelect } from '../permissions/role-select.tsx';
import { RestrictionFields } from '../users/restriction-fields.tsx';
import { useInitialRestrictions } from '../users/use-initial-restrictions.ts';

interface Draft {
  note: string;
  role: Role;
  restrictions: Restrictions;
  language: string;
  email: string;
  days: string;
}

export function NewInvitation({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTranslate();
  const initial = useInitialRestrictions();
  const [secret, setSecret] = useState<Secret>();
  return (
    <>
      <Dialog isOpen={isOpen} onClose={onClose} title={t('administration.invitations.add')}>
        {initial ? (
          <Fields
            initial={initial}
            onMade={(made) => {
              onClose();
              setSecret(made);
            }}
          />
        ) : (
          <LoadingState />
        )}
      </Dialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

/** Days. 30 is the maximum of the server. */
const periods = [1, 7, 30];

function Fields({ initial, onMade }: { initial: Restrictions; onMade(secret: Secret): void }) {
  const t = useTranslate();
  const format = useFormat();
  const queries = useQueryClient();
  const { data: status } = useQuery(setupStatus);
  const form = useForm<Draft>({
    initialValues: {
      note: '',
      role: 'reader',
      restrictions: initial,
      language: useLanguage(),
      email: '',
      days: '7',
    },
  });
  const creation = useMutation({
    mutationFn: ({ days, email, ...draft }: Draft) => {
      const body: CreateInvitation = {
        ...draft,
        ...(email !== '' && { email }),
        expiresInDays: Number(days),
      };
      return call('POST /api/v1/users/invitations', { body });
    },
    async onSuccess({ secret, expiresAt, email, mailError }) {
      await queries.invalidateQueries({ queryKey: ['users', 'invitations'] });
      const link = toUrl(`join#${secret}`);
      onMade({
        title: t('administration.invitations.created'),
        lines: [{ label: t('administration.invitations.link'), value: link }],
        link,
        text: (
          <>
            <MailResult to={email} error={mailError} />
            <Text size="sm">
              {t('administration.invitations.createdText', { when: format.dateTime(expiresAt) })}
            </Text>
          </>
        ),
      });
    },
  });
  return (
    <form onSubmit={form.onSubmit((draft) => creation.mutate(draft))}>
      <Stack>
        {creation.error && (
          <Alert color="red" role="alert">
            {describeError(creation.error)}
          </Alert>
        )}
        <TextInput
          data-autofocus
          label={t('administration.invitations.note')}
          description={t('administration.invitations.noteHint')}
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps('note')}
        />
        <RoleSelect
          label={t('administration.users.role')}
          value={form.values.role}
          onChange={(next) => form.setFieldValue('role', next)}
        />
        <RestrictionFields
          value={form.values.restrictions}
          onChange={(next) => form.setFieldValue('restrictions', next)}
        />
        <Select
          label={t('administration.invitations.language')}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
        <Select
          label={t('administration.invitations.validFor')}
          data={periods.map((count) => ({
            value: String(count),
            label: t('administration.invitations.days', { count }),
          }))}
          allowDeselect={false}
          {...form.getInputProps('days')}
        />
        {status?.mailEnabled && (
          <TextInput
            type="email"
            label={t('administration.invitations.email')}
            description={t('administration.invitations.emailHint')}
            autoComplete="off"
            maxLength={254}
            {...form.getInputProps('email')}
          />
        )}
        <Button type="submit" loading={creation.isPending}>
          {t('administration.invitations.create')}
        </Button>
      </Stack>
    </form>
  );
}
