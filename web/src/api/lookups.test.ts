import { expect, test } from 'vitest';
import { readOwnLookups, toLookupUrl } from './lookups.ts';

test('words are put into an address as they are, whatever signs they have', () => {
  const address = 'https://dictionary.example/{language}/{to}?q={text}';
  expect(toLookupUrl(address, { text: ' R&D?\n#1 “ü” ', language: 'en-GB', to: 'de' })).toBe(
    'https://dictionary.example/en/de?q=R%26D%3F%20%231%20%E2%80%9C%C3%BC%E2%80%9D',
  );
  expect(toLookupUrl(address, { text: '{to}', language: undefined, to: 'ja' })).toBe(
    'https://dictionary.example/auto/ja?q=%7Bto%7D',
  );
});

test('what is stored and no address of the web is left out', () => {
  const good = 'https://dictionary.example/{text}';
  expect(readOwnLookups({ dictionary: good, translation: 'javascript:alert("{text}")' })).toEqual({
    dictionary: good,
  });
  for (const odd of [null, 'x', { dictionary: 7 }, { dictionary: 'https://{text}.example/' }])
    expect(readOwnLookups(odd)).toEqual({});
});
