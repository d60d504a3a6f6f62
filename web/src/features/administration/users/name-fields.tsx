// The name and the e-mail address of an account.
import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { useTranslate } from '../../../i18n/translate.ts';

interface Props {
  form: { getInputProps(name: 'username' | 'email'): GetInputPropsReturnType };
}

export function NameFields({ form }: Props) {
  const t = useTranslate();
  return (
    <>
      <TextInput
        data-autofocus
        label={t('administration.users.userName')}
        autoComplete="off"
        required
        maxLength={64}
        {...form.getInputProps('username')}
      />
      <TextInput
        label={t('administration.users.optionalEmail')}
        type="email"
        autoComplete="off"
        maxLength={254}
        {...form.getInputProps('email')}
      />
    </>
  );
}
