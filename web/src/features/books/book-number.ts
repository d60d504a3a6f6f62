// Formats the position of a book in its series.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isComic } from '@lectern/contract/values';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';

type NumberedBook = Pick<
  BookDto,
  'volume' | 'chapter' | 'number' | 'title' | 'seriesName' | 'path' | 'fileFormat'
>;

/**
 * A 1 that is not part of the file name is only the file order in its folder, which also applies to single novels. Comics
 * are numbered from 1.
 */
export function isFirstOfFolder({
  number,
  volume,
  chapter,
  path,
  fileFormat,
}: Omit<NumberedBook, 'title' | 'seriesName'>): boolean {
  if (number !== 1 || volume !== null || chapter !== null || isComic(fileFormat)) return false;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return !/(^|\D)0*1(\D|$)/.test(name);
}

/** "Volume 3 · Chapter 21", or only the number. Empty if unknown, and for a book that is its whole series. */
export function useBookNumber(): (book: NumberedBook) => string {
  const t = useTranslate();
  const format = useFormat();
  return (book) => {
    const { volume, chapter, number, title, seriesName } = book;
    const parts = [
      // Some publishers number volumes by year.
      volume !== null &&
        t('books.volume', { number: Number.isInteger(volume) ? String(volume) : format.number(volume) }),
      chapter !== null && t('books.chapter', { number: format.number(chapter) }),
    ].filter((part) => part !== false);
    if (parts.length > 0) return parts.join(' · ');
    return number === null || title === seriesName || isFirstOfFolder(book)
      ? ''
      : t('books.numbered', { number: format.number(number) });
  };
}
