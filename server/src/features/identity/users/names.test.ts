import { expect, test } from 'vitest';
import { fc } from '../../../../test/harness/property.ts';
import { checkNames, foldEmail, foldUsername } from './names.ts';

test.each([
  ['case', 'Anna', 'aNNA'],
  ['full-width letters', 'Ａｎｎａ', 'anna'],
  ['a sharp s', 'Straße', 'STRASSE'],
  ['a capital sharp s', 'STRAẞE', 'strasse'],
  ['a ligature', 'ﬁona', 'Fiona'],
  ['composed and decomposed accents', 'Zoe\u0308', 'Zo\u00eb'],
  ['invisible characters', 'an\u200bna\ufeff', 'anna'],
  ['spaces at the ends and in a row', ' anna  b ', 'anna b'],
  ['Greek with its final sigma', 'ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
  ['the Kelvin sign', '\u212aim', 'kim'],
])('%s do not distinguish names', (_, one, other) => {
  expect(foldUsername(one)).toBe(foldUsername(other));
});

test('accents distinguish names', () => {
  expect(foldUsername('Zoë')).not.toBe(foldUsername('Zoe'));
});

test('folding a folded name changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 64 }), (name) => {
      expect(foldUsername(foldUsername(name))).toBe(foldUsername(name));
    }),
  );
});

test('e-mail addresses are only compared without case', () => {
  expect(foldEmail(' Anna@Example.ORG')).toBe('anna@example.org');
});

test('rejects an invisible name', () => {
  expect(() => checkNames('\u200b\u2060', 'a@b')).toThrow('visible');
});

test("a name may be the account's own e-mail address, but no other", () => {
  expect(() => checkNames('Anna@Example.org', 'anna@example.org')).not.toThrow();
  expect(() => checkNames('bob@example.org', 'anna@example.org')).toThrow(
    'only if it is that of the account',
  );
  expect(() => checkNames('bob＠example.org', 'anna@example.org')).toThrow(
    'only if it is that of the account',
  );
});
