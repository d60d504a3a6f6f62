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
])('%s lies in the item %s of the spine, counted from 0', (progress, index) => {
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
])('%j is the page %s', (progress, page) => {
  expect(parsePageNumber(progress)).toBe(page);
});

test('the beginning of an item is read back as that item', () => {
  expect(toFragment(4)).toBe('/body/DocFragment[5]/body');
  expect(parseFragment(toFragment(4))).toBe(4);
});
