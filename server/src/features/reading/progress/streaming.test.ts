import { expect, test } from 'vitest';
import { fetchPage, type Run } from './streaming.ts';

/** Fetches pages, each with the seconds since the previous one, and returns the page known to be read after each. */
function follow(fetched: readonly (readonly [page: number, seconds: number])[]): (number | undefined)[] {
  let run: Run | undefined;
  let atMs = 0;
  return fetched.map(([page, seconds]) => {
    atMs += seconds * 1_000;
    const step = fetchPage(run, page, atMs);
    run = step.run;
    return step.read;
  });
}

test.each([
  [
    'page by page',
    [
      [1, 0],
      [2, 9],
      [3, 9],
      [4, 9],
    ],
    [undefined, 2, 3, 4],
  ],
  [
    'from the last position',
    [
      [7, 0],
      [8, 9],
    ],
    [undefined, 8],
  ],
  [
    'with two fetched ahead',
    [
      [1, 0],
      [2, 0.1],
      [3, 0.1],
      [4, 9],
      [5, 9],
    ],
    [undefined, undefined, undefined, 2, 3],
  ],
  [
    'with one fetched ahead',
    [
      [1, 0],
      [2, 0.1],
      [3, 9],
      [4, 9],
    ],
    [undefined, undefined, 2, 3],
  ],
  [
    'fast, after reading has started',
    [
      [1, 0],
      [2, 9],
      [3, 0.3],
      [4, 0.3],
    ],
    [undefined, 2, 3, 4],
  ],
  [
    'a page again',
    [
      [1, 0],
      [2, 9],
      [2, 9],
      [3, 9],
    ],
    [undefined, 2, undefined, 3],
  ],
  [
    'back and forth',
    [
      [5, 0],
      [6, 9],
      [5, 9],
      [6, 9],
    ],
    [undefined, 6, undefined, 6],
  ],
  [
    'a jump, which does not count until a page is turned',
    [
      [1, 0],
      [2, 9],
      [20, 9],
      [21, 9],
    ],
    [undefined, 2, undefined, 21],
  ],
  [
    'only the cover',
    [
      [1, 0],
      [1, 9],
    ],
    [undefined, undefined],
  ],
] as const)('reading %s', (_, fetched, read) => {
  expect(follow(fetched)).toEqual(read);
});
