// Marks books and whole series read or unread, with a way back to every place that was lost by it.
import type { BookDto } from '@lectern/contract/books';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { tell, tellFault } from '../../ui/toasts.tsx';
import { restorePlaces } from './restore.ts';
import { useText } from './words/index.ts';

/** Whatever says how far something was read. */
function useRefresh() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [['books'], ['series'], ['read-lists'], ['collections'], ['want-to-read'], ['reading']].map(
        (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    );
}

function useUndo() {
  const refresh = useRefresh();
  return (books: readonly BookDto[]) => async () => {
    await restorePlaces(books).catch(tellFault);
    await refresh();
  };
}

export function useMarkBook(book: BookDto) {
  const t = useText();
  const refresh = useRefresh();
  const undo = useUndo();
  return useMutation({
    mutationFn: (isRead: boolean) =>
      call(`POST /api/v1/books/{id}/${isRead ? 'read' : 'unread'}`, { params: { id: book.id } }),
    onSuccess: (_done, isRead) =>
      tell(t(isRead ? 'markedRead' : 'markedUnread', { title: book.title }), undo([book])),
    onError: tellFault,
    onSettled: refresh,
  });
}

/** More books than these are not written down before they are marked: there is no way back then. */
const undoable = 500;

export function useMarkSeries({ id, title }: { id: string; title: string }) {
  const t = useText();
  const refresh = useRefresh();
  const undo = useUndo();
  return useMutation({
    mutationFn: async (isRead: boolean) => {
      const changed = await call('POST /api/v1/books/list', {
        query: { pageSize: undoable },
        body: {
          condition: {
            allOf: [
              { seriesId: { operator: 'is', value: id } },
              { readStatus: { operator: 'isNot', value: isRead ? 'read' : 'unread' } },
            ],
          },
        },
      });
      await call(`POST /api/v1/series/{id}/${isRead ? 'read' : 'unread'}`, { params: { id } });
      return changed;
    },
    onSuccess: ({ data, total }, isRead) =>
      tell(
        t(isRead ? 'allMarkedRead' : 'allMarkedUnread', { title }),
        total <= undoable ? undo(data) : undefined,
      ),
    onError: tellFault,
    onSettled: refresh,
  });
}
