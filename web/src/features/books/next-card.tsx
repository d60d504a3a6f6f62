// The book to read next, next to the header of a series or book.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Text } from '@mantine/core';
import { useTranslate } from '../../i18n/translate.ts';
import { BookCard } from './book-card.tsx';

export function NextCard({ book }: { book: BookDto }) {
  const t = useTranslate();
  return (
    <section aria-label={t('home.nextInSeries')}>
      <Text size="sm" c="dimmed" mb={4}>
        {t('home.nextInSeries')}
      </Text>
      <BookCard book={book} isAtHome />
    </section>
  );
}
