import { bookFieldNames, seriesFieldNames } from '@lectern/contract/libraries/metadata-fields';
import { describe, expect, test } from 'vitest';
import { type Draft, readDraft, toDraft } from './draft.ts';
import { type FieldKind, toGroups } from './fields.ts';

test('every field is in exactly one group of the editor', () => {
  for (const [noun, names] of [
    ['books', bookFieldNames],
    ['series', seriesFieldNames],
  ] as const) {
    const edited = toGroups(noun).flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(edited.toSorted()).toEqual([...names].toSorted());
  }
});

describe('drafts of fields', () => {
  test.each<[FieldKind, Draft, unknown]>([
    ['line', ' Saga ', 'Saga'],
    ['line', '  ', null],
    ['number', '1.5', 1.5],
    ['number', '1,5', 1.5],
    ['whole', '-3', -3],
    ['flag', 'false', false],
    ['flag', '', null],
    ['date', '2020-05', '2020-05'],
    ['words', ['a', 'b'], ['a', 'b']],
    ['json', '{"a": [1]}', { a: [1] }],
    [
      'people',
      [{ name: 'A', role: 'writer', sortName: '' }],
      [{ name: 'A', role: 'writer', sortName: null }],
    ],
    ['people', [{ name: ' ', role: 'author', sortName: '' }], []],
    [
      'ratings',
      [{ source: 'A', score: '81,5', voteCount: '' }],
      [{ source: 'A', score: 81.5, voteCount: null }],
    ],
    ['titles', [{ title: 'T', label: '' }], [{ title: 'T' }]],
  ])('%s: %j means %j', (kind, draft, value) => expect(readDraft({ kind }, draft)).toEqual({ value }));

  test.each<[FieldKind, Draft, string]>([
    ['number', 'many', 'faultNumber'],
    ['whole', '1.5', 'faultWhole'],
    ['date', 'May 2020', 'faultDate'],
    ['json', '{', 'faultJson'],
    ['ratings', [{ source: 'A', score: 'good', voteCount: '' }], 'faultNumber'],
    ['links', [{ sourceName: 'A', url: 'javascript:alert(1)' }], 'faultLink'],
    ['links', [{ sourceName: '', url: 'https://a.example' }], 'faultRequired'],
  ])('%s: %j is no value', (kind, draft, fault) => expect(readDraft({ kind }, draft)).toEqual({ fault }));

  test('does not clear a required field', () =>
    expect(readDraft({ kind: 'line', isNeeded: true }, '')).toEqual({ fault: 'faultRequired' }));

  test('reads a draft from its value', () => {
    for (const [kind, value] of [
      ['number', 1.5],
      ['words', ['a']],
      ['json', { a: 1 }],
      ['ids', [{ source: 'x', externalId: '1', externalUrl: null }]],
      ['flag', true],
      ['line', null],
    ] as const)
      expect(readDraft({ kind }, toDraft({ kind }, value))).toEqual({ value });
  });
});
