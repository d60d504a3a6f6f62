// The role of a user.
import type { Role } from '@lectern/contract/values';
import { roles } from '@lectern/contract/values';
import { Select } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  label: string;
  value: Role;
  onChange(role: Role): void;
}

export function RoleSelect({ label, value, onChange }: Props) {
  const t = useTranslate();
  return (
    <Select
      label={label}
      description={t(`administration.permissions.${value}About`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={roles.map((role) => ({ value: role, label: t(`administration.permissions.${role}`) }))}
      value={value}
      allowDeselect={false}
      onChange={(role) => role && onChange(role)}
    />
  );
}
