// The pages of one book of a series, by default the first.
import type { BookDto } from '@lectern/contract/libraries/books';
import { Select, Stack, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { BookPage } from '../../api/covers.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PagePicker } from './page-picker.tsx';

interface Props {
  seriesId: string;
  onPick(which: BookPage): void;
}

const waitMs = 200;
/** The user finds more books by typing. */
const shown = 100;

/** Books with pages, in order. */
const booksWithPages = (seriesId: string, text: string) =>
  queryOptions({
    queryKey: ['books', 'of-series', seriesId, 'with-pages', text],
    queryFn: async ({ signal }) => {
      const conditions = [
        { seriesId: { operator: 'is', value: seriesId } as const },
        { pageCount: { operator: 'gt', value: 0 } as const },
        ...(text ? [{ title: { operator: 'contains', value: text } as const }] : []),
      ];
      const input = { query: { pageSize: shown }, body: { condition: { allOf: conditions } } };
      return (await call('POST /api/v1/books/list', input, { signal })).data;
    },
    placeholderData: keepPreviousData,
  });

export function SeriesPages({ seriesId, onPick }: Props) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [chosen, choose] = useState<BookDto>();
  const [search] = useDebouncedValue(text.trim(), waitMs);
  const { data: all = [] } = useQuery(booksWithPages(seriesId, ''));
  const book = chosen ?? all[0];
  // The field contains the title of the chosen book, which is not a search text.
  const wanted = search === book?.title ? '' : search;
  const { data: found = [] } = useQuery({
    ...booksWithPages(seriesId, wanted),
    enabled: wanted !== '' && all.length >= shown,
  });
  if (!book) return null;
  const books = new Map([...all, ...found, book].map((one) => [one.id, one]));
  const options = [...books.values()].map(({ id, title }) => ({ value: id, label: title }));
  return (
    <section aria-label={t('covers.fromBooks')}>
      <Title order={3} size="h5" mb="xs">
        {t('covers.fromBooks')}
      </Title>
      <Stack gap="sm">
        {options.length > 1 ? (
          <Select
            label={t('covers.book')}
            searchable
            allowDeselect={false}
            data={options}
            value={book.id}
            maxDropdownHeight={280}
            comboboxProps={{ zIndex: 500 }}
            nothingFoundMessage={t('covers.noBook')}
            onChange={(id) => id && choose(books.get(id))}
            onSearchChange={setText}
          />
        ) : (
          <Text size="sm">{book.title}</Text>
        )}
        <PagePicker
          key={book.id}
          bookId={book.id}
          pageCount={book.pageCount}
          onPick={(page) => onPick({ bookId: book.id, page })}
        />
      </Stack>
    </section>
  );
}
