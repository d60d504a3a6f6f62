// Keeps books, one after the other, and says what came of it.
import type { BookDto } from '@lectern/contract/books';
import { keep, StorageFull } from '../../offline/shelf.ts';
import { showError, tell } from '../../ui/toasts.tsx';
import { useText } from './words/index.ts';

export function useDownload(): (books: readonly BookDto[]) => Promise<void> {
  const t = useText();
  return async (books) => {
    try {
      for (const book of books) await keep(book);
    } catch (error) {
      showError(error instanceof StorageFull ? new Error(t('full')) : error);
      return;
    }
    tell(t('comesIn', { count: books.length }));
  };
}
