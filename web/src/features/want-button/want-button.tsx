// Adds a series or book to Want to Read, or removes it.
import { Button } from '@mantine/core';
import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';

interface WantToReadItem {
  noun: 'series' | 'books';
  id: string;
  title: string;
}

export function useWant({ noun, id, title }: WantToReadItem) {
  const t = useTranslate();
  const queries = useQueryClient();
  const set = (isOnWantToRead: boolean) =>
    call(`${isOnWantToRead ? 'POST' : 'DELETE'} /api/v1/want-to-read/${noun}/{id}`, { params: { id } });
  const refresh = () =>
    Promise.all(
      [['want-to-read'], ['series'], ['books', 'list']].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
  return useMutation({
    mutationFn: set,
    onSuccess: (_done, isOnWantToRead) =>
      showToast(t(isOnWantToRead ? 'wantToRead.wanted' : 'wantToRead.unwanted', { title }), async () => {
        await set(!isOnWantToRead).catch(showError);
        await refresh();
      }),
    onError: showError,
    onSettled: refresh,
  });
}

export function WantButton({ isOnWantToRead, ...wanted }: WantToReadItem & { isOnWantToRead: boolean }) {
  const t = useTranslate();
  const { mutate, isPending } = useWant(wanted);
  return (
    <Button
      variant="default"
      aria-pressed={isOnWantToRead}
      loading={isPending}
      leftSection={isOnWantToRead ? <IconHeartFilled size={18} /> : <IconHeart size={18} />}
      onClick={() => mutate(!isOnWantToRead)}
    >
      {t('wantToRead.want')}
    </Button>
  );
}

/** Books do not contain this state, so the wanted books of the series are loaded. */
const wantToReadBooks = (seriesId: string) =>
  queryOptions({
    queryKey: ['want-to-read', 'of-series', seriesId],
    queryFn: ({ signal }) =>
      call(
        'POST /api/v1/books/list',
        {
          query: { pageSize: 500 },
          body: {
            condition: {
              allOf: [
                { seriesId: { operator: 'is', value: seriesId } },
                { wantToRead: { operator: 'isTrue' } },
              ],
            },
          },
        },
        { signal },
      ),
  });

export function useIsBookWanted({ id, seriesId }: { id: string; seriesId: string }): boolean {
  const { data } = useQuery(wantToReadBooks(seriesId));
  return data?.data.some((book) => book.id === id) ?? false;
}

export function WantBookButton({ id, seriesId, title }: { id: string; seriesId: string; title: string }) {
  const isOnWantToRead = useIsBookWanted({ id, seriesId });
  return <WantButton noun="books" id={id} title={title} isOnWantToRead={isOnWantToRead} />;
}
