// The books of a series as a list whose order can be changed by dragging, by keyboard or by buttons.
import type { BookDto } from '@lectern/contract/libraries/books';
import { ActionIcon, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { SortableList } from '../../../ui/sortable/sortable-list.tsx';
import { useSortableWords } from '../../../ui/sortable/use-sortable-words.ts';
import { ErrorState, LoadingState } from '../../../ui/states.tsx';
import { useAction } from '../../../ui/use-action.ts';

const pageSize = 500;

const allBooks = (id: string) =>
  queryOptions({
    queryKey: ['books', 'of-series', id, 'arranged'],
    async queryFn({ signal }) {
      const books: BookDto[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const wish = { params: { id }, query: { page, pageSize } };
        const { data, totalPages } = await call('GET /api/v1/series/{id}/books', wish, { signal });
        books.push(...data);
        pages = totalPages;
      }
      return books;
    },
  });

export function ArrangeBooks({ id }: { id: string }) {
  const t = useTranslate();
  const found = useQuery(allBooks(id));
  const { act, isBusy } = useAction(['books'], ['series']);
  const books = found.data ?? [];
  const words = useSortableWords(books.length);
  const place = (bookId: string, position: number | null) =>
    call('PATCH /api/v1/books/{id}', { params: { id: bookId }, body: { position } });
  const move = (book: BookDto, position: number | null) => {
    const former = book.placed ? books.indexOf(book) + 1 : null;
    act({
      work: () => place(book.id, position),
      done: t('series.page.moved', { title: book.title }),
      undo: () => place(book.id, former),
    });
  };
  const order = (ids: string[], movedId: string) => {
    const book = books.find(({ id }) => id === movedId);
    if (book) move(book, ids.indexOf(movedId) + 1);
  };
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <LoadingState of={t('series.page.books')} />;
  return (
    <SortableList
      items={books}
      label={t('series.page.books')}
      words={words}
      onOrder={isBusy ? undefined : order}
      render={(book) => <Text truncate>{book.title}</Text>}
      actions={(book) =>
        book.placed && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('series.page.automatic', { title: book.title })}
            onClick={() => move(book, null)}
          >
            <IconRestore size={18} />
          </ActionIcon>
        )
      }
    />
  );
}
