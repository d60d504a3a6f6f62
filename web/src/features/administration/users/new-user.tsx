// Creates an account and shows its password once.
import type { Role } from '@lectern/contract/values';
import { Alert, Button, Stack, Switch, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { RoleSelect } from '../permissions/role-select.tsx';
import { NameFields } from './name-fields.tsx';
import { PasswordField } from './password-field.tsx';
import { MaxAge } from './restrictions-form.tsx';

interface Draft {
  username: string;
  email: string;
  password: string;
  role: Role;
  /** In years. Series with a higher age rating are hidden. */
  maxAgeRating: number | null;
  /** For a restricted account: shows series without an age rating. */
  allowUnrated: boolean;
}

const emptyUser: Draft = {
  username: '',
  email: '',
  password: '',
  role: 'reader',
  maxAgeRating: null,
  allowUnrated: true,
};

/** Restrictions are part of the request, so that a restricted account is never unrestricted. */
async function create({ maxAgeRating, allowUnrated, ...user }: Draft): Promise<void> {
  if (maxAgeRating === null) return void (await call('POST /api/v1/users', { body: user }));
  const { id } = await call('POST /api/v1/users', { body: { ...user, isActive: false } });
  const params = { id };
  const restrictions = await call('GET /api/v1/users/{id}/restrictions', { params });
  const body = { ...restrictions, maxAgeRating, allowUnrated };
  await call('PUT /api/v1/users/{id}/restrictions', { params, body });
  await call('PATCH /api/v1/users/{id}', { params, body: { isActive: true } });
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
  const t = useTranslate();
  const queries = useQueryClient();
  const form = useForm({ initialValues: emptyUser });
  const creation = useMutation({
    mutationFn: create,
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
        <MaxAge
          value={form.values.maxAgeRating}
          onChange={(next) => form.setFieldValue('maxAgeRating', next)}
        />
        {form.values.maxAgeRating !== null && (
          <Switch
            label={t('administration.users.allowUnrated')}
            {...form.getInputProps('allowUnrated', { type: 'checkbox' })}
          />
        )}
        <Button type="submit" loading={creation.isPending}>
          {t('administration.users.create')}
        </Button>
      </Stack>
    </form>
  );
}
