import { expect, test } from 'vitest';
import { toLevels, toWeeks } from './heat.ts';

const toDays = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    start: new Date(Date.parse(`${first}T00:00:00Z`) + i * 86_400_000).toISOString().slice(0, 10),
  }));

test('weeks start on Monday, with empty days before the first one', () => {
  // A Thursday.
  const weeks = toWeeks(toDays('2026-01-01', 12));
  expect(weeks.map((week) => week.map((day) => day?.start.slice(8)))).toEqual([
    [undefined, undefined, undefined, '01', '02', '03', '04'],
    ['05', '06', '07', '08', '09', '10', '11'],
    ['12'],
  ]);
  expect(toWeeks([])).toEqual([]);
  expect(toWeeks(toDays('2026-01-05', 7))).toHaveLength(1);
});

test('levels divide the reading days into quarters', () => {
  const level = toLevels([0, 0, 60, 120, 180, 240, 9_000].map((seconds) => ({ seconds })));
  expect([0, 60, 120, 180, 240, 9_000].map(level)).toEqual([0, 1, 1, 2, 3, 4]);
  expect(toLevels([{ seconds: 60 }])(60)).toBe(1);
  expect(toLevels([])(0)).toBe(0);
});
