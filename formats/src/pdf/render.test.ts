import { expect, test } from 'vitest';
import { toRenderSize } from './render.ts';

const letter = { widthPt: 612, heightPt: 792 };

test('matches a width exactly, and fills a box in one direction', () => {
  expect(toRenderSize(letter, { width: 1600 })).toEqual({ width: 1600, height: 2071 });
  expect(toRenderSize(letter, { maxWidth: 200, maxHeight: 200 })).toEqual({ width: 155, height: 200 });
  expect(toRenderSize({ widthPt: 792, heightPt: 612 }, { maxWidth: 200, maxHeight: 200 })).toEqual({
    width: 200,
    height: 155,
  });
  expect(toRenderSize({ widthPt: 10, heightPt: 10 }, { maxWidth: 200, maxHeight: 300 })).toEqual({
    width: 200,
    height: 200,
  });
});

test('limits sides to at least one pixel and at most the maximum', () => {
  expect(toRenderSize({ widthPt: 2, heightPt: 14_400 }, { maxWidth: 200, maxHeight: 200 })).toEqual({
    width: 1,
    height: 200,
  });
  for (const page of [letter, { widthPt: 2, heightPt: 14_400 }, { widthPt: 1e6, heightPt: 0.001 }]) {
    const { width, height } = toRenderSize(page, { width: 1_000_000 });
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(1);
    expect(Math.max(width, height)).toBeLessThanOrEqual(16_384);
    expect(width * height).toBeLessThan(32_100_000);
  }
  expect(toRenderSize(letter, { width: 4096 }).width).toBe(4096);
});
