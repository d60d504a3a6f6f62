import { expect, test } from 'vitest';
import { readScreenSettings, readSeriesSettings, toDefaults } from './settings.ts';

test('the reading direction of the book sets the defaults', () => {
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

test('pages that look like a strip are one, unless the book is read from right to left', () => {
  const tall = { screenWidth: 1_000, isTall: true };
  expect(toDefaults({ ...tall, readingDirection: null }).mode).toBe('strip');
  expect(toDefaults({ ...tall, readingDirection: 'ltr' }).mode).toBe('strip');
  expect(toDefaults({ ...tall, readingDirection: 'rtl' }).mode).toBe('paged');
});

test('two pages that an earlier version stored are two pages', () => {
  expect(readScreenSettings({ isDouble: true })).toEqual({ layout: 'double' });
  expect(readScreenSettings({ isDouble: false })).toEqual({});
  expect(readScreenSettings({ isDouble: true, layout: 'auto' })).toEqual({ layout: 'auto' });
});

test('invalid stored settings are ignored', () => {
  expect(
    readSeriesSettings({ direction: 'rtl', mode: 'sideways', gap: 9, __proto__: { isShifted: true } }),
  ).toEqual({
    direction: 'rtl',
    gap: 9,
  });
  expect(readScreenSettings({ fit: 'width', brightness: 9_999, toString: true })).toEqual({ fit: 'width' });
  expect(readScreenSettings(null)).toEqual({});
});
