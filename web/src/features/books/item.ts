// The items of lists of both kinds.
import type { BookDto } from '@lectern/contract/books';
import type { Series } from '@lectern/contract/series';

export type Item = Series | BookDto;
export const isBook = (item: Item): item is BookDto => 'seriesId' in item;
