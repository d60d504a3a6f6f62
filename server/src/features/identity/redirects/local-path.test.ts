import { expect, test } from 'vitest';
import { toLocalPath } from './local-path.ts';

test.each([
  ['/', '', '/'],
  ['/series?page=2#top', '', '/series?page=2#top'],
  ['/series', '/books', '/books/series'],
  ['/a/../b', '/books', '/books/b'],
  ['/séries', '', '/s%C3%A9ries'],
  ['/?next=//evil.example', '', '/?next=//evil.example'],
])('%j below %j is %j', (path, basePath, expected) => {
  expect(toLocalPath(path, basePath)).toBe(expected);
});

// Browsers treat a backslash as a slash and ignore tabs and line breaks.
test.each([
  ['//evil.example', ''],
  ['/\\evil.example', ''],
  ['/\t/evil.example', ''],
  ['/a\\b', ''],
  ['/..//evil.example', ''],
  ['/a/..//evil.example', ''],
  ['/./%2e//evil.example', ''],
  ['https://evil.example', ''],
  ['@evil.example', ''],
  ['', ''],
  ['/..', '/books'],
  ['/../booksellers', '/books'],
  ['/%2E%2E/other', '/books'],
])('%j below %j leads to another site', (path, basePath) => {
  expect(toLocalPath(path, basePath)).toBeUndefined();
});
