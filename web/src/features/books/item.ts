// List items, which are books or series.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';

export type Item = Series | BookDto;
export const isBook = (item: Item): item is BookDto => 'seriesId' in item;

/** A series is read if all its books are. */
export const isRead = (item: Item): boolean =>
  isBook(item) ? (item.readProgress?.completed ?? false) : item.unreadCount === 0;
