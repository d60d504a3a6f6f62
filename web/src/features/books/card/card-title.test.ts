import { expect, test } from 'vitest';
import { findLeadingNumber } from './card-title.ts';

const book = { title: 'Saga', number: null, volume: null, chapter: null, seriesName: 'Saga' };

test.each([
  [{ title: 'The Storm', number: 4 }, 4],
  [{ title: 'Saga 004', number: 4 }, undefined],
  [{ title: 'Saga 10.5', chapter: 10.5 }, undefined],
  [{ title: 'A title that is so long that it ends beyond the card 4', number: 4 }, 4],
  [{ title: 'Saga 14', number: 4 }, 4],
  [{ title: 'Lone', seriesName: 'Lone', number: 1 }, undefined],
  [{ title: 'The Storm', volume: 2, chapter: 7 }, 7],
  [{ title: 'The Storm', volume: 2 }, 2],
  [{ title: 'The Storm' }, undefined],
])('the number before the title of %j is %j', (of, number) => {
  expect(findLeadingNumber({ ...book, ...of })).toBe(number);
});
