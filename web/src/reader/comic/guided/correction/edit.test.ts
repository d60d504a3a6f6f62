import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveBox, pick, reorder, resizeBox, sortBoxes, swapBox, toBox, toOpposite } from './edit.ts';

test('draws a box from any corner', () => {
  expect(toBox({ x: 60, y: 80 }, { x: 10, y: 20 })).toEqual([10, 20, 50, 60]);
  const box = [10, 20, 30, 40];
  expect((['nw', 'ne', 'sw', 'se'] as const).map((corner) => toOpposite(box, corner))).toEqual([
    { x: 40, y: 60 },
    { x: 10, y: 60 },
    { x: 40, y: 20 },
    { x: 10, y: 20 },
  ]);
});

test('keeps boxes inside the page, and at least 2 % wide and high', () => {
  const value = fc.double({ min: -150, max: 250, noNaN: true });
  const spot = fc.record({ x: value, y: value });
  fc.assert(
    fc.property(spot, spot, spot, (one, other, by) => {
      const drawn = toBox(one, other);
      for (const [x = -1, y = -1, width = 0, height = 0] of [
        drawn,
        moveBox(drawn, by),
        resizeBox(drawn, by),
      ]) {
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(2);
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(100.01);
      }
    }),
  );
});

test('orders the panels by taps, and takes back the last tap', () => {
  const boxes = [[1], [2], [3]];
  expect(reorder(boxes, [2, 0])).toEqual([[3], [1], [2]]);
  expect([pick([2], 0), pick([2, 0], 0), pick([2, 0], 2)]).toEqual([[2, 0], [2], [2, 0]]);
});

test('orders the panels by the direction of the book, and by the halves of a spread', () => {
  const top = [0, 0, 100, 40];
  const left = [0, 45, 48, 50];
  const right = [52, 45, 48, 50];
  expect(sortBoxes([right, left, top], 'ltr', 0.7)).toEqual([top, left, right]);
  expect(sortBoxes([right, left, top], 'rtl', 0.7)).toEqual([top, right, left]);
  const above = [0, 0, 48, 40];
  expect(sortBoxes([[52, 0, 48, 40], right, left, above], 'ltr', 1.5).slice(0, 2)).toEqual([above, left]);
});

test('exchanges a panel with the previous or next one', () => {
  const boxes = [[1], [2], [3]];
  expect(swapBox(boxes, 1, -1)).toEqual([[2], [1], [3]]);
  expect(swapBox(boxes, 1, 1)).toEqual([[1], [3], [2]]);
  expect([swapBox(boxes, 0, -1), swapBox(boxes, 2, 1)]).toEqual([undefined, undefined]);
});
