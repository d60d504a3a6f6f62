// What something that is made in a dialog is called: the first field, and the one that has to be filled.
import { TextInput } from '@mantine/core';

interface Props {
  label: string;
  placeholder?: string;
  value: string;
  onChange(name: string): void;
}

const maxNameLength = 100;

export function NameInput({ onChange, ...props }: Props) {
  return (
    <TextInput
      data-autofocus
      required
      maxLength={maxNameLength}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}
