// The optional table columns of series and books. The title is always shown.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';

const series = [
  ...(['library', 'bookCount', 'unreadCount', 'year', 'publisher', 'status'] as const),
  ...(['language', 'ageRating', 'dateAdded', 'dateUpdated'] as const),
];
const books = [
  ...(['series', 'number', 'progress', 'pageCount', 'format', 'fileSize'] as const),
  ...(['fileName', 'library', 'lastRead', 'dateAdded', 'dateUpdated'] as const),
];

export type ColumnName = (typeof series)[number] | (typeof books)[number];
export const columnNames: Record<ConditionTarget, ColumnName[]> = { series, books };
export const defaultColumns: Record<ConditionTarget, ColumnName[]> = {
  series: ['bookCount', 'unreadCount', 'year', 'publisher', 'status', 'dateAdded'],
  books: ['series', 'number', 'progress', 'pageCount', 'format', 'dateAdded'],
};
