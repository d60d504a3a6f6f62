// Registration, if the server allows it.
import { Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { AnchorLink } from '../../ui/links.tsx';
import { AccountForm } from './account-form.tsx';
import { Frame } from './frame.tsx';
import { useOpenAfterSignIn } from './use-open-after-sign-in.ts';

export function RegisterPage() {
  const t = useTranslate();
  const { next = '/' } = useSearch({ from: '/sign-in/new' });
  const enter = useOpenAfterSignIn(next);
  return (
    <Frame>
      <AccountForm
        create={(body) => call('POST /api/v1/auth/browser/register', { body })}
        onDone={enter}
        action={t('signIn.createAccount')}
      />
      <Text size="sm" mt="md" ta="center">
        <AnchorLink to="/sign-in" search={{ next }}>
          {t('signIn.haveAccount')}
        </AnchorLink>
      </Text>
    </Frame>
  );
}
