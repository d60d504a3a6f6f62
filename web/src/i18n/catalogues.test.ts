import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';

type Catalogue = Record<string, string>;

const modules = import.meta.glob<Record<string, Catalogue>>('../**/words/{en,de,ja}.ts', { eager: true });
const files = Object.keys(modules).filter((file) => file.endsWith('/en.ts'));

const find = (file: string, language: string): Catalogue | undefined =>
  modules[file.replace(/en[.]ts$/, `${language}.ts`)]?.[language];

/** The plural forms of a language that whole numbers can take; "other" is always demanded. */
const forms: Record<string, string[]> = { en: ['one', 'other'], de: ['one', 'other'], ja: ['other'] };

interface Seen {
  names: Set<string>;
  plurals: string[][];
}

function look(elements: readonly MessageFormatElement[], seen: Seen): Seen {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) continue;
    seen.names.add(element.value);
    if (element.type !== TYPE.plural && element.type !== TYPE.select) continue;
    if (element.type === TYPE.plural) seen.plurals.push(Object.keys(element.options));
    for (const { value } of Object.values(element.options)) look(value, seen);
  }
  return seen;
}

const seenIn = (message: string) =>
  look(parse(message, { ignoreTag: true }), { names: new Set(), plurals: [] });

test('there are catalogues', () => expect(files.length).toBeGreaterThan(1));

describe.each(files)('%s', (file: string) => {
  test.each(['de', 'ja'])(
    'says in %s all that it says in English, with the same places to fill',
    (language) => {
      const english = find(file, 'en') ?? {};
      const other = find(file, language) ?? {};
      expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
      for (const [key, message] of Object.entries(english)) {
        expect([key, other[key]?.trim()]).not.toEqual([key, '']);
        expect([key, seenIn(other[key] ?? '').names]).toEqual([key, seenIn(message).names]);
      }
    },
  );

  test('has every plural form that a language needs', () => {
    for (const [language, needed] of Object.entries(forms))
      for (const [key, message] of Object.entries(find(file, language) ?? {}))
        for (const options of seenIn(message).plurals)
          expect([language, key, options]).toEqual([language, key, expect.arrayContaining(needed)]);
  });
});
