// Permissions in addition to those of the role.
import type { User } from '@lectern/contract/identity/users';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useAction } from '../../../ui/use-action.ts';
import { PermissionPicker } from '../permissions/permission-picker.tsx';
import { isInRole } from '../permissions/permissions.ts';

export function ExtraPermissions({ user: { id, username, role, permissions } }: { user: User }) {
  const t = useTranslate();
  const { act, isBusy } = useAction(['users'], ['me']);
  const [extra, setExtra] = useState(() => permissions.filter((one) => !isInRole(one, role)));
  if (role === 'admin')
    return <PermissionPicker value={permissions} onChange={() => {}} given={() => true} />;
  return (
    <>
      <PermissionPicker value={extra} onChange={setExtra} given={(one) => isInRole(one, role)} />
      <Group>
        <Button
          loading={isBusy}
          onClick={() =>
            act({
              work: () => call('PATCH /api/v1/users/{id}', { params: { id }, body: { permissions: extra } }),
              done: t('administration.users.saved', { name: username }),
            })
          }
        >
          {t('administration.users.save')}
        </Button>
      </Group>
    </>
  );
}
