import { expect, test } from 'vitest';
import { groupByTitle, toTitleKey } from './titles.ts';

test.each([
  ['The Sandman (1989) [Digital]', 'sandman'],
  ['Sandman, The', 'sandman'],
  ['SÁNDMAN!', 'sandman'],
  ['Tom & Jerry', 'tomandjerry'],
  ['Spider-Man', 'spiderman'],
  ['!!!', '!!!'],
])('the key of %s is %s', (title, key) => {
  expect(toTitleKey(title)).toBe(key);
});

test('numbers in titles are significant', () => {
  expect(toTitleKey('Area 51')).not.toBe(toTitleKey('Area 52'));
});

const group = async (...titles: [title: string, year?: number][]) =>
  (
    await groupByTitle(titles.map(([title, year = null], i) => ({ id: String(i), title, year }) as never))
  ).map(({ ids }) => ids.join());

test('separates runs of different years unless one of the years is unknown', async () => {
  expect(await group(['Saga (2012)'], ['Saga (2020)'])).toEqual([]);
  expect(await group(['Saga (2012)'], ['SAGA'], ['Saga (2020)'])).toEqual(['0,1,2']);
  expect(await group(['Saga (2012)'], ['saga', 2012], ['Saga (2020)'])).toEqual(['0,1']);
  expect(await group(['One'], ['Two'])).toEqual([]);
});
