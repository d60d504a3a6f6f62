import { expect, test } from 'vitest';
import { toPagePaths, toPanelPaths, toResourceUrls } from './book-urls.ts';

const manifestUrl = 'https://books.example/shelf/api/v1/books/1/manifest';
const inside = 'https://books.example/shelf/api/v1/books/1/resources/';

test('lists the files of a publication without duplicates', () => {
  const manifest = {
    readingOrder: [{ href: 'resources/one.xhtml' }, { href: `${inside}two.xhtml#end` }],
    resources: [{ href: 'resources/style.css' }, { href: 'resources/one.xhtml' }],
  };
  expect(toResourceUrls(manifest, manifestUrl)).toEqual([
    `${inside}one.xhtml`,
    `${inside}two.xhtml`,
    `${inside}style.css`,
  ]);
});

test.each([
  ['another server', 'https://evil.example/a.js'],
  ['another book', '../2/resources/a.xhtml'],
  ['the account', '/shelf/api/v1/auth/me'],
  ['no address', 'http://['],
  ['code', 'javascript:alert(1)'],
  ['a way out', 'resources/../../../users'],
])('ignores addresses of %s', (_, href) =>
  expect(toResourceUrls({ readingOrder: [{ href }] }, manifestUrl)).toEqual([]),
);

test.each([[null], ['text'], [{ readingOrder: 'all' }], [{ resources: [null, 1, {}] }]])(
  'ignores the invalid manifest %j',
  (manifest) => expect(toResourceUrls(manifest, manifestUrl)).toEqual([]),
);

test('stores pages in formats without browser support as WebP', () => {
  const pages = [
    { pageNumber: 1, mediaType: 'image/jpeg' },
    { pageNumber: 2, mediaType: 'image/jxl' },
  ];
  expect(toPagePaths('b', pages)).toEqual(['api/v1/books/b/pages/1', 'api/v1/books/b/pages/2?format=webp']);
});

test('stores the panels of each page', () =>
  expect(toPanelPaths('b', [{ pageNumber: 1 }, { pageNumber: 2 }])).toEqual([
    'api/v1/books/b/pages/1/panels',
    'api/v1/books/b/pages/2/panels',
  ]));
