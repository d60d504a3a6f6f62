import { expect, test } from 'vitest';
import { findCatalogueFaults, listPluralForms } from './catalogues.ts';

const en = { 'a.books': '{count, plural, one {# book} other {# books}}', 'a.name': 'Name: {name}' };

test('languages with the same messages have no fault', () =>
  expect(
    findCatalogueFaults({ en, ja: { 'a.books': '{count, plural, other {# 冊}}', 'a.name': '名前：{name}' } }),
  ).toEqual([]));

test('a missing, an empty and an unknown message are faults', () =>
  expect(findCatalogueFaults({ en, de: { 'a.books': ' ', 'a.other': 'Anderes' } })).toEqual([
    'de.json: “a.books” is missing',
    'de.json: “a.name” is missing',
    'de.json: “a.other” is not in en.json',
    'de.json: “a.books” lacks {count}',
  ]));

test('every reason of the server has a message in every language', () =>
  expect(
    findCatalogueFaults({ en: { 'reasons.gone': 'Gone' }, de: { 'reasons.gone': 'Weg' } }, [
      'reasons.gone',
      'reasons.taken',
    ]),
  ).toEqual(['en.json: “reasons.taken” is missing', 'de.json: “reasons.taken” is missing']));

test('a missing plural form and other places to fill are faults', () =>
  expect(
    findCatalogueFaults({ en, de: { 'a.books': '{count, plural, other {# Bücher}}', 'a.name': '{title}' } }),
  ).toEqual([
    'de.json: “a.books” has no plural form “one”',
    'de.json: “a.name” lacks {name}',
    'de.json: “a.name” contains {title}, which English lacks',
  ]));

test('a message with invalid ICU syntax is an error', () =>
  expect(findCatalogueFaults({ en: { 'a.b': '{count, plural, one {x}' } })).toEqual([
    expect.stringMatching(/^en.json: “a.b” has invalid ICU syntax/),
  ]));

test('each language has the forms of its grammar', () => {
  expect(listPluralForms('ja')).toEqual(['other']);
  expect(listPluralForms('en')).toEqual(['other', 'one']);
  expect(listPluralForms('pl').sort()).toEqual(['few', 'many', 'one', 'other']);
});
