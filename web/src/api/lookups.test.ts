import { expect, test } from 'vitest';
import { readOwnLookups, toLookupUrl } from './lookups.ts';

test('encodes all special characters of the text in the URL', () => {
  const address = 'https://dictionary.example/{language}/{to}?q={text}';
  expect(toLookupUrl(address, { text: ' R&D?\n#1 “ü” ', language: 'en-GB', to: 'de' })).toBe(
    'https://dictionary.example/en/de?q=R%26D%3F%20%231%20%E2%80%9C%C3%BC%E2%80%9D',
  );
  expect(toLookupUrl(address, { text: '{to}', language: undefined, to: 'ja' })).toBe(
    'https://dictionary.example/auto/ja?q=%7Bto%7D',
  );
});

test('ignores stored values that are not web URLs', () => {
  const good = 'https://dictionary.example/{text}';
  expect(readOwnLookups({ dictionary: good, translation: 'javascript:alert("{text}")' })).toEqual({
    dictionary: good,
  });
  for (const odd of [null, 'x', { dictionary: 7 }, { dictionary: 'https://{text}.example/' }])
    expect(readOwnLookups(odd)).toEqual({});
});
