// Shown for an unknown URL.
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslate } from '../i18n/translate.ts';
import { EmptyState } from '../ui/states.tsx';

/** For URLs outside the app frame. */
export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
);

export function NotFound() {
  const t = useTranslate();
  return (
    <EmptyState title={t('app.nothingHere')} isPage>
      <Text>{t('app.nothingHereHint')}</Text>
      <Button component={Link} to="/">
        {t('app.toHome')}
      </Button>
    </EmptyState>
  );
}
