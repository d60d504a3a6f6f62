import { expect, test, vi } from 'vitest';
import { isBritish, toBritishText } from './british.ts';
import en from './en.json';

test.each([
  ['Color', 'Colour'],
  ['Color temperature', 'Colour temperature'],
  ['Highlight in {color}', 'Highlight in {color}'],
  [
    '{count, plural, one {# book was analyzed} other {# books}}',
    '{count, plural, one {# book was analysed} other {# books}}',
  ],
  ['Grayscale, colorist', 'Greyscale, colourist'],
])('%s is written %s', (american, british) => {
  expect(toBritishText(american)).toBe(british);
});

test('applies to British locales only', () => {
  expect(['en-GB', 'en-AU', 'en-IE'].every(isBritish)).toBe(true);
  expect(['en', 'en-US', 'de-GB'].some(isBritish)).toBe(false);
});

test('knows the American spellings of all messages', () => {
  const american =
    /\b\w*(?:[bl]or(?:s|ed|ite|ful)?|[ly]z(?:e|ed|es|ing)|[^s]iz(?:e|ed|es|ing|ation)|gray\w*|center\w*|meter|catalogs?|canceled|traveled|fulfill)\b/gi;
  const equal = new Set(['author', 'tailor', 'resize', 'prize', 'seize', 'for', 'nor', 'or']);
  const missed = Object.values(en).flatMap((text) =>
    [...text.replaceAll(/\{\w+[,}]/g, '').matchAll(american)]
      .map(([word]) => word)
      .filter((word) => !equal.has(word.toLowerCase()) && toBritishText(word) === word),
  );
  expect([...new Set(missed)]).toEqual([]);
});

test.each([
  ['en-GB', 'Colour'],
  ['en-US', 'Color'],
])('a browser with %s shows %s', async (locale, word) => {
  vi.stubGlobal('navigator', { languages: [locale, 'en'] });
  vi.stubGlobal('fetch', async () => Response.json(en));
  vi.resetModules();
  const { loadMessages } = await import('./messages.ts');
  expect((await loadMessages('en'))['notes.color']).toBe(word);
  vi.unstubAllGlobals();
});
