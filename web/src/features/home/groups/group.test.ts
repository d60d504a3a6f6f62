import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { groupBySeries, isGroup } from './group.ts';

/** `saga3` is the third book of the series saga. */
const list = (...ids: string[]) => ids.map((id) => ({ id, seriesId: id.replace(/\d+$/, '') }) as BookDto);
const shown = (...ids: string[]) =>
  groupBySeries(list(...ids)).map((one) => (isGroup(one) ? `${one.book.id} +${one.count - 1}` : one.id));

test('groups three new books of a series at the position of the newest', () => {
  expect(shown('a1', 'b3', 'b2', 'c1', 'b1', 'c2')).toEqual(['a1', 'b3 +2', 'c1', 'c2']);
});

test('does not group fewer books or an empty list', () => {
  expect(shown('a1', 'a2', 'b1')).toEqual(['a1', 'a2', 'b1']);
  expect(shown()).toEqual([]);
});
