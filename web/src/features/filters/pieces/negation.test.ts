import { expect, test } from 'vitest';
import { type Filter, readFilter, toFilter } from '../model.ts';
import { toPlain } from './negation.ts';

const genre = (operator: string, value = 'Horror'): Filter => ({ genre: { operator, value } });
const older: Filter = { year: { operator: 'lt', value: 1996 } };

test.each<[string, Filter, Filter]>([
  ['a negated rule takes the opposite operator', { not: genre('is') }, genre('isNot')],
  ['two negations cancel out', { not: genre('isNot') }, genre('is')],
  ['a rule without an opposite stays negated', { not: older }, { not: older }],
  ['a group with one rule becomes that rule', { not: { anyOf: [genre('isNot')] } }, genre('is')],
  [
    'a negated group of negations becomes a group of the positive rules',
    { not: { anyOf: [genre('isNot'), genre('doesNotContain', 'x')] } },
    { allOf: [genre('is'), genre('contains', 'x')] },
  ],
  [
    'a negated group with a positive rule stays negated',
    { not: { allOf: [genre('is'), { not: older }] } },
    { not: { allOf: [genre('is'), { not: older }] } },
  ],
])('%s', (_, given, wanted) => {
  const part = readFilter('series', given);
  expect(part && toFilter(toPlain(part))).toEqual(wanted);
});
