import { expect, test } from 'vitest';
import { isMostlyWhole, type PageSources } from './use-few-panels.ts';

const pages = (...sources: (PageSources extends ReadonlyMap<number, infer Source> ? Source : never)[]) =>
  new Map(sources.map((source, index) => [index + 1, source]));

test('most pages are whole if panels were found on less than half of at least five inner pages', () => {
  const few = pages('none', 'none', 'none', 'detected', 'detected', 'none');
  expect(isMostlyWhole(few, 20)).toBe(true);
  expect(isMostlyWhole(few, 6)).toBe(false);
  expect(isMostlyWhole(pages('none', 'none', 'detected', 'detected', 'detected', 'none'), 20)).toBe(false);
});

test('pages that a user corrected do not count', () =>
  expect(isMostlyWhole(pages('none', 'none', 'none', 'none', 'user', 'none'), 20)).toBe(false));
