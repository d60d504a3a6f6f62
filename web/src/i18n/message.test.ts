import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import type { Language } from './languages.ts';
import { readMessage } from './message.ts';

const catalogues = import.meta.glob<Record<string, string>>('./*.json', { eager: true, import: 'default' });

/** Includes characters with a meaning in messages, and counts with special plural forms. */
const samples = [0, 1, 2, 11, 1234.5];

describe.each(Object.entries(catalogues))('%s', (file, catalogue) => {
  test('formats like a library for ICU messages', () => {
    const language = (/(..)[.]json$/.exec(file)?.[1] ?? 'en') as Language;
    for (const message of Object.values(catalogue)) {
      const other = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      const names = [...message.matchAll(/\{\s*(\w+)\s*([,}])/g)].map(([, name = '', end]) => ({
        name,
        end,
      }));
      for (const sample of samples) {
        const values = Object.fromEntries(
          names.map(({ name, end }) => [name, end === ',' ? sample : `“{${sample}}” # <b>`]),
        );
        expect(readMessage(message, language)(values)).toBe(String(other.format(values)));
      }
    }
  });
});

test.each(['{', '{count, plural, one {a}', 'a } b', '{a b}', '{n, date}'])('refuses %s', (message) =>
  expect(() => readMessage(message, 'en')).toThrow(),
);

test('selects by keyword, and exact numbers before plural forms', () => {
  expect(readMessage('{k, select, a {A} other {B}}', 'en')({ k: 'a' })).toBe('A');
  expect(readMessage('{k, select, a {A} other {B}}', 'en')({ k: 'x' })).toBe('B');
  expect(readMessage('{n, plural, =1 {just one} one {# one} other {# more}}', 'en')({ n: 1 })).toBe(
    'just one',
  );
});
