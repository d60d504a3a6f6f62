// The cell text for a series or a book.

import { useFormat } from '../../../i18n/format.ts';
import { toFormatName } from '../../../i18n/format-name.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { type Item, isBook } from '../../books/index.tsx';
import type { ColumnName } from './column-names.ts';

type Cell = (item: Item, name: ColumnName) => string;

export function useCells(): Cell {
  const t = useTranslate();
  const format = useFormat();
  return (item, name) => {
    if (name === 'library') return item.libraryName;
    if (name === 'dateAdded') return format.date(item.createdAt);
    if (name === 'dateUpdated') return format.date(item.updatedAt);
    const value = isBook(item) ? ofBook(item, name, t) : ofSeries(item, name, t);
    if (value === null || value === undefined) return '–';
    if (name === 'fileSize') return format.size(Number(value));
    if (name === 'progress') return format.percent(Number(value));
    if (name === 'lastRead') return format.date(String(value));
    if (name === 'language') return format.languageName(String(value));
    return typeof value === 'number' && name !== 'year' ? format.number(value) : String(value);
  };
}

function ofBook(item: Extract<Item, { seriesId: string }>, name: ColumnName, t: Translate) {
  const { readProgress } = item;
  switch (name) {
    case 'series':
      return item.seriesName;
    case 'number':
      return item.chapter ?? item.numberText ?? item.volumeText;
    case 'progress':
      return readProgress?.completed ? 1 : readProgress?.progressPercentage;
    case 'pageCount':
      return item.pageCount;
    case 'format':
      return toFormatName(item.fileFormat, t);
    case 'fileSize':
      return item.fileSize;
    case 'fileName':
      return item.path.split('/').at(-1);
    case 'lastRead':
      return readProgress?.updatedAt;
    default:
      return undefined;
  }
}

function ofSeries(item: Exclude<Item, { seriesId: string }>, name: ColumnName, t: Translate) {
  switch (name) {
    case 'bookCount':
      return item.bookCount;
    case 'unreadCount':
      return item.unreadCount;
    case 'year':
      return item.year;
    case 'publisher':
      return item.publisher;
    case 'status':
      return item.status && t(`browse.status_${item.status}`);
    case 'language':
      return item.language;
    case 'ageRating':
      return item.ageRating;
    default:
      return undefined;
  }
}
