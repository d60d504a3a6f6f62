// One read list: progress, next book, its books as a grid or a sortable list.

import type { BookDto } from '@lectern/contract/libraries/books';
import { Progress, Stack, Text } from '@mantine/core';
import { IconBook, IconFileExport } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { call, toThumbnailUrl, toUrl } from '../../api/call.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { DownloadItem } from '../../ui/download-item.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { windowSize } from '../../ui/windowing/use-windows.ts';
import { WindowedGrid } from '../../ui/windowing/windowed-grid.tsx';
import { BookCard } from '../books/index.tsx';
import { type ArrangeProps, ListPage, loadAll, MemberLine } from '../lists/index.tsx';

const membersOf = (id: string, { page, pageSize }: { page: number; pageSize: number }, signal: AbortSignal) =>
  call('GET /api/v1/readlists/{id}/books', { params: { id }, query: { page, pageSize } }, { signal });

const load = (id: string, signal: AbortSignal) =>
  loadAll((page, pageSize) => membersOf(id, { page, pageSize }, signal));

/** The number of read books, and the first unread one in list order. */
const nextPosition = (id: string) =>
  queryOptions({
    queryKey: ['read-lists', 'place', id],
    queryFn: async ({ signal }) => {
      const books = await load(id, signal);
      const isOpen = ({ readProgress }: BookDto) => !readProgress?.completed;
      return { next: books.find(isOpen) ?? null, read: books.filter((book) => !isOpen(book)).length };
    },
  });

const arrange: ArrangeProps<BookDto> = {
  load,
  find: async (text, signal) => {
    const body = { fullTextSearch: text };
    return (await call('POST /api/v1/books/list', { query: { pageSize: 20 }, body }, { signal })).data;
  },
  render: (book) => (
    <Link to="/books/$id" params={{ id: book.id }}>
      <MemberLine picture={toThumbnailUrl('books', book)} title={book.title} line={book.seriesName} />
    </Link>
  ),
};

export function ReadListPage() {
  const t = useTranslate();
  const { id } = useParams({ from: '/signed-in/shell/readlists/$id' });
  return (
    <ListPage
      key={id}
      kind="readlists"
      id={id}
      arrange={arrange}
      lead={({ memberCount }) => memberCount > 0 && <Where id={id} count={memberCount} />}
      menu={
        <DownloadItem href={toUrl(`api/v1/readlists/${id}/export`)} icon={<IconFileExport size={16} />}>
          {t('lists.export')}
        </DownloadItem>
      }
    >
      {({ name, memberCount }) => (
        <WindowedGrid
          total={memberCount}
          label={name}
          queryKey={['read-lists', 'members', id]}
          ask={(page, signal) => membersOf(id, { page, pageSize: windowSize }, signal)}
          render={(book) => <BookCard book={book} />}
        />
      )}
    </ListPage>
  );
}

function Where({ id, count }: { id: string; count: number }) {
  const t = useTranslate();
  const format = useFormat();
  const { data } = useQuery(nextPosition(id));
  if (!data) return null;
  const { next, read } = data;
  const words =
    read === count
      ? t('lists.allRead')
      : t('lists.progress', { read: format.number(read), count: format.number(count) });
  return (
    <Stack gap="xs" align="flex-start">
      <Progress value={(read / count) * 100} aria-label={words} w="100%" maw={420} />
      <Text size="sm" c="dimmed">
        {words}
      </Text>
      {next && next.pageCount > 0 && (
        <ButtonLink
          to="/books/$id/read"
          params={{ id: next.id }}
          leftSection={<IconBook size={18} />}
          maw="100%"
        >
          {t(next.readProgress ? 'lists.continueNext' : 'lists.readNext', { title: next.title })}
        </ButtonLink>
      )}
    </Stack>
  );
}
