// The books of a series as a virtualised grid.
import type { Series } from '@lectern/contract/libraries/series';
import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePermission } from '../../../api/use-permission.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { WindowedGrid } from '../../../ui/windowing/windowed-grid.tsx';
import { BookCard } from '../../books/index.tsx';
import { ArrangeBooks } from './arrange-books.tsx';
import { BookOrder } from './book-order.tsx';
import { type BookFilter, booksWindow, fetchBooks } from './queries.ts';

export function BooksOfSeries({ series }: { series: Series }) {
  const { id, unreadCount, bookCount } = series;
  const t = useTranslate();
  const may = usePermission();
  const [isArranging, setArranging] = useState(false);
  const [shown, setShown] = useState<BookFilter>('all');
  const first = useQuery(booksWindow({ id, shown, page: 1 }));
  const isMixed = unreadCount > 0 && unreadCount < bookCount;
  return (
    <section aria-label={t('series.page.books')}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {t('series.page.books')}
        </Title>
        <Group gap="xs">
          {bookCount > 1 && may('series:write') && <BookOrder series={series} />}
          {bookCount > 1 && may('books:write') && (
            <Button size="xs" variant="default" onClick={() => setArranging(!isArranging)}>
              {t(isArranging ? 'series.page.arranged' : 'series.page.arrange')}
            </Button>
          )}
          {!isArranging && (isMixed || shown === 'unread') && (
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
      </Group>
      {isArranging && <ArrangeBooks id={id} />}
      {!isArranging && first.error && <ErrorState error={first.error} onRetry={() => void first.refetch()} />}
      {!isArranging && first.data?.total === 0 && shown === 'unread' && (
        <Text c="dimmed">{t('series.page.nothingUnread')}</Text>
      )}
      {!isArranging && first.data && first.data.total > 0 && (
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
