// Definition of a list of series or books, in addition to the client's request.
import type { Condition } from '@lectern/contract/conditions/conditions';
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
  /** Search text of the list, in addition to the client's. It does not rank the results. */
  ownSearch?: string;
  memberOf?: { id: string; ordered: boolean };
  /** The order if the client requests none. */
  defaultSort?: readonly Term<F>[];
}

export type SeriesFilter = ListFilter<SeriesSortField>;
export interface BookFilter extends ListFilter<BookSortField> {
  seriesId?: string;
}
