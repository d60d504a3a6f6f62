import { expect, test } from 'vitest';
import { splitTitle } from './card-title.ts';

const book = {
  title: 'Saga',
  number: null,
  numberText: null,
  volume: null,
  volumeText: null,
  chapter: null,
  seriesName: 'Saga',
  path: '/books/Saga/one.cbz',
  fileFormat: 'cbz' as const,
};
const long = 'The Very Long Adventures of a Small Hero';
const inVolume = { volume: 2, volumeText: '2' };
const first = { number: 1, numberText: '1' };

test.each([
  [
    { title: 'The Storm', number: 4, numberText: '4' },
    { number: '4', title: 'The Storm' },
  ],
  [{ title: 'Saga 004', number: 4, numberText: '4' }, { title: 'Saga 004' }],
  [{ title: 'Saga 10.5', chapter: 10.5 }, { title: 'Saga 10.5' }],
  [
    { title: 'Saga ½', number: 0, numberText: '½' },
    { number: '½', title: 'Saga ½' },
  ],
  [
    { title: 'A title that is so long that it ends beyond the card 4', number: 4, numberText: '4' },
    { number: '4', title: 'A title that is so long that it ends beyond the card 4' },
  ],
  [{ title: 'Lone', seriesName: 'Lone', ...first }, { title: 'Lone' }],
  [
    { title: 'The Storm', ...inVolume, chapter: 7 },
    { volume: '2', chapter: 7, title: 'The Storm' },
  ],
  [
    { title: 'Saga v02 c007', ...inVolume, chapter: 7 },
    { volume: '2', chapter: 7, title: '' },
  ],
  [
    { title: 'Saga v02 c002', ...inVolume, chapter: 2 },
    { volume: '2', chapter: 2, title: '' },
  ],
  [
    { title: 'The Storm', ...inVolume, chapter: 2 },
    { number: '2', title: 'The Storm' },
  ],
  [
    { title: 'The Storm', ...inVolume },
    { volume: '2', title: 'The Storm' },
  ],
  [
    { title: 'The Storm', volume: 4, volumeText: '4.5' },
    { volume: '4.5', title: 'The Storm' },
  ],
  [
    { title: 'The Storm', volume: 1, volumeText: '1', ...first },
    { number: '1', title: 'The Storm' },
  ],
  [
    { title: 'The Storm', volume: 1, volumeText: '1', ...first, path: '/books/Saga/Saga v01.cbz' },
    { volume: '1', title: 'The Storm' },
  ],
  [
    { title: 'The Storm', volume: 2012, volumeText: '2012', number: 4, numberText: '4' },
    { number: '4', title: 'The Storm' },
  ],
  [
    { title: 'The Storm', chapter: 7 },
    { chapter: 7, title: 'The Storm' },
  ],
  [
    { title: `${long} 012`, seriesName: long, number: 12, numberText: '12' },
    { number: '12', title: '' },
  ],
  [
    { title: `${long} Annual 001`, seriesName: long, ...first },
    { number: '1', title: `${long} Annual 001` },
  ],
  [{ title: 'The Storm' }, { title: 'The Storm' }],
  [
    { title: 'Moby-Dick', ...first, fileFormat: 'epub' as const, path: '/Melville/Moby-Dick.epub' },
    { title: 'Moby-Dick' },
  ],
  [
    { title: 'Moby-Dick', ...first, fileFormat: 'pdf' as const, path: '2 Authors/Moby-Dick (1851).pdf' },
    { title: 'Moby-Dick' },
  ],
  [
    { title: 'The Storm', ...first, fileFormat: 'epub' as const, path: '/Tales/Tales 01.epub' },
    { number: '1', title: 'The Storm' },
  ],
  [
    { title: 'The Storm', ...first },
    { number: '1', title: 'The Storm' },
  ],
])('the title of %j is %j', (of, expected) => {
  expect(splitTitle({ ...book, ...of })).toEqual(expected);
});

test.each([
  [
    { title: 'Saga, Part 1: The Storm of the Century', ...first },
    { number: '1', title: 'The Storm of the Century' },
  ],
  [
    { title: 'Saga v02 - The Storm', ...inVolume, number: 2, numberText: '2' },
    { volume: '2', title: 'The Storm' },
  ],
  [
    { title: 'Saga v02', ...inVolume },
    { volume: '2', title: '' },
  ],
  [
    { title: 'Saga 004', number: 4, numberText: '4' },
    { number: '4', title: '' },
  ],
  [
    { title: 'Saga Annual 001', ...first },
    { number: '1', title: 'Annual 001' },
  ],
  [
    { title: 'Sagas of Iceland', ...first },
    { number: '1', title: 'Sagas of Iceland' },
  ],
  [{ title: 'The Storm 4', number: 4, numberText: '4' }, { title: 'The Storm 4' }],
  [{ title: 'Saga', ...first }, { title: 'Saga' }],
])('the title of %j in its series is %j', (of, expected) => {
  expect(splitTitle({ ...book, ...of }, { isAtHome: true })).toEqual(expected);
});
