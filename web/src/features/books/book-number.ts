// Formats the position of a book in its series.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isComic } from '@lectern/contract/values';
import { useFormat } from '../../i18n/format.ts';
import { useTranslate } from '../../i18n/translate.ts';

type NumberedBook = Pick<
  BookDto,
  | 'volume'
  | 'volumeText'
  | 'chapter'
  | 'number'
  | 'numberText'
  | 'title'
  | 'seriesName'
  | 'path'
  | 'fileFormat'
>;

/**
 * A 1 that is not part of the file name is only the place in the series. Comics are numbered from 1.
 */
export function isFirstOfFolder({
  number,
  volume,
  chapter,
  path,
  fileFormat,
}: Pick<NumberedBook, 'number' | 'volume' | 'chapter' | 'path' | 'fileFormat'>): boolean {
  if (number !== 1 || volume !== null || chapter !== null || isComic(fileFormat)) return false;
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return !/(^|\D)0*1(\D|$)/.test(name);
}

/** "Volume 3 · Chapter 21", or only the number. Empty if unknown, and for a book that is its whole series. */
export function useBookNumber(): (book: NumberedBook) => string {
  const t = useTranslate();
  const format = useFormat();
  return (book) => {
    const { volumeText, chapter, number, numberText, title, seriesName } = book;
    const parts = [
      // Not formatted as a number: some publishers number volumes by year.
      volumeText !== null && t('books.volume', { number: volumeText }),
      chapter !== null && t('books.chapter', { number: format.number(chapter) }),
    ].filter((part) => part !== false);
    if (parts.length > 0) return parts.join(' · ');
    const shown = numberText ?? (number === null ? null : format.number(number));
    return shown === null || title === seriesName || isFirstOfFolder(book)
      ? ''
      : t('books.numbered', { number: shown });
  };
}
