// The sort fields of lists (server: catalog/sorts.ts) with their default directions.
import { type ConditionTarget, toSortField } from '@lectern/contract/conditions/fields';
import type { BookSortField, SeriesSortField } from '@lectern/contract/values';

export type Direction = 'asc' | 'desc';

const series = {
  title: 'asc',
  dateAdded: 'desc',
  dateUpdated: 'desc',
  releaseDate: 'desc',
  year: 'desc',
  bookCount: 'desc',
  unreadCount: 'desc',
  lastRead: 'desc',
  userRating: 'desc',
  communityRating: 'desc',
  random: 'asc',
} as const satisfies Partial<Record<SeriesSortField, Direction>>;

const books = {
  series: 'asc',
  title: 'asc',
  number: 'asc',
  dateAdded: 'desc',
  dateUpdated: 'desc',
  releaseDate: 'desc',
  pageCount: 'desc',
  fileSize: 'desc',
  fileName: 'asc',
  lastRead: 'desc',
  random: 'asc',
} as const satisfies Partial<Record<BookSortField, Direction>>;

export type SortField = keyof typeof series | keyof typeof books;
const sorts: Record<ConditionTarget, Partial<Record<SortField, Direction>>> = { series, books };

export const listSorts = (target: ConditionTarget): SortField[] =>
  Object.keys(sorts[target]).filter((field): field is SortField => Object.hasOwn(sorts[target], field));

export const toSort = (target: ConditionTarget, field: SortField, direction?: Direction): string =>
  `${field},${direction ?? sorts[target][field] ?? 'asc'}`;

/** The default sort. */
export const defaultSort: Record<ConditionTarget, string> = { series: 'title,asc', books: 'series,asc' };

/** Undefined for an unknown sort. */
export function readSort(
  target: ConditionTarget,
  sort: string | undefined,
): { field: SortField; direction: Direction } | undefined {
  const [first = ''] = sort?.split(';') ?? [];
  const [given = '', direction] = first.split(',');
  const name = toSortField(given);
  const field = listSorts(target).find((one) => one === name || (one === 'title' && name === 'name'));
  return field && { field, direction: direction === 'desc' ? 'desc' : 'asc' };
}
