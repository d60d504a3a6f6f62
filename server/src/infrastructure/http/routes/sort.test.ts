import { bookSortFields, seriesSortFields } from '@lectern/contract/values';
import { expect, test } from 'vitest';
import { Problem } from '#infrastructure/errors.ts';
import { parseSort } from './sort.ts';

const fields = ['title', 'number'] as const;

test.each([
  ['nothing', undefined, []],
  ['an empty parameter', '', []],
  ['a field without a direction ascends', 'title', [['title', 'asc']]],
  ['a field with a direction', 'title,desc', [['title', 'desc']]],
  ['spaces', ' title , desc ', [['title', 'desc']]],
  [
    'several',
    ['number,desc', 'title'],
    [
      ['number', 'desc'],
      ['title', 'asc'],
    ],
  ],
  ['a repeated field counts once', ['title', 'title,desc'], [['title', 'asc']]],
])('%s', (_, sort, expected) => {
  expect(parseSort(sort, fields)).toEqual(expected.map(([field, direction]) => ({ field, direction })));
});

test.each([
  ['date_added,desc', 'dateAdded', 'desc'],
  ['created_at,desc', 'dateAdded', 'desc'],
  ['updated_at', 'dateUpdated', 'asc'],
  ['book_count,desc', 'bookCount', 'desc'],
  ['date_read,desc', 'lastRead', 'desc'],
  ['rating,desc', 'userRating', 'desc'],
  ['external_rating', 'communityRating', 'asc'],
])('%s of the web client of Codex is an alias of %s', (sort, field, direction) => {
  expect(parseSort(sort, seriesSortFields)).toEqual([{ field, direction }]);
});

test.each([
  ['chapter_number,asc', 'number'],
  ['filename,asc', 'fileName'],
  ['page_count,asc', 'pageCount'],
  ['last_read,asc', 'lastRead'],
])('%s of the web client of Codex is an alias of %s of books', (sort, field) => {
  expect(parseSort(sort, bookSortFields)).toEqual([{ field, direction: 'asc' }]);
});

test.each([
  [
    'an unknown field, with the allowed ones',
    'size',
    'Unknown field “size”. Available fields: title, number',
  ],
  ['a built-in property name is not a field', 'constructor', 'Unknown field “constructor”'],
  [
    'an unknown direction, with the allowed ones',
    'title,up',
    'Unknown direction “up”. Available directions: asc, desc',
  ],
  ['too many parts', 'title,asc,desc', 'Unknown direction “asc,desc”'],
])('%s', (_, sort, message) => {
  const attempt = () => parseSort(sort, fields);
  expect(attempt).toThrow(Problem);
  expect(attempt).toThrow(message);
});
