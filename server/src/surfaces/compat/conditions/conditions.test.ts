import type { Condition } from '@lectern/contract/conditions/conditions';
import { expect, test } from 'vitest';
import { findOnly, includesDeleted, readCondition, toVisibility, withoutOnly } from './grammar.ts';
import { readFilters } from './query-form.ts';

const id = '01890000-0000-7000-8000-000000000001';

/** Formats a condition in one line: `genre is Drama`, `all(…)`, `not(…)`. */
function show(condition: Condition | undefined): string {
  if (!condition) return '-';
  if (condition.kind === 'not') return `not(${show(condition.of)})`;
  if (condition.kind !== 'field')
    return `${condition.kind.slice(0, 3)}(${condition.of.map(show).join(', ')})`;
  const { field, operator, operand } = condition;
  const value =
    'value' in operand ? JSON.stringify(operand.value) : 'values' in operand ? operand.values.join('|') : '';
  return `${field} ${operator} ${value}`.trim();
}

const series = (json: unknown) => show(readCondition('series', json));
const books = (json: unknown) => show(readCondition('books', json));

test.each([
  [{ genre: { operator: 'is', value: 'Drama' } }, 'genre is "Drama"'],
  [{ GENRE: { Operator: 'IsNot', Value: 'Drama' } }, 'not(genre is "Drama")'],
  [{ publisher: { operator: 'isnot', value: '' } }, 'not(publisher isNull)'],
  [{ tag: { operator: 'isNull' } }, 'tag isNull'],
  [{ libraryId: { operator: 'is', value: id } }, `libraryId is "${id}"`],
  [{ libraryId: { operator: 'is', value: 'ABC123' } }, 'any()'],
  [{ libraryId: { operator: 'isNot', value: 'ABC123' } }, 'not(any())'],
  [{ oneshot: { operator: 'isfalse' } }, 'not(oneshot isTrue)'],
  [{ complete: { operator: 'IsTrue' } }, 'hasEveryBook isTrue'],
  [{ complete: { operator: 'isFalse' } }, 'all(not(totalVolumeCount isNull), not(hasEveryBook isTrue))'],
  [{ seriesStatus: { operator: 'is', value: 'ENDED' } }, 'status is "ended"'],
  [{ seriesStatus: { operator: 'is', value: 'ongoing' } }, 'any(status in ongoing|unknown, status isNull)'],
  [{ readStatus: { operator: 'is', value: 'IN_PROGRESS' } }, 'readStatus is "in_progress"'],
  [{ ageRating: { operator: 'greaterThan', value: 12 } }, 'ageRating gt 12'],
  [{ ageRating: { operator: 'is', value: null } }, 'ageRating isNull'],
  [{ ageRating: { operator: 'isNot', value: 18 } }, 'not(ageRating eq 18)'],
  [{ author: { operator: 'is', value: { name: 'Anna', role: 'writer' } } }, 'author is "Anna"'],
  [{ author: { operator: 'is', value: { role: 'writer' } } }, 'not(author isNull)'],
  [{ title: { operator: 'doesNotBeginWith', value: 'The' } }, 'not(title beginsWith "The")'],
  [
    { titleSort: { operator: 'beginsWith', value: 'a' } },
    'any(titleSort beginsWith "a", all(titleSort isNull, title beginsWith "a"))',
  ],
  [{ allOf: [] }, '-'],
  [{ anyOf: [] }, '-'],
  [{}, '-'],
  [{ allOf: [{ anyOf: [] }, { tag: { operator: 'is', value: 'x' } }] }, 'tag is "x"'],
  [
    { anyof: [{ tag: { operator: 'is', value: 'x' } }, { genre: { operator: 'is', value: 'y' } }] },
    'any(tag is "x", genre is "y")',
  ],
])('the series condition %j means %s', (json, meaning) => expect(series(json)).toBe(meaning));

const kotlin = (field: string, value: unknown) => ({
  type: field,
  [field]: { type: 'Is', operator: 'is', value, since: null },
});

test.each([
  [
    { type: 'AllOfSeries', allOf: [{ type: 'LibraryId', libraryId: { operator: 'is', value: id } }] },
    `libraryId is "${id}"`,
  ],
  [
    {
      type: 'AnyOfSeries',
      anyOf: [kotlin('genre', 'x'), { Type: 'AllOfSeries', allOf: [kotlin('tag', 'y')] }],
    },
    'any(genre is "x", tag is "y")',
  ],
  [{ deleted: { type: 'IsFalse', operator: 'isFalse' }, type: 'Deleted' }, 'not(deleted isTrue)'],
  [kotlin('author', { type: 'AuthorMatch', name: 'Anna', role: 'writer' }), 'author is "Anna"'],
  [{ type: 'AllOfSeries', allOf: [] }, '-'],
  [{ type: 'AllOfSeries' }, '-'],
  [{ genre: { operator: 'is', value: 'x' }, unheardOf: { operator: 'is', value: 'y' } }, 'genre is "x"'],
])('ignores class names that clients add: %j means %s', (json, meaning) =>
  expect(series(json)).toBe(meaning),
);

test.each([
  [{ seriesId: { operator: 'is', value: id } }, `seriesId is "${id}"`],
  [{ numberSort: { operator: 'lessThan', value: 2.5 } }, 'number lt 2.5'],
  [{ mediaProfile: { operator: 'is', value: 'divina' } }, 'format in cbz|cbr'],
  [{ mediaStatus: { operator: 'is', value: 'READY' } }, 'analyzed isTrue'],
  [{ mediaStatus: { operator: 'isNot', value: 'ERROR' } }, 'not(all(not(analyzed isTrue), hasError isTrue))'],
  [{ mediaStatus: { operator: 'is', value: 'OUTDATED' } }, 'any()'],
  [{ releaseDate: { operator: 'isNotInTheLast', duration: 'P30D' } }, /^not\(releaseDate inTheLast/],
  [{ releaseDate: { operator: 'after', dateTime: '2024-01-01T00:00:00Z[UTC]' } }, /^releaseDate after/],
])('the book condition %j means %s', (json, meaning) => expect(books(json)).toMatch(meaning));

test.each([
  [{ nonsense: { operator: 'is', value: 1 } }],
  [{ type: 'Nonsense', nonsense: { operator: 'is', value: 1 } }],
  [{ constructor: { operator: 'is', value: 1 } }],
  [{ genre: { operator: 'resembles', value: 'x' } }],
  [{ genre: { operator: 'is', value: 7 } }],
  [{ genre: 'Drama' }],
  [{ genre: { value: 'Drama' } }],
  [{ tag: { operator: 'is', value: 'a' }, genre: { operator: 'is', value: 'b' } }],
  [{ allOf: { tag: {} } }],
  [{ releaseDate: { operator: 'after', dateTime: 'yesterday' } }],
  [{ allOf: Array(300).fill({ tag: { operator: 'is', value: 'a' } }) }],
])('rejects %j', (json) => expect(() => readCondition('series', json)).toThrow());

test('includes deleted items only if the condition asks for them', () => {
  const of = (operator: string) => includesDeleted(readCondition('series', { deleted: { operator } }));
  expect([of('isTrue'), of('isFalse'), includesDeleted(undefined)]).toEqual([true, false, false]);
  expect(includesDeleted(readFilters('books', { deleted: 'false' }))).toBe(false);
  expect(includesDeleted(readFilters('books', { deleted: 'true', tag: 'x' }))).toBe(true);
});

test('an exclusion of deleted items needs no condition', () => {
  const live = { deleted: { operator: 'isFalse' } };
  const tag = { tag: { operator: 'is', value: 'x' } };
  const visibility = (json: unknown) => show(toVisibility(readCondition('series', json)).condition);
  expect(visibility(live)).toBe('-');
  expect(visibility({ allOf: [tag, live] })).toBe('tag is "x"');
  expect(visibility({ anyOf: [tag, live] })).toBe('-');
  expect(show(toVisibility(readFilters('books', { deleted: 'false' })).condition)).toBe('-');
  const all = { anyOf: [live, { deleted: { operator: 'isTrue' } }] };
  expect(visibility(all)).toBe('any(not(deleted isTrue), deleted isTrue)');
});

test('extracts the only library of a condition', () => {
  const only = { libraryId: { operator: 'is', value: id } };
  const condition = readCondition('series', { allOf: [only, { tag: { operator: 'is', value: 'x' } }] });
  expect(findOnly(condition, 'libraryId')).toBe(id);
  expect(show(withoutOnly(condition, 'libraryId'))).toBe('tag is "x"');
  const either = readCondition('series', { anyOf: [only, { tag: { operator: 'is', value: 'x' } }] });
  expect(findOnly(either, 'libraryId')).toBeUndefined();
  expect(withoutOnly(either, 'libraryId')).toBe(either);
});

test.each([
  [{ library_id: id, search: '' }, `libraryId is "${id}"`],
  [{ library_id: `${id},${id.replace(/1$/, '2')}` }, /^libraryId in /],
  [{ status: 'ENDED,HIATUS' }, 'any(status is "ended", status is "hiatus")'],
  [{ read_status: ['UNREAD', 'READ'] }, 'readStatus in unread|read'],
  [{ author: 'King, Jr.,writer' }, 'author is "King, Jr."'],
  [{ age_rating: 'None,12' }, 'any(ageRating isNull, ageRating eq 12)'],
  [{ release_year: '2020' }, 'year eq 2020'],
  [{ complete: 'true', oneshot: 'false' }, 'all(hasEveryBook isTrue, oneshot isFalse)'],
  [{ search_regex: '^A,TITLE' }, 'title beginsWith "A"'],
  [{ search_regex: '(a|b)+,TITLE' }, 'any()'],
  [{ unknown: 'x', page: '3' }, '-'],
])('the parameters %j mean %s', (query, meaning) =>
  expect(show(readFilters('series', query))).toMatch(meaning),
);

test('filters books by attributes and release date', () => {
  const filters = readFilters('books', {
    media_status: 'READY',
    deleted: 'false',
    released_after: '2020-01-01',
  });
  expect(show(filters)).toMatch(/^all\(deleted isFalse, analyzed isTrue, releaseDate after /);
});
