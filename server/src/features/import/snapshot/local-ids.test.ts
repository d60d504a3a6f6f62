import { expect, test } from 'vitest';
import { withOurIds } from './local-ids.ts';

test('replaces ids in a condition with local ids, by field and at any depth', () => {
  const ids = {
    libraryId: new Map([['a', 'our-library']]),
    seriesId: new Map([['a', 'our-series']]),
    collectionId: new Map([['a', 'our-collection']]),
    readListId: new Map([['a', 'our-list']]),
  };
  const condition = {
    anyOf: [
      { libraryId: { operator: 'is', value: 'a' } },
      { not: { collectionId: { operator: 'isAny', values: ['a', 'gone'] } } },
      { title: { operator: 'is', value: 'a' } },
    ],
  };
  expect(withOurIds(condition, ids)).toEqual({
    anyOf: [
      { libraryId: { operator: 'is', value: 'our-library' } },
      { not: { collectionId: { operator: 'isAny', values: ['our-collection', 'gone'] } } },
      { title: { operator: 'is', value: 'a' } },
    ],
  });
});
