// Name, e-mail address, role and state of an account.
import type { User } from '@lectern/contract/identity/users';
import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { toShownEmail } from '../../../ui/shown-email.ts';
import { useAction } from '../../../ui/use-action.ts';
import { RoleSelect } from '../permissions/role-select.tsx';
import { NameFields } from './name-fields.tsx';
import { useUserActions } from './use-user-actions.ts';

export function AccountForm({ user }: { user: User }) {
  const t = useTranslate();
  const { id, isActive } = user;
  const { act, isBusy } = useAction(['users'], ['me']);
  const actions = useUserActions();
  const form = useForm({
    initialValues: { username: user.username, email: toShownEmail(user.email), role: user.role },
  });
  const submit = form.onSubmit(({ email, ...body }) =>
    act({
      work: () =>
        call('PATCH /api/v1/users/{id}', { params: { id }, body: { ...body, email: email.trim() || null } }),
      done: t('administration.users.saved', { name: body.username }),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <NameFields form={form} />
          <RoleSelect
            label={t('administration.users.role')}
            value={form.values.role}
            onChange={(next) => form.setFieldValue('role', next)}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('administration.users.save')}
          </Button>
          <Button variant="default" onClick={() => actions.activate(user, !isActive)}>
            {t(isActive ? 'administration.users.disable' : 'administration.users.enable')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
