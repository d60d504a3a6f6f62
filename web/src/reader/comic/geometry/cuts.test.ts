import { expect, test } from 'vitest';
import { findHalf, joinCuts, levelCuts, noCut, toCutSize, toHalfCut, toPlacement } from './cuts.ts';

test('shows the halves of a split page in reading order', () => {
  const spreads = [[1], [2], [2], [3]];
  expect([0, 1, 2, 3, 9].map((at) => findHalf(spreads, at))).toEqual([
    undefined,
    'first',
    'second',
    undefined,
    undefined,
  ]);
  expect(toHalfCut('first', false)).toEqual({ ...noCut, right: 0.5 });
  expect(toHalfCut('second', false)).toEqual({ ...noCut, left: 0.5 });
  expect(toHalfCut('first', true)).toEqual({ ...noCut, left: 0.5 });
  expect(toHalfCut(undefined, true)).toEqual(noCut);
});

test('crops only the outer borders of a half', () => {
  const borders = { left: 0.1, top: 0.05, right: 0.2, bottom: 0 };
  expect(joinCuts(toHalfCut('first', false), borders)).toEqual({
    left: 0.1,
    top: 0.05,
    right: 0.5,
    bottom: 0,
  });
});

test('crops pages side by side to one height', () => {
  const cuts = levelCuts([
    { left: 0.1, top: 0.1, right: 0, bottom: 0.02 },
    { left: 0, top: 0.05, right: 0.1, bottom: 0.08 },
  ]);
  expect(cuts).toEqual([
    { left: 0.1, top: 0.05, right: 0, bottom: 0.02 },
    { left: 0, top: 0.05, right: 0.1, bottom: 0.02 },
  ]);
});

test('the visible part of a page fills its box', () => {
  const cut = { left: 0.25, top: 0, right: 0.25, bottom: 0.2 };
  expect(toCutSize({ width: 400, height: 600 }, cut)).toEqual({ width: 200, height: 480 });
  expect(toPlacement(cut)).toEqual({ left: '-50%', top: '0%', width: '200%', height: '125%' });
  expect(toPlacement(noCut)).toBeUndefined();
});
