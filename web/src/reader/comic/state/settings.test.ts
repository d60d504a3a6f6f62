import { expect, test } from 'vitest';
import { readScreenSettings, readSeriesSettings, toDefaults } from './settings.ts';

test('derives the defaults from the reading direction of the book', () => {
  expect(toDefaults({ readingDirection: 'rtl', screenWidth: 1_000 })).toMatchObject({
    mode: 'paged',
    direction: 'rtl',
  });
  expect(toDefaults({ readingDirection: 'ttb', screenWidth: 1_000 })).toMatchObject({
    mode: 'paged',
    direction: 'ttb',
  });
  expect(toDefaults({ readingDirection: 'webtoon', screenWidth: 1_800 })).toMatchObject({
    mode: 'strip',
    direction: 'ltr',
    stripWidth: 50,
  });
  expect(toDefaults({ readingDirection: null, screenWidth: 390 })).toMatchObject({
    mode: 'paged',
    direction: 'ltr',
    stripWidth: 100,
  });
});

test('shows a book of strip-like pages as a strip, unless it is read from right to left', () => {
  const tall = { screenWidth: 1_000, isTall: true };
  expect(toDefaults({ ...tall, readingDirection: null }).mode).toBe('strip');
  expect(toDefaults({ ...tall, readingDirection: 'ltr' }).mode).toBe('strip');
  expect(toDefaults({ ...tall, readingDirection: 'rtl' }).mode).toBe('paged');
});

test('reads the double-page setting of an earlier version', () => {
  expect(readScreenSettings({ isDouble: true })).toEqual({ layout: 'double' });
  expect(readScreenSettings({ isDouble: false })).toEqual({});
  expect(readScreenSettings({ isDouble: true, layout: 'auto' })).toEqual({ layout: 'auto' });
});

test('ignores invalid stored settings', () => {
  expect(
    readSeriesSettings({ direction: 'rtl', mode: 'sideways', gap: 9, __proto__: { isShifted: true } }),
  ).toEqual({
    direction: 'rtl',
    gap: 9,
  });
  expect(readScreenSettings({ fit: 'width', brightness: 9_999, toString: true })).toEqual({ fit: 'width' });
  expect(readScreenSettings(null)).toEqual({});
});
