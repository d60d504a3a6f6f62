import { expect, test } from 'vitest';
import { toPath } from './paths.ts';

test.each([
  ['file:/mnt/comics/Page%20Blanche%20(2011)/', '/mnt/comics/Page Blanche (2011)'],
  ['file:/mnt/%E3%83%8F%E3%83%AB/%2301.cbz', '/mnt/ハル/#01.cbz'],
  ['file:///srv/books/', '/srv/books'],
  ['file:/C:/Comics/A.cbz', 'C:/Comics/A.cbz'],
  ['file:///C:/Comics/', 'C:/Comics'],
  ['file://server/share/A.cbz', '//server/share/A.cbz'],
  ['file:////server/share/A.cbz', '//server/share/A.cbz'],
  ['file:/bad%ZZ', undefined],
  ['https://example.com/', undefined],
])('converts the Komga URL %s to the path %s', (url, path) => {
  expect(toPath(url)).toBe(path);
});
