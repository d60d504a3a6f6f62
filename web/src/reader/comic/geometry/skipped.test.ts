import { expect, test } from 'vitest';
import { toShownPage, toShownPages } from './skipped.ts';

const pages = [1, 2, 3, 4, 5].map((pageNumber) => ({ pageNumber, skipped: [1, 3, 5].includes(pageNumber) }));
const shown = (isSkipping: boolean, ...asked: number[]) =>
  toShownPages(pages, { isSkipping, asked: new Set(asked) }).map(({ pageNumber }) => pageNumber);

test('credit pages are left out, but for those that somebody asked for', () => {
  expect(shown(true)).toEqual([2, 4]);
  expect(shown(true, 3)).toEqual([2, 3, 4]);
  expect(shown(false)).toEqual([1, 2, 3, 4, 5]);
});

test('a book of nothing else is shown whole, as is one of which nothing is known', () => {
  const credits = pages.filter(({ skipped }) => skipped);
  expect(toShownPages(credits, { isSkipping: true, asked: new Set() })).toBe(credits);
  const unknown = [{ pageNumber: 1 }, { pageNumber: 2 }];
  expect(toShownPages(unknown, { isSkipping: true, asked: new Set() })).toBe(unknown);
});

test('a page that is left out stands for the next one, at the end for the one before', () => {
  const left = toShownPages(pages, { isSkipping: true, asked: new Set() });
  expect([1, 2, 3, 4, 5].map((page) => toShownPage(left, page))).toEqual([2, 2, 4, 4, 4]);
});
