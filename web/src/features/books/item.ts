// The items of lists of both kinds.
import type { BookDto } from '@lectern/contract/books';
import type { Series } from '@lectern/contract/series';

export type Item = Series | BookDto;
export const isBook = (item: Item): item is BookDto => 'seriesId' in item;

/** A series is read when all its books are. */
export const isRead = (item: Item): boolean =>
  isBook(item) ? (item.readProgress?.completed ?? false) : item.unreadCount === 0;
