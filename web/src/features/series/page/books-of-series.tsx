// The books of a series as a virtualised grid.
import type { Series } from '@lectern/contract/libraries/series';
import { Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { WindowedGrid } from '../../../ui/windowing/windowed-grid.tsx';
import { BookCard } from '../../books/index.tsx';
import { type BookFilter, booksWindow, fetchBooks } from './queries.ts';

export function BooksOfSeries({ series: { id, unreadCount, bookCount } }: { series: Series }) {
  const t = useTranslate();
  const [shown, setShown] = useState<BookFilter>('all');
  const first = useQuery(booksWindow({ id, shown, page: 1 }));
  const isMixed = unreadCount > 0 && unreadCount < bookCount;
  return (
    <section aria-label={t('series.page.books')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('series.page.books')}
        </Title>
        {(isMixed || shown === 'unread') && (
          <SegmentedControl
            aria-label={t('series.page.show')}
            size="xs"
            value={shown}
            onChange={(value) => setShown(value === 'unread' ? 'unread' : 'all')}
            data={[
              { value: 'all', label: t('series.page.all') },
              { value: 'unread', label: t('series.page.unread') },
            ]}
          />
        )}
      </Group>
      {first.error && <ErrorState error={first.error} onRetry={() => void first.refetch()} />}
      {first.data?.total === 0 && shown === 'unread' && (
        <Text c="dimmed">{t('series.page.nothingUnread')}</Text>
      )}
      {first.data && first.data.total > 0 && (
        <WindowedGrid
          key={id + shown}
          total={first.data.total}
          label={t('series.page.books')}
          queryKey={['books', 'of-series', id, shown]}
          ask={(page, signal) => fetchBooks({ id, shown, page }, signal)}
          render={(book) => <BookCard book={book} isAtHome />}
        />
      )}
    </section>
  );
}
