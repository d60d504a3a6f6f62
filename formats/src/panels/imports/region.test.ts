import { expect, test } from 'vitest';
import { parseFragment, parsePoints } from './region.ts';

const size = { width: 1000, height: 2000 };

test.each([
  ['a rectangle in percent', 'xywh=percent:10,20.5,30,40', [10, 20.5, 30, 40]],
  ['a rectangle in pixels', 'xywh=100,200,300,400', [10, 10, 30, 20]],
  ['a rectangle with its unit', 'xywh=pixel:100,200,300,400', [10, 10, 30, 20]],
  ['a polygon in percent', 'xyn=percent:10,10,60,20,50,70', [10, 10, 50, 60]],
  ['a polygon in pixels', 'xyn=100,200,600,400,500,1400', [10, 10, 50, 60]],
  ['no fragment as the whole page', undefined, [0, 0, 100, 100]],
  ['three values', 'xywh=percent:10,20,30', undefined],
  ['an odd number of coordinates', 'xyn=percent:10,10,60,20,50', undefined],
  ['an empty value', 'xywh=percent:10,,30,40', undefined],
  ['a value that is not a number', 'xywh=percent:10,1-2,30,40', undefined],
  ['another fragment', 'chapter', undefined],
  ['a circle', 'xyr=percent:10,10,5', undefined],
])('reads %s', (_, fragment, box) => {
  expect(parseFragment(fragment, size)).toEqual(box);
});

test('reads pixels only if the size of the page is known', () => {
  expect(parseFragment('xywh=100,200,300,400', undefined)).toBeUndefined();
  expect(parseFragment('xywh=percent:1,2,3,4', undefined)).toEqual([1, 2, 3, 4]);
});

test.each([
  ['a polygon', '100,200 600,200\n500,1400  100,1000', [10, 10, 50, 60]],
  ['nothing', '', undefined],
  ['a single value', '100', undefined],
  ['words', 'a,b c,d', undefined],
])('reads points: %s', (_, points, box) => {
  expect(parsePoints(points, size)).toEqual(box);
});
