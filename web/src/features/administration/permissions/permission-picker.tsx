// A grouped choice of permissions. Permissions of the role are checked and disabled.
import type { Permission } from '@lectern/contract/values';
import { Checkbox, Fieldset, SimpleGrid, Stack } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { findPermissionLabel, groups } from './permissions.ts';

interface Props {
  value: readonly Permission[];
  onChange(value: Permission[]): void;
  /** The selectable permissions. All by default. */
  from?: readonly Permission[] | undefined;
  /** Whether the role includes the permission. */
  given?(permission: Permission): boolean;
}

export function PermissionPicker({ value, onChange, from, given = () => false }: Props) {
  const t = useTranslate();
  const shown = groups
    .map((group) => ({
      ...group,
      permissions: group.permissions.filter((one) => from === undefined || from.includes(one)),
    }))
    .filter((group) => group.permissions.length > 0);
  const toggle = (permission: Permission, isChosen: boolean) =>
    onChange(isChosen ? [...value, permission] : value.filter((one) => one !== permission));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {shown.map(({ words, permissions }) => (
        <Fieldset key={words} legend={t(words)}>
          <Stack gap="xs">
            {permissions.map((permission) => (
              <Checkbox
                key={permission}
                label={t(findPermissionLabel(permission))}
                description={given(permission) ? t('administration.permissions.fromRole') : undefined}
                disabled={given(permission)}
                checked={given(permission) || value.includes(permission)}
                onChange={(event) => toggle(permission, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </Fieldset>
      ))}
    </SimpleGrid>
  );
}
