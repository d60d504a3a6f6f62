import { describe, expect, test } from 'vitest';
import { type Spread, toSpreadPages, turnFrom } from './spreads.ts';

describe('pages side by side', () => {
  test.each<[Spread, number, number, number]>([
    ['one', 1, 2, 1],
    ['one', 5, 6, 4],
    ['cover', 1, 2, 1],
    ['cover', 2, 4, 1],
    ['cover', 3, 4, 1],
    ['cover', 4, 6, 2],
    ['two', 1, 3, 1],
    ['two', 2, 3, 1],
    ['two', 4, 5, 1],
    ['two', 5, 7, 3],
  ])('%s: from page %i forward to %i and back to %i', (spread, page, next, previous) => {
    expect(turnFrom(page, 'next', spread)).toBe(next);
    expect(turnFrom(page, 'previous', spread)).toBe(previous);
  });

  test.each<[Spread, number, number[]]>([
    ['one', 4, [4]],
    ['cover', 1, [1]],
    ['cover', 3, [2, 3]],
    ['cover', 6, [6]],
    ['two', 2, [1, 2]],
    ['two', 6, [5, 6]],
  ])('%s: page %i of 6 is shown with %j', (spread, page, pages) => {
    expect(toSpreadPages(page, spread, 6)).toEqual(pages);
  });
});
