// Creates an account and shows its password once.
import type { Restrictions } from '@lectern/contract/identity/users';
import type { Role } from '@lectern/contract/values';
import { Alert, Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { RoleSelect } from '../permissions/role-select.tsx';
import { toChild } from './child-preset.ts';
import { NameFields } from './name-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { RestrictionFields } from './restriction-fields.tsx';
import { useInitialRestrictions } from './use-initial-restrictions.ts';

interface Draft {
  username: string;
  email: string;
  password: string;
  role: Role;
  restrictions: Restrictions;
}

export function NewUser({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTranslate();
  const [secret, setSecret] = useState<Secret>();
  return (
    <>
      <Dialog isOpen={isOpen} onClose={onClose} title={t('administration.users.add')}>
        <NewUserForm
          onMade={({ username, password }) => {
            onClose();
            setSecret({
              title: t('administration.users.created', { name: username }),
              lines: [
                { label: t('administration.users.address'), value: toUrl('') },
                { label: t('administration.users.userName'), value: username },
                { label: t('administration.users.password'), value: password },
              ],
              text: <Text size="sm">{t('administration.users.createdText', { name: username })}</Text>,
            });
          }}
        />
      </Dialog>
      <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

function NewUserForm({ onMade }: { onMade(user: Draft): void }) {
  const initial = useInitialRestrictions();
  return initial ? <Fields initial={initial} onMade={onMade} /> : <LoadingState />;
}

function Fields({ initial, onMade }: { initial: Restrictions; onMade(user: Draft): void }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const form = useForm<Draft>({
    initialValues: { username: '', email: '', password: '', role: 'reader', restrictions: initial },
  });
  const creation = useMutation({
    mutationFn: ({ email, ...user }: Draft) =>
      call('POST /api/v1/users', { body: { ...user, ...(email.trim() !== '' && { email }) } }),
    async onSuccess(_done, user) {
      await queries.invalidateQueries({ queryKey: ['users'] });
      onMade(user);
    },
  });
  return (
    <form onSubmit={form.onSubmit((user) => creation.mutate(user))}>
      <Stack>
        {creation.error && (
          <Alert color="red" role="alert">
            {describeError(creation.error)}
          </Alert>
        )}
        <SegmentedControl
          aria-label={t('administration.users.preset')}
          value={form.values.role === 'child' ? 'child' : 'adult'}
          data={[
            { value: 'adult', label: t('administration.users.presetAdult') },
            { value: 'child', label: t('administration.users.presetChild') },
          ]}
          onChange={(preset) =>
            form.setValues(
              preset === 'child'
                ? { role: 'child', restrictions: toChild(form.values.restrictions) }
                : { role: 'reader', restrictions: initial },
            )
          }
        />
        {form.values.role === 'child' && (
          <Text size="sm" c="dimmed">
            {t('administration.users.presetChildText')}
          </Text>
        )}
        <NameFields form={form} />
        <PasswordField
          label={t('administration.users.password')}
          value={form.values.password}
          onChange={(next) => form.setFieldValue('password', next)}
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
        <Button type="submit" loading={creation.isPending}>
          {t('administration.users.create')}
        </Button>
      </Stack>
    </form>
  );
}
