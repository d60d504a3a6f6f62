// A password for somebody else, typed or made up; seen, because it is to be told.
import { Button, Group, TextInput } from '@mantine/core';
import { makeUpPassword } from './password.ts';
import { useText } from './words/index.ts';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
}

export function PasswordField({ label, value, onChange }: Props) {
  const t = useText();
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        description={t('passwordHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        required
        minLength={8}
        maxLength={1024}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button variant="default" mt={25} flex="none" onClick={() => onChange(makeUpPassword())}>
        {t('makeUp')}
      </Button>
    </Group>
  );
}
