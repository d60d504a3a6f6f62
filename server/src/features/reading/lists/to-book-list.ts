// Converts a row to a list of the API, and to the query for its members.
import type { SharedList } from '@lectern/contract/reading/book-lists';
import { toTime } from '#infrastructure/clock.ts';
import type { ListRow } from './store.ts';

/** The members are the rows of the list, or the matches of its condition. */
export const toWhich = ({ id, ordered, condition }: ListRow) =>
  condition === null ? { memberOf: { id, ordered: ordered === 1 } } : { condition: JSON.parse(condition) };

/** A list without the ThumbHashes (thumb-hashes.ts). */
export type PlainList = Omit<SharedList, 'thumbHashes'>;

export const toBookList = (row: ListRow, memberCount: number): PlainList => ({
  id: row.id,
  name: row.name,
  summary: row.summary,
  ordered: row.ordered === 1,
  automatic: row.condition !== null,
  condition: row.condition === null ? null : JSON.parse(row.condition),
  memberCount,
  createdAt: toTime(row.createdAt),
  updatedAt: toTime(row.updatedAt),
});
