// Queues downloads and shows a toast.
import type { BookDto } from '@lectern/contract/books';
import { useTranslate } from '../../i18n/translate.ts';
import { keep, StorageFullError } from '../../offline/shelf.ts';
import { showError, tell } from '../../ui/toasts.tsx';

export function useDownload(): (books: readonly BookDto[]) => Promise<void> {
  const t = useTranslate();
  return async (books) => {
    try {
      for (const book of books) await keep(book);
    } catch (error) {
      showError(error instanceof StorageFullError ? new Error(t('offline.full')) : error);
      return;
    }
    tell(t('offline.comesIn', { count: books.length }));
  };
}
