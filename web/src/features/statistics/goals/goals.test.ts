import { expect, test } from 'vitest';
import { readTargets, toGoals } from './goals.ts';

test('ignores targets that are not positive whole numbers', () => {
  expect(
    readTargets({ booksOfYear: 24, pagesOfYear: -1, booksOfMonth: '3', pagesOfMonth: 0.5, other: 1 }),
  ).toEqual({
    booksOfYear: 24,
  });
  for (const value of [null, 'x', [], undefined]) expect(readTargets(value)).toEqual({});
});

test('compares the progress with an even pace', () => {
  const found = { year: { booksFinished: 10, pagesRead: 900 }, month: { booksFinished: 1, pagesRead: 0 } };
  const targets = { booksOfYear: 12, pagesOfYear: 3_650, booksOfMonth: 2, pagesOfMonth: 280 };
  // 59 of 365 days, and the last of 28.
  expect(toGoals(targets, found, '2026-02-28')).toEqual([
    { kind: 'booksOfYear', done: 10, target: 12, ahead: 8 },
    { kind: 'pagesOfYear', done: 900, target: 3_650, ahead: 310 },
    { kind: 'booksOfMonth', done: 1, target: 2, ahead: -1 },
    { kind: 'pagesOfMonth', done: 0, target: 280, ahead: -280 },
  ]);
  expect(toGoals({ pagesOfYear: 100 }, found, '2026-12-31')).toMatchObject([{ ahead: 800 }]);
  expect(toGoals({}, found, '2026-02-28')).toEqual([]);
});
