// Queues downloads and shows a toast.
import type { BookDto } from '@lectern/contract/libraries/books';
import { useTranslate } from '../../i18n/translate.ts';
import { addDownload, StorageFullError } from '../../offline/downloads.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';

export function useDownload(): (books: readonly BookDto[]) => Promise<void> {
  const t = useTranslate();
  return async (books) => {
    try {
      for (const book of books) await addDownload(book);
    } catch (error) {
      showError(error instanceof StorageFullError ? new Error(t('offline.full')) : error);
      return;
    }
    showToast(t('offline.comesIn', { count: books.length }));
  };
}
