// What an address shows at which there is nothing.
import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/states.tsx';
import { useText } from './words/index.ts';

export function NotFound() {
  const t = useText();
  return (
    <EmptyState title={t('nothingHere')}>
      <Text>{t('nothingHereHint')}</Text>
      <Button component={Link} to="/">
        {t('toHome')}
      </Button>
    </EmptyState>
  );
}
