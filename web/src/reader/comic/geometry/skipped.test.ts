import { expect, test } from 'vitest';
import { toShownPage, toShownPages } from './skipped.ts';

const pages = [1, 2, 3, 4, 5].map((pageNumber) => ({ pageNumber, skipped: [1, 3, 5].includes(pageNumber) }));
const shown = (isSkipping: boolean, ...asked: number[]) =>
  toShownPages(pages, { isSkipping, asked: new Set(asked) }).map(({ pageNumber }) => pageNumber);

test('skips credit pages except the requested ones', () => {
  expect(shown(true)).toEqual([2, 4]);
  expect(shown(true, 3)).toEqual([2, 3, 4]);
  expect(shown(false)).toEqual([1, 2, 3, 4, 5]);
});

test('shows all pages of a book without other pages, and of a book without page types', () => {
  const credits = pages.filter(({ skipped }) => skipped);
  expect(toShownPages(credits, { isSkipping: true, asked: new Set() })).toBe(credits);
  const unknown = [{ pageNumber: 1 }, { pageNumber: 2 }];
  expect(toShownPages(unknown, { isSkipping: true, asked: new Set() })).toBe(unknown);
});

test('replaces a skipped page by the next one, or by the previous one at the end', () => {
  const left = toShownPages(pages, { isSkipping: true, asked: new Set() });
  expect([1, 2, 3, 4, 5].map((page) => toShownPage(left, page))).toEqual([2, 2, 4, 4, 4]);
});
