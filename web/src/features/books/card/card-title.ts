// The title below a cover. The number comes first, because the end of a long title is cut off.
import type { BookDto } from '@lectern/contract/libraries/books';
import { isFirstOfFolder } from '../book-number.ts';

type Titled = Pick<BookDto, 'title' | 'number' | 'volume' | 'chapter' | 'seriesName' | 'path' | 'fileFormat'>;

/** Number of characters that always fit in two lines. */
const readLength = 26;

/** The number to show before the title. Undefined if there is none, or if the title is short and contains it. */
export function findLeadingNumber(book: Titled): number | undefined {
  const { title, number, volume, chapter, seriesName } = book;
  if (isFirstOfFolder(book)) return undefined;
  const found = chapter ?? number ?? volume;
  if (found === null || title === seriesName) return undefined;
  const isNamed = title.match(/\d+(?:[.,]\d+)?/g)?.some((part) => Number(part.replace(',', '.')) === found);
  return isNamed && title.length <= readLength ? undefined : found;
}
