import { expect, test } from 'vitest';
import { newDraft, toChange } from './draft.ts';

test('sends only the settings of the chosen strategy', () => {
  const seriesConfig = { pattern: '(?<series>.*)', skipLevels: 2 };
  const configOf = (seriesStrategy: (typeof newDraft)['seriesStrategy']) =>
    toChange({ ...newDraft, seriesStrategy, seriesConfig }).seriesConfig;
  expect(configOf('custom')).toEqual({ pattern: '(?<series>.*)' });
  expect(configOf('publisher_hierarchy')).toEqual({ skipLevels: 2 });
  expect(configOf('series_volume')).toBeNull();
  expect(configOf('calibre')).toBeNull();
});

test('reads one pattern per line, without surrounding white space', () => {
  expect(toChange({ ...newDraft, excluded: ' *.tmp \n\nDrafts/**\n' }).excludedPatterns).toEqual([
    '*.tmp',
    'Drafts/**',
  ]);
});
