import { expect, test } from 'vitest';
import { passesRule, type SeriesMarks, type SeriesRule } from '#infrastructure/access/viewer.ts';
import { createRandom } from '../../../../test/conditions/random.ts';
import { narrow } from './narrow.ts';

const open = { libraryIds: null, seriesRule: null };
const all: SeriesRule = { allowTagIds: [], denyTagIds: [], maxAgeRating: null, allowUnrated: true };

test('keeps the restrictions of the only restricted viewer', () => {
  const one = { libraryIds: new Set(['a']), seriesRule: { ...all, maxAgeRating: 12 } };
  expect(narrow(one, open)).toEqual(one);
  expect(narrow(open, one)).toEqual(one);
  expect(narrow(open, open)).toEqual(open);
});

test('shows only series that both viewers see, and all of them unless they allow different tags', () => {
  const random = createRandom(7);
  const pick = <T>(values: readonly T[]): T[] => values.filter(() => random() < 0.4);
  const toRule = (): SeriesRule => ({
    allowTagIds: random() < 0.5 ? pick(['x', 'y', 'z']) : [],
    denyTagIds: random() < 0.3 ? pick(['x', 'y', 'z']) : [],
    maxAgeRating: random() < 0.5 ? Math.floor(random() * 18) : null,
    allowUnrated: random() < 0.5,
  });
  const toMarks = (): SeriesMarks => ({
    ageRating: random() < 0.3 ? null : Math.floor(random() * 20),
    sharingTagIds: pick(['x', 'y', 'z']),
  });
  for (let round = 0; round < 2_000; round++) {
    const one = toRule();
    const other = toRule();
    const both = narrow({ libraryIds: null, seriesRule: one }, { libraryIds: null, seriesRule: other });
    const marks = toMarks();
    const isShown = both.libraryIds?.size !== 0 && passesRule(both.seriesRule ?? all, marks);
    const isSeen = passesRule(one, marks) && passesRule(other, marks);
    if (isShown) expect({ one, other, marks, isSeen }).toMatchObject({ isSeen: true });
    if (one.allowTagIds.length === 0 || other.allowTagIds.length === 0) expect(isShown).toBe(isSeen);
  }
});

test('shows only common libraries', () => {
  const found = narrow(
    { libraryIds: new Set(['a', 'b']), seriesRule: null },
    { libraryIds: new Set(['b', 'c']), seriesRule: null },
  );
  expect(found).toEqual({ libraryIds: new Set(['b']), seriesRule: null });
});
