// The position of a book in its series, in words.
import type { BookDto } from '@lectern/contract/books';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';

type NumberedBook = Pick<BookDto, 'volume' | 'chapter' | 'number' | 'title' | 'seriesName'>;

/** "Volume 3 · Chapter 21", or only the number; empty where nothing is known, and for a book that is its series. */
export function useBookNumber(): (book: NumberedBook) => string {
  const t = useTranslate();
  const format = useFormat();
  return ({ volume, chapter, number, title, seriesName }) => {
    const parts = [
      volume !== null && t('books.volume', { number: format.number(volume) }),
      chapter !== null && t('books.chapter', { number: format.number(chapter) }),
    ].filter((part) => part !== false);
    if (parts.length > 0) return parts.join(' · ');
    return number === null || title === seriesName
      ? ''
      : t('books.numbered', { number: format.number(number) });
  };
}
