// Loads the next page of a list.
import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useTranslate } from '../../i18n/translate.ts';

export function MoreButton({ found }: { found: UseInfiniteQueryResult }) {
  const t = useTranslate();
  if (!found.hasNextPage) return null;
  return (
    <Button variant="subtle" size="xs" onClick={() => void found.fetchNextPage()}>
      {t('statistics.more')}
    </Button>
  );
}
