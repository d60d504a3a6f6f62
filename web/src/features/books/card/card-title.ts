// The title below a cover. The number comes first, because the end of a long title is cut off.
import type { BookDto } from '@lectern/contract/libraries/books';
import { useFormat } from '../../../i18n/format.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { isFirstOfFolder } from '../book-number.ts';

type Titled = Pick<
  BookDto,
  | 'title'
  | 'number'
  | 'numberText'
  | 'volume'
  | 'volumeText'
  | 'chapter'
  | 'seriesName'
  | 'path'
  | 'fileFormat'
>;

export interface CardTitle {
  /** Both, if they differ or the title states both. */
  volume?: string;
  chapter?: number;
  number?: string;
  /** Empty if the number says everything that the title does. */
  title: string;
}

/** Number of characters that always fit in two lines. */
const readLength = 26;

/** The numbers to show before the title, and the title. A short title that contains its number is shown alone. */
export function splitTitle(book: Titled): CardTitle {
  const { title, volumeText, chapter, seriesName } = book;
  const rest = withoutSeries(title, seriesName);
  const statesBoth = (rest?.match(/\d+/g)?.length ?? 0) > 1;
  if (volumeText !== null && chapter !== null && (Number(volumeText) !== chapter || statesBoth))
    return { volume: volumeText, chapter, title: rest === undefined ? title : '' };
  const number = findLeadingNumber(book);
  if (number === undefined) return { title };
  return { number, title: rest === undefined ? title : '' };
}

function findLeadingNumber(book: Titled): string | undefined {
  const { title, number, numberText, volumeText, chapter, seriesName } = book;
  if (isFirstOfFolder(book)) return undefined;
  const found =
    chapter === null ? (numberText ?? (number === null ? volumeText : String(number))) : String(chapter);
  if (found === null || title === seriesName) return undefined;
  const isNamed = title
    .match(/\d+(?:[.,]\d+)?/g)
    ?.some((part) => Number(part.replace(',', '.')) === Number(found));
  return isNamed && title.length <= readLength ? undefined : found;
}

/** Parts of a title that only number the book: "v01", "c012", "#3", "Ch. 4". */
const numbering =
  /^(?:[a-z]{0,8}\.?#?\d{1,6}(?:\.\d{1,3})?|vol|volume|v|ch|chapter|c|tome|band|issue|no|#)\.?$/i;

/** Undefined if the title is more than the name of the series and numbers. */
function withoutSeries(title: string, seriesName: string): string | undefined {
  if (!title.toLowerCase().startsWith(seriesName.toLowerCase())) return undefined;
  const parts = title
    .slice(seriesName.length)
    .split(/[\s\-–—:,]/)
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => numbering.test(part)) ? parts.join(' ') : undefined;
}

/** Returns the number as text, and the title. */
export function useCardTitle(): (book: Titled) => { mark: string; title: string } {
  const t = useTranslate();
  const format = useFormat();
  return (book) => {
    const { volume, chapter, number, title } = splitTitle(book);
    if (volume !== undefined && chapter !== undefined)
      return { mark: t('books.volumeChapter', { volume, chapter: format.number(chapter) }), title };
    return { mark: number === undefined ? '' : t('books.numbered', { number }), title };
  };
}
