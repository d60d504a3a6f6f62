// Marks a book or a series as read or unread, with undo.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { type Item, isBook } from './item.ts';
import { markRead } from './marking.ts';

const nouns = ['series', 'books', 'collections', 'read-lists', 'want-to-read', 'reading'];

/** Invalidates everything that shows series, books or personal data about them. */
export function useRefreshItems() {
  const queries = useQueryClient();
  return () => Promise.all(nouns.map((noun) => queries.invalidateQueries({ queryKey: [noun] })));
}

export function useMark(item: Item) {
  const t = useTranslate();
  const refresh = useRefreshItems();
  const { title } = item;
  const describe = (isRead: boolean) =>
    isBook(item)
      ? t(isRead ? 'books.markedRead' : 'books.markedUnread', { title })
      : t(isRead ? 'books.allMarkedRead' : 'books.allMarkedUnread', { title });
  return useMutation({
    mutationFn: (isRead: boolean) => markRead(isBook(item) ? 'books' : 'series', [item], isRead),
    onSuccess(undo, isRead) {
      const back = async () => {
        await undo?.().catch(showError);
        await refresh();
      };
      showToast(describe(isRead), undo && back);
    },
    onError: showError,
    onSettled: refresh,
  });
}
