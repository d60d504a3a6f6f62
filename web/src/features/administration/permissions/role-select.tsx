// What somebody is on this server.
import type { Role } from '@lectern/contract/permissions';
import { Select } from '@mantine/core';
import { roles } from './permissions.ts';
import { useText } from './words/index.ts';

interface Props {
  label: string;
  value: Role;
  onChange(role: Role): void;
}

export function RoleSelect({ label, value, onChange }: Props) {
  const t = useText();
  return (
    <Select
      label={label}
      description={t(`${value}About`)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={roles.map((role) => ({ value: role, label: t(role) }))}
      value={value}
      allowDeselect={false}
      onChange={(role) => role && onChange(role)}
    />
  );
}
