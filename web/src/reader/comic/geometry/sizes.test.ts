import { expect, test } from 'vitest';
import { clampZoom, toFetchedWidth, toSavedWidth, toSizes } from './sizes.ts';

const box = { width: 900, height: 600 };
const page = { width: 400, height: 600 };

test('fits a page to the screen, its width, its height, or shows its original size', () => {
  const show = (fit: 'screen' | 'width' | 'height' | 'original', zoom = 1) =>
    toSizes([page], box, { fit, zoom })[0];
  expect(show('screen')).toEqual({ width: 400, height: 600 });
  expect(show('width')).toEqual({ width: 900, height: 1350 });
  expect(show('height')).toEqual({ width: 400, height: 600 });
  expect(show('original', 2)).toEqual({ width: 800, height: 1200 });
});

test('gives two pages the same height and fits both together', () => {
  const small = { width: 200, height: 300 };
  expect(toSizes([page, small], box, { fit: 'screen', zoom: 1 })).toEqual([
    { width: 400, height: 600 },
    { width: 400, height: 600 },
  ]);
  const shown = toSizes([page, page], { width: 600, height: 600 }, { fit: 'screen', zoom: 1 });
  expect(shown.map(({ width }) => width)).toEqual([300, 300]);
});

test('requests smaller pages only if that saves much', () => {
  expect(toFetchedWidth(3_000, 780)).toBe(800);
  expect(toFetchedWidth(900, 780)).toBeUndefined();
  expect(toFetchedWidth(null, 780)).toBeUndefined();
  expect(toFetchedWidth(9_000, 3_000)).toBeUndefined();
});

test('the data saver requests only the size needed for reading, and slightly more when zoomed', () => {
  expect([300, 585, 2_000, Number.POSITIVE_INFINITY].map((shown) => toSavedWidth(3_000, shown))).toEqual([
    320, 640, 1_080, 1_440,
  ]);
  expect(toSavedWidth(600, 620)).toBeUndefined();
  expect(toSavedWidth(null, 620)).toBe(640);
});

test('snaps zoom to 1 and limits it', () => {
  expect([0.5, 1.01, 2, 99].map(clampZoom)).toEqual([1, 1, 2, 6]);
});
