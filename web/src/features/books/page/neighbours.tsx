// The books before and after one in its series.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { neighbours } from '../../../api/queries.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { BookCard } from '../book-card.tsx';
import classes from './neighbours.module.css';

export function Neighbours({ book }: { book: BookDto }) {
  const t = useTranslate();
  const { data } = useQuery(neighbours(book.id));
  if (!data?.prev && !data?.next) return null;
  const nextLabel = book.readProgress?.completed && !data.next?.readProgress?.completed ? 'readNext' : 'next';
  return (
    <section aria-label={t('books.inSeries')}>
      <Title order={2} size="h4" mb="xs">
        {t('books.inSeries')}
      </Title>
      <div className={classes.row}>
        {data.prev && <NeighbourLink label={t('books.previous')} book={data.prev} />}
        {data.next && <NeighbourLink label={t(`books.${nextLabel}`)} book={data.next} />}
      </div>
    </section>
  );
}

function NeighbourLink({ label, book }: { label: string; book: BookDto }) {
  return (
    <div className={classes.one}>
      <Text size="sm" c="dimmed" mb={4}>
        {label}
      </Text>
      <BookCard book={book} isAtHome />
    </div>
  );
}
