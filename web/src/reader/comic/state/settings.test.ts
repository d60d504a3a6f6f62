import { expect, test } from 'vitest';
import { readScreenSettings, readSeriesSettings, toDefaults } from './settings.ts';

test('the reading direction of the book sets the defaults', () => {
  expect(toDefaults('rtl', 1_000)).toMatchObject({ mode: 'paged', direction: 'rtl' });
  expect(toDefaults('ttb', 1_000)).toMatchObject({ mode: 'paged', direction: 'ttb' });
  expect(toDefaults('webtoon', 1_800)).toMatchObject({ mode: 'strip', direction: 'ltr', stripWidth: 50 });
  expect(toDefaults(null, 390)).toMatchObject({ mode: 'paged', direction: 'ltr', stripWidth: 100 });
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
