import { pageQuery } from '@lectern/contract/pagination';
import { expect, test } from 'vitest';
import { boundPage, toPage } from './pagination.ts';

const page = (number: number, total: number, url = '/api/v1/books') =>
  toPage([], total, { page: number, pageSize: 10 }, url);

test('the first of several pages has a next page and no previous one', () => {
  expect(page(1, 25)).toEqual({
    data: [],
    page: 1,
    pageSize: 10,
    total: 25,
    totalPages: 3,
    links: {
      self: '/api/v1/books?page=1&pageSize=10',
      first: '/api/v1/books?page=1&pageSize=10',
      next: '/api/v1/books?page=2&pageSize=10',
      last: '/api/v1/books?page=3&pageSize=10',
    },
  });
});

test.each([
  ['in the middle', 2, 25, { prev: 1, next: 3, last: 3 }],
  ['at the end', 3, 25, { prev: 2, last: 3 }],
  ['exactly full', 2, 20, { prev: 1, last: 2 }],
  ['past the end, back to the last', 9, 25, { prev: 3, last: 3 }],
  ['of an empty list', 1, 0, { last: 1 }],
  ['past the end of an empty list', 4, 0, { last: 1 }],
])('links %s', (_, number, total, expected) => {
  const { links } = page(number, total);
  const numbers = Object.entries(links).map(([name, link]) => [name, Number(/page=(\d+)/.exec(link)?.[1])]);
  expect(Object.fromEntries(numbers)).toEqual({ self: number, first: 1, ...expected });
});

test('an empty list has no pages', () => {
  expect(page(1, 0).totalPages).toBe(0);
});

test('links keep all other parameters, including repeated and encoded ones, and the base path', () => {
  const { links } = page(1, 25, '/books/api/v1/books?sort=a,asc&page=1&sort=b&q=%C3%A9%26x&pageSize=10');
  expect(links.next).toBe('/books/api/v1/books?sort=a%2Casc&sort=b&q=%C3%A9%26x&page=2&pageSize=10');
});

test('invalid percent-encoding in another parameter does not break links', () => {
  expect(page(1, 25, '/x?q=%zz%ff').links.self).toMatch(/^\/x\?q=.*&page=1&pageSize=10$/);
});

test.each([
  ['nothing', {}, { page: 1, pageSize: 50 }],
  ['both', { page: '3', pageSize: '20' }, { page: 3, pageSize: 20 }],
  ['more than the maximum', { pageSize: '501' }, { page: 1, pageSize: 500 }],
])('%s is accepted up to the maximum', (_, query, expected) => {
  expect(boundPage(pageQuery.parse(query))).toEqual(expected);
});

test.each(['0', '-1', '1.5', 'x', '', 'NaN', 'Infinity', '1e99'])('rejects page %j', (value) => {
  expect(pageQuery.safeParse({ page: value }).success).toBe(false);
  expect(pageQuery.safeParse({ pageSize: value }).success).toBe(false);
});

test('rejects a repeated page parameter', () => {
  expect(pageQuery.safeParse({ page: ['1', '2'] }).success).toBe(false);
});
