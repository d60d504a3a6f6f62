import { expect, test } from 'vitest';
import { type MetadataChange, toPlan } from './metadata.ts';

const none: MetadataChange = {
  tags: { add: [], remove: [] },
  genres: { add: [], remove: [] },
  people: { add: [], remove: [], role: 'writer' },
  fields: {},
};
const toKnown = (id: string, values: Record<string, unknown>) => ({ id, title: id, values, locks: {} });
const changesOf = (values: Record<string, unknown>, change: Partial<MetadataChange>) =>
  toPlan([toKnown('a', values)], { ...none, ...change })[0]?.changes.map(({ field, after }) => [
    field,
    after,
  ]);

test('adds and removes words without regard to case and accents', () => {
  const tags = { add: ['NEW', 'old'], remove: ['gone'] };
  expect(changesOf({ tags: ['Old', 'Gône'] }, { tags })).toEqual([['tags', ['Old', 'NEW']]]);
  expect(changesOf({ tags: ['Old', 'NEW'] }, { tags })).toBeUndefined();
});

test('adds people with a role, and removes them from every role', () => {
  const ada = { name: 'Ada', role: 'writer', sortName: 'A' };
  const bo = { name: 'Bo', role: 'inker', sortName: null };
  const people = { add: ['ada', 'Cy'], remove: ['BO'], role: 'writer' as const };
  expect(changesOf({ authors: [ada, bo] }, { people })).toEqual([
    ['authors', [ada, { name: 'Cy', role: 'writer', sortName: null }]],
  ]);
});

test('numbers books in their order, and omits books that already have the number', () => {
  const known = [toKnown('a', { number: 1 }), toKnown('b', { number: 7 }), toKnown('c', { number: null })];
  const plan = toPlan(known, { ...none, numbers: { first: 1, ids: ['a', 'c', 'b'] } });
  expect(plan.map(({ id, changes }) => [id, changes])).toEqual([
    ['b', [{ field: 'number', before: 7, after: 3 }]],
    ['c', [{ field: 'number', before: null, after: 2 }]],
  ]);
});
