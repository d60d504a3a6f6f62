// Opens the reader: a book at its last position, a series at its next book.
import { isDocument } from '@lectern/contract/values';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslate } from '../../i18n/translate.ts';
import { showError, showToast } from '../../ui/toasts/toasts.tsx';
import { type Item, isBook } from '../books/index.tsx';
import { nextBook } from '../series/index.tsx';

/** A PDF that the server cannot open may be encrypted. The reader asks for its password. */
export const canRead = (item: Item): boolean =>
  isBook(item) ? item.pageCount > 0 || isDocument(item.fileFormat) : item.bookCount > 0;

export function useRead() {
  const t = useTranslate();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (item: Item, { isIncognito = false } = {}): Promise<void> => {
    try {
      const book = isBook(item) ? item : await queries.fetchQuery(nextBook(item.id));
      const search = isIncognito ? { incognito: true as const } : {};
      if (book) await navigate({ to: '/books/$id/read', params: { id: book.id }, search });
      else showToast(t('items.nothingToRead', { title: item.title }));
    } catch (error) {
      showError(error);
    }
  };
}
