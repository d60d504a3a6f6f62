// The title below a cover: its number first, where the end of a long title would hide it.
import type { BookDto } from '@lectern/contract/books';
import { isFirstOfFolder } from '../book-number.ts';

type Titled = Pick<BookDto, 'title' | 'number' | 'volume' | 'chapter' | 'seriesName' | 'path' | 'fileFormat'>;

/** Of two lines this much is always read. */
const readLength = 26;

/** The number that goes before the title; undefined where the title is short and has it, or there is none. */
export function findLeadingNumber(book: Titled): number | undefined {
  const { title, number, volume, chapter, seriesName } = book;
  if (isFirstOfFolder(book)) return undefined;
  const found = chapter ?? number ?? volume;
  if (found === null || title === seriesName) return undefined;
  const isNamed = title.match(/\d+(?:[.,]\d+)?/g)?.some((part) => Number(part.replace(',', '.')) === found);
  return isNamed && title.length <= readLength ? undefined : found;
}
