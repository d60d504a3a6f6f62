import { expect, test } from 'vitest';
import { newDraft, toChange } from './draft.ts';

test('a strategy gets only its own settings', () => {
  const seriesConfig = { pattern: '(?<series>.*)', skipLevels: 2 };
  const configOf = (seriesStrategy: (typeof newDraft)['seriesStrategy']) =>
    toChange({ ...newDraft, seriesStrategy, seriesConfig }).seriesConfig;
  expect(configOf('custom')).toEqual({ pattern: '(?<series>.*)' });
  expect(configOf('publisher_hierarchy')).toEqual({ skipLevels: 2 });
  expect(configOf('series_volume')).toBeNull();
  expect(configOf('calibre')).toBeNull();
});

test('patterns are lines without white space at the ends', () => {
  expect(toChange({ ...newDraft, excluded: ' *.tmp \n\nDrafts/**\n' }).excludedPatterns).toEqual([
    '*.tmp',
    'Drafts/**',
  ]);
});
