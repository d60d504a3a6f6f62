import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noCut, toHalfCut } from '../geometry/cuts.ts';
import { findTouched, toAreas } from './areas.ts';

const whole = [0, 0, 100, 100];

test('converts panels to the part of the page that cropping leaves', () => {
  const cut = { left: 0.1, top: 0, right: 0.1, bottom: 0.2 };
  expect(toAreas([[10, 0, 40, 40], whole], cut)).toEqual([
    { x: 0, y: 0, width: 0.5, height: 0.5 },
    { x: 0, y: 0, width: 1, height: 1 },
  ]);
});

test('assigns panels to the halves of a split page', () => {
  const boxes = [
    [0, 0, 45, 50],
    [45, 0, 55, 50],
    [0, 50, 100, 50],
  ];
  const halves = [toHalfCut('first', false), toHalfCut('second', false)];
  expect(halves.map((cut) => toAreas(boxes, cut).length)).toEqual([2, 2]);
  expect(toAreas(boxes, toHalfCut('first', true))[0]).toEqual({ x: 0, y: 0, width: 1, height: 0.5 });
});

test('keeps areas inside the page, and each panel in at least one half', () => {
  const share = fc.double({ min: 0, max: 0.2, noNaN: true });
  const cuts = fc.record({ left: share, top: share, right: share, bottom: share });
  const side = fc.double({ min: 2, max: 100, noNaN: true });
  const box = fc
    .tuple(
      fc.double({ min: 0, max: 98, noNaN: true }),
      fc.double({ min: 0, max: 98, noNaN: true }),
      side,
      side,
    )
    .map(([x, y, width, height]) => [x, y, Math.min(width, 100 - x), Math.min(height, 100 - y)]);
  fc.assert(
    fc.property(fc.array(box, { maxLength: 20 }), cuts, (boxes, cut) => {
      for (const { x, y, width, height } of toAreas(boxes, cut)) {
        expect(Math.min(x, y, width, height)).toBeGreaterThanOrEqual(0);
        expect(Math.max(x + width, y + height)).toBeLessThanOrEqual(1 + 1e-9);
      }
      expect(toAreas(boxes, noCut)).toHaveLength(boxes.length);
      for (const one of boxes)
        expect(
          (['first', 'second'] as const).flatMap((half) => toAreas([one], toHalfCut(half, false))),
        ).not.toHaveLength(0);
    }),
  );
});

test('finds the touched panel, or the nearest one', () => {
  const areas = toAreas(
    [
      [0, 0, 45, 100],
      [55, 0, 45, 100],
    ],
    noCut,
  );
  const touch = (x: number) => findTouched(areas, { x, y: 0.5 });
  expect([touch(0.2), touch(0.9), touch(0.47), touch(0.53)]).toEqual([0, 1, 0, 1]);
  expect(findTouched([], { x: 0.5, y: 0.5 })).toBeUndefined();
});
