import { expect, test } from 'vitest';
import { parseFragment, parsePageNumber, toFragment } from './position.ts';

test.each([
  ['/body/DocFragment[14]/body/div/p[25]/text().163', 13],
  ['/body/DocFragment[1]/body', 0],
  ['/body/DocFragment[3].0', 2],
  ['/body/DocFragment/body/p[1]', 0],
  ['#_doc_fragment_13_ chapter', 13],
  ['#_doc_fragment_0_c', 0],
  ['/body/DocFragment[0]/body', undefined],
  ['/body/DocFragment[99999999999]/body', undefined],
  ['/body/div/p[1]', undefined],
  ['14', undefined],
])('%s is in the zero-based spine item %s', (progress, index) => {
  expect(parseFragment(progress)).toBe(index);
});

test.each([
  ['7', 7],
  [' 12 ', 12],
  ['3.0', 3],
  ['0', undefined],
  ['-1', undefined],
  ['/body/DocFragment[1]', undefined],
  ['9999999999', undefined],
])('%j is page %s', (progress, page) => {
  expect(parsePageNumber(progress)).toBe(page);
});

test('the start of an item is parsed back to that item', () => {
  expect(toFragment(4)).toBe('/body/DocFragment[5]/body');
  expect(parseFragment(toFragment(4))).toBe(4);
});
