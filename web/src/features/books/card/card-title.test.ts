import { expect, test } from 'vitest';
import { findLeadingNumber } from './card-title.ts';

const book = {
  title: 'Saga',
  number: null,
  volume: null,
  chapter: null,
  seriesName: 'Saga',
  path: '/books/Saga/one.cbz',
  fileFormat: 'cbz' as const,
};

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
  [
    { title: 'Moby-Dick', number: 1, fileFormat: 'epub' as const, path: '/Melville/Moby-Dick.epub' },
    undefined,
  ],
  [
    { title: 'Moby-Dick', number: 1, fileFormat: 'pdf' as const, path: '2 Authors/Moby-Dick (1851).pdf' },
    undefined,
  ],
  [{ title: 'The Storm', number: 1, fileFormat: 'epub' as const, path: '/Tales/Tales 01.epub' }, 1],
  [{ title: 'The Storm', number: 2, fileFormat: 'epub' as const, path: '/Tales/Storm.epub' }, 2],
  [{ title: 'The Storm', number: 1 }, 1],
])('the number before the title of %j is %j', (of, number) => {
  expect(findLeadingNumber({ ...book, ...of })).toBe(number);
});
