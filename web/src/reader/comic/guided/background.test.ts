import { expect, test } from 'vitest';
import { toBackground } from './background.ts';

/** 100 x 100 pixels. */
const makePixels = (toColor: (x: number, y: number) => readonly number[]) => ({
  data: Uint8ClampedArray.from({ length: 40_000 }, (_, at) => {
    const pixel = Math.trunc(at / 4);
    return toColor(pixel % 100, Math.trunc(pixel / 100))[at % 4] ?? 255;
  }),
  width: 100,
  height: 100,
});

test('finds the most frequent color of the edges, not of the page', () => {
  const paper = [250, 240, 220];
  const page = makePixels((x, y) => (x > 0 && y > 0 && x < 99 && y < 70 ? [10, 20, 30] : paper));
  expect(toBackground(page)).toBe('rgb(250 240 220)');
  expect(toBackground(makePixels(() => [3, 4, 5]))).toBe('rgb(3 4 5)');
  expect(toBackground(undefined)).toBe('rgb(0 0 0)');
});
