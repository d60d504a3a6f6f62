import { expect, test } from 'vitest';
import { findSlowPatterns } from './slow-patterns.ts';

const faultsOf = (text: string) =>
  findSlowPatterns('some.ts', text).map(({ line, fault }) => `${line} ${fault}`);

test.each([
  ['exponential', '/^(a+)+$/'],
  ['quadratic within', '/^\\s*\\s*x/'],
  ['quadratic from every beginning', '/\\s+$/'],
])('a pattern that is %s is found', (_, pattern) => {
  expect(faultsOf(`const one = 1;\nconst slow = ${pattern};`)).toEqual(['2 slow']);
});

test('a pattern that is made at run time is named, and linear ones are not', () => {
  expect(faultsOf('const a = /^[a-z]+$/u, b = /(?<! ) +$/, c = new RegExp(word);')).toEqual([
    '1 made at run time',
  ]);
});
