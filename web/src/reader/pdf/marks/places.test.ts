import { expect, test } from 'vitest';
import { joinLines, readPlace, toFragments } from './places.ts';

const rect = (left: number, right: number, top: number, bottom: number) => ({ left, right, top, bottom });

test('restores a highlight at its position', () => {
  const rects = [rect(72, 300.25, 100, 112), rect(72, 90, 114, 126)];
  const fragments = toFragments(3, rects);
  expect(fragments).toEqual(['page=3', 'highlight=72,300.3,100,112', 'highlight=72,90,114,126']);
  expect(readPlace({ href: 'pages/3', locations: { position: 3, fragments } })).toEqual({
    page: 3,
    rects: [rect(72, 300.3, 100, 112), rect(72, 90, 114, 126)],
  });
});

test('rejects a locator without a page position', () => {
  const of = (...fragments: string[]) =>
    readPlace({ href: 'pages/3', locations: { position: 3, fragments } });
  expect(readPlace({ href: 'pages/3' })).toBeUndefined();
  for (const odd of [
    'highlight=1,2,3',
    'highlight=2,1,3,4',
    'highlight=1,2,3,4,5',
    'highlight=1..2,3,4,5',
    'epubcfi(/2)',
  ])
    expect([odd, of(odd)]).toEqual([odd, undefined]);
});

test('joins the pieces of a line to one rectangle and keeps lines apart', () => {
  expect(joinLines([rect(10, 40, 10, 20), rect(42, 90, 10, 21), rect(10, 30, 24, 34)])).toEqual([
    rect(10, 90, 10, 21),
    rect(10, 30, 24, 34),
  ]);
  expect(joinLines([rect(10, 40, 10, 20), rect(300, 340, 10, 20)])).toHaveLength(2);
});
