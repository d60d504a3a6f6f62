// The title of a book below its cover and on buttons. The number comes first, because the end of a long title is cut off.
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

interface Where {
  /** In a list of one series: the title does not repeat its name. */
  isAtHome?: boolean;
}

interface Mark {
  /** Both, if they differ or the title states both. */
  volume?: string;
  chapter?: number;
  /** The number in the series, if the book is neither a volume nor a chapter, or if both are equal. */
  number?: string;
}

export interface CardTitle extends Mark {
  /** Empty if the number says everything that the title does. */
  title: string;
}

/** Number of characters that always fit in two lines. */
const readLength = 26;

/** The numbers to show before the title, and the title. A short title that contains its number is shown alone. */
export function splitTitle(book: Titled, { isAtHome = false }: Where = {}): CardTitle {
  const { title, seriesName } = book;
  const rest = withoutSeries(title, seriesName);
  const isNumbered = rest?.every((part) => numbering.test(part)) ?? false;
  const mark = findMark(book, rest ?? []);
  if (!mark) return { title };
  if (isAtHome && rest) return { ...mark, title: isNumbered ? '' : withoutNumbering(title, seriesName) };
  const isAlone = mark.volume === undefined || mark.chapter === undefined;
  if (isAlone && title.length <= readLength && states(title, mark)) return { title };
  return { ...mark, title: isNumbered ? '' : title };
}

/** Undefined for a book that is its whole series, or has no number. */
function findMark(book: Titled, rest: readonly string[]): Mark | undefined {
  const { title, number, numberText, volumeText, chapter, seriesName } = book;
  const statesBoth =
    rest.filter((part) => /\d/.test(part)).length > 1 && rest.every((part) => numbering.test(part));
  if (volumeText !== null && chapter !== null && (Number(volumeText) !== chapter || statesBoth))
    return { volume: volumeText, chapter };
  if (isFirstOfFolder(book) || title === seriesName) return undefined;
  if (chapter !== null) return volumeText === null ? { chapter } : { number: String(chapter) };
  const shown = numberText ?? (number === null ? null : String(number));
  // Many comics state the volume of their series next to the number of the issue.
  if (volumeText !== null && (shown === null || isVolumeName(book, volumeText)))
    return { volume: volumeText };
  return shown === null ? undefined : { number: shown };
}

const volumeWords = /(?:^|[^a-z])(?:v|vol|volume|t|tome|bd|band)[.\s]{0,2}(\d{1,6})/gi;

/** Whether the title or the file name states the number as that of a volume: "v02". */
const isVolumeName = ({ title, path }: Titled, volume: string): boolean =>
  [...`${title} ${path}`.matchAll(volumeWords)].some(([, number]) => Number(number) === Number(volume));

function states(title: string, { volume, chapter, number }: Mark): boolean {
  const wanted = Number(volume ?? chapter ?? number);
  const numbers = title.match(/\d+(?:[.,]\d+)?/g) ?? [];
  return numbers.some((part) => Number(part.replace(',', '.')) === wanted);
}

/** Parts of a title that only number the book: "v01", "c012", "#3", "Ch. 4". */
const numbering =
  /^(?:[a-z]{0,8}\.?#?\d{1,6}(?:\.\d{1,3})?|vol|volume|v|ch|chapter|c|tome|band|issue|part|no|#)\.?$/i;

const separators = /[\s\-–—:,]/;

/** The words after the name of the series. Undefined if the title is the name, or does not begin with it. */
function withoutSeries(title: string, seriesName: string): string[] | undefined {
  if (!title.toLowerCase().startsWith(seriesName.toLowerCase())) return undefined;
  const rest = title.slice(seriesName.length);
  if (!separators.test(rest.charAt(0))) return undefined;
  const parts = rest.split(separators).filter((part) => part !== '');
  return parts.length > 0 ? parts : undefined;
}

/** The title without the name of the series and without numbers that end at a punctuation mark: "v01 - The Storm". */
function withoutNumbering(title: string, seriesName: string): string {
  const rest = title.slice(seriesName.length).replace(/^[\s\-–—:,]+/, '');
  const end = rest.search(/[-–—:,]/);
  const parts = rest
    .slice(0, Math.max(end, 0))
    .split(/\s/)
    .filter((part) => part !== '');
  const isNumber = parts.length > 0 && parts.every((part) => numbering.test(part));
  return isNumber ? rest.slice(end + 1).trim() : rest;
}

/** Returns the number as text, and the title. */
export function useCardTitle(): (book: Titled, where?: Where) => { mark: string; title: string } {
  const t = useTranslate();
  const format = useFormat();
  const toMark = ({ volume, chapter, number }: Mark): string => {
    if (volume !== undefined && chapter !== undefined)
      return t('books.volumeChapter', { volume, chapter: format.number(chapter) });
    if (volume !== undefined) return t('books.volumeShort', { volume });
    if (chapter !== undefined) return t('books.chapterShort', { chapter: format.number(chapter) });
    return number === undefined ? '' : t('books.numbered', { number });
  };
  return (book, where) => {
    const { title, ...mark } = splitTitle(book, where);
    return { mark: toMark(mark), title };
  };
}
