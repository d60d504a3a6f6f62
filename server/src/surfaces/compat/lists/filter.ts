// What a list of series or books is, beside what the client asks of it.
import type { Condition } from '@lectern/contract/conditions';
import type { BookSortField, SeriesSortField } from '@lectern/contract/values';
import type { Term } from '#catalog/sorts.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Query } from '../query/values.ts';

export interface ListCall {
  viewer: Viewer;
  query: Query;
}

export interface ListFilter<F extends string> {
  condition?: Condition | undefined;
  fullTextSearch?: string | null | undefined;
  /** Search words of the list itself, beside those of the client; they do not rank its entries. */
  ownSearch?: string;
  memberOf?: { id: string; ordered: boolean };
  /** The order unless the client asks for another. */
  defaultSort?: readonly Term<F>[];
}

export type SeriesFilter = ListFilter<SeriesSortField>;
export interface BookFilter extends ListFilter<BookSortField> {
  seriesId?: string;
}
