import { expect, test } from 'vitest';
import { fc } from '../../../server/test/harness/property.ts';
import { type Box, clampBox, toSaneBoxes } from './boxes.ts';

test('every box is limited to the page and at least 2 % wide and high', () => {
  const value = fc.double({ min: -200, max: 300, noNaN: true });
  fc.assert(
    fc.property(fc.tuple(value, value, value, value), (box) => {
      const [x, y, width, height] = clampBox(box);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(100.001);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(2);
    }),
  );
});

test('imported boxes that slightly exceed the page are limited to it', () => {
  expect(toSaneBoxes([[-0.5, 10, 101.2, 20.123_456]])).toEqual([[0, 10, 100, 20.12]]);
});

test('imported boxes are refused as a set if one is outside the page, too small or not a number', () => {
  const good: Box = [0, 0, 50, 50];
  for (const bad of [
    [60, 0, 50, 50],
    [0, -10, 50, 50],
    [0, 0, 1.9, 50],
    [0, 0, 50, -50],
    [0, 0, Number.NaN, 50],
    [0, 0, Number.POSITIVE_INFINITY, 50],
  ] as Box[])
    expect(toSaneBoxes([good, bad])).toBeUndefined();
  expect(toSaneBoxes([])).toBeUndefined();
  expect(toSaneBoxes(Array.from({ length: 40 }, () => good))).toHaveLength(40);
  expect(toSaneBoxes(Array.from({ length: 41 }, () => good))).toBeUndefined();
});
