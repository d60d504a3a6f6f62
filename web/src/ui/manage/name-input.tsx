// The required first field of a dialog that creates an object.
import { TextInput, type TextInputProps } from '@mantine/core';

const maxNameLength = 100;

export const NameInput = (props: TextInputProps) => (
  <TextInput data-autofocus required maxLength={maxNameLength} {...props} />
);
