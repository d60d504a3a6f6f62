// The required first field of a dialog that creates an object.
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
