// Creates an account and shows its password once.
import type { Role } from '@lectern/contract/values';
import { Alert, Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call, toUrl } from '../../../api/call.ts';
import { describeError } from '../../../i18n/errors.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Dialog } from '../../../ui/manage/dialog.tsx';
import { type Secret, SecretDialog } from '../../../ui/manage/secret.tsx';
import { RoleSelect } from '../permissions/role-select.tsx';
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
  const [user, setUser] = useState(emptyUser);
  const change = (part: Partial<Draft>) => setUser((before) => ({ ...before, ...part }));
  const creation = useMutation({
    mutationFn: () => create(user),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['users'] });
      onMade(user);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    creation.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {creation.error && (
          <Alert color="red" role="alert">
            {describeError(creation.error)}
          </Alert>
        )}
        <TextInput
          data-autofocus
          label={t('administration.users.userName')}
          autoComplete="off"
          required
          maxLength={64}
          value={user.username}
          onChange={(event) => change({ username: event.currentTarget.value })}
        />
        <TextInput
          label={t('administration.users.email')}
          type="email"
          autoComplete="off"
          required
          maxLength={254}
          value={user.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <PasswordField
          label={t('administration.users.password')}
          value={user.password}
          onChange={(password) => change({ password })}
        />
        <RoleSelect
          label={t('administration.users.role')}
          value={user.role}
          onChange={(role) => change({ role })}
        />
        <MaxAge value={user.maxAgeRating} onChange={(maxAgeRating) => change({ maxAgeRating })} />
        {user.maxAgeRating !== null && (
          <Switch
            label={t('administration.users.allowUnrated')}
            checked={user.allowUnrated}
            onChange={(event) => change({ allowUnrated: event.currentTarget.checked })}
          />
        )}
        <Button type="submit" loading={creation.isPending}>
          {t('administration.users.create')}
        </Button>
      </Stack>
    </form>
  );
}
