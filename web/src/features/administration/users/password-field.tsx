// A visible password for another user, typed or generated.
import { Button, Group, TextInput } from '@mantine/core';
import { useTranslate } from '../../../i18n/translate.ts';
import { generatePassword } from './password.ts';

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
}

export function PasswordField({ label, value, onChange }: Props) {
  const t = useTranslate();
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        description={t('administration.users.passwordHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        required
        minLength={8}
        maxLength={1024}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button variant="default" mt={25} flex="none" onClick={() => onChange(generatePassword())}>
        {t('administration.users.makeUp')}
      </Button>
    </Group>
  );
}
