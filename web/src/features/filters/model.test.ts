import { conditionFields, conditionTargets } from '@lectern/contract/conditions/fields';
import { expect, test } from 'vitest';
import { listFields } from './fields.ts';
import {
  countParts,
  depthOf,
  isPartComplete,
  newGroup,
  newRule,
  readFilter,
  replacePart,
  toFilter,
  toParts,
  toRoot,
} from './model.ts';
import { readDuration, toDuration } from './pieces/durations.ts';
import { readQuick, withoutPart, writeQuick } from './quick.ts';

const horror = { genre: { operator: 'is', value: 'Horror' } };
const unread = { readStatus: { operator: 'is', value: 'unread' } };
const nested = {
  allOf: [horror, { not: { anyOf: [unread, { year: { operator: 'between', min: 1990, max: 1999 } }] } }],
};

test.each([
  horror,
  nested,
  { not: horror },
  { anyOf: [] },
  { dateAdded: { operator: 'inTheLast', value: 'P30D' } },
  { wantToRead: { operator: 'isTrue' } },
  { tag: { operator: 'in', values: ['a', 'b'] } },
])('writes a condition unchanged after reading it: %j', (json) => {
  expect(toFilter(readFilter('series', json))).toEqual(json);
});

test('writes a group with one part as that part', () => {
  expect(toFilter(readFilter('series', { allOf: [{ anyOf: [horror] }] }))).toEqual(horror);
  expect(toFilter(readFilter('series', { not: { not: horror } }))).toEqual(horror);
  expect(toFilter(readFilter('series', { allOf: [] }))).toBeUndefined();
  expect(toFilter(readFilter('series', { not: { allOf: [] } }))).toEqual({ not: { allOf: [] } });
});

test.each([
  null,
  'genre',
  [],
  {},
  { ...horror, ...unread },
  { nothing: { operator: 'is', value: 'x' } },
  { genre: { operator: 'eq', value: 'x' } },
  { genre: { operator: 'is', value: 3 } },
  { genre: { operator: 'toString' } },
  { isbn: { operator: 'is', value: 'x' } },
  { allOf: [horror, 3] },
  { allOf: horror },
  { year: { operator: 'between' } },
])('rejects an invalid condition for series: %j', (json) => {
  expect(readFilter('series', json)).toBeUndefined();
});

test('rejects filters beyond the limits of the API', () => {
  const deep = (levels: number): object => (levels === 1 ? horror : { anyOf: [deep(levels - 1), unread] });
  expect(depthOf(readFilter('series', deep(10)) ?? newGroup('all'))).toBe(10);
  expect(readFilter('series', deep(11))).toBeUndefined();
  const wide = (parts: number) => ({ allOf: Array.from({ length: parts - 1 }, () => horror) });
  expect(countParts(toRoot(readFilter('series', wide(200))))).toBe(200);
  expect(readFilter('series', wide(201))).toBeUndefined();
});

test('a rule without a value is incomplete', () => {
  const rule = newRule('books', 'title');
  const group = newGroup('all', [rule]);
  expect(isPartComplete('books', group)).toBe(false);
  expect(isPartComplete('books', replacePart(group, rule.key, { ...rule, operand: { value: '' } }))).toBe(
    false,
  );
  expect(isPartComplete('books', replacePart(group, rule.key, { ...rule, operand: { value: 'x' } }))).toBe(
    true,
  );
  expect(isPartComplete('books', replacePart(group, rule.key, undefined))).toBe(true);
});

test('a quick filter changes its own field and keeps the rest', () => {
  const both = writeQuick('series', nested, { field: 'genre', values: ['Horror', 'Crime'] });
  expect(readQuick('series', both, 'genre')).toEqual(['Horror', 'Crime']);
  expect(toParts(readFilter('series', both))).toHaveLength(2);
  expect(writeQuick('series', horror, { field: 'genre', values: [] })).toBeUndefined();
  expect(writeQuick('series', undefined, { field: 'wantToRead', values: ['true'] })).toEqual({
    wantToRead: { operator: 'isTrue' },
  });
  expect(writeQuick('series', horror, { field: 'ageRating', values: ['12'] })).toEqual({
    allOf: [horror, { ageRating: { operator: 'eq', value: 12 } }],
  });
  expect(withoutPart('series', nested, 1)).toEqual(horror);
  expect(readQuick('series', { not: horror }, 'genre')).toEqual([]);
});

test('offers every field once', () => {
  for (const target of conditionTargets) {
    const fields = listFields(target).flatMap((one) => one.fields);
    expect(fields.toSorted()).toEqual(Object.keys(conditionFields[target]).toSorted());
  }
});

test('writes durations of one unit unchanged', () => {
  expect(toDuration(6, 'hours')).toBe('PT6H');
  expect(readDuration('P2M')).toEqual({ count: 2, unit: 'months' });
  for (const text of ['PT2M', 'P1Y2M', 'P', undefined, 'P5H']) expect(readDuration(text)).toBeUndefined();
});
