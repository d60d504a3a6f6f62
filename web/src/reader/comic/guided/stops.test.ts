import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cursor, move, resolve, toStart, toStops } from './stops.ts';

const half = { x: 0, y: 0, width: 1, height: 0.5 };
const large = { x: 0, y: 0, width: 1, height: 0.7 };

test('shows the page before or after its panels, unless a panel covers most of it', () => {
  const show = (areas: (typeof half)[]) =>
    (['none', 'before', 'after'] as const).map((when) => toStops(areas, when));
  expect(show([half, half])).toEqual([
    [0, 1],
    ['whole', 0, 1],
    [0, 1, 'whole'],
  ]);
  expect(show([large, half])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
  expect(show([])).toEqual([['whole'], ['whole'], ['whole']]);
});

test('goes back to the last part of the last panel of the previous page', () => {
  const back = move(toStart(2), 'previous', [1, 1]);
  expect(resolve(back, [1, 1, 3])).toEqual({ at: 1, stop: 2, part: 2 });
  expect(resolve(back, [1])).toEqual({ at: 1, stop: 0, part: 0 });
});

test('keeps the panel when the number of its parts changes', () =>
  expect(resolve({ at: 0, stop: 1, part: 3 }, [1, 2, 1])).toEqual({ at: 0, stop: 1, part: 1 }));

test('visits each part of each stop once, in both directions', () => {
  const pages = fc.array(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(pages, (book) => {
      const all = book.flatMap((parts, at) =>
        parts.flatMap((count, stop) =>
          Array.from({ length: count }, (_, part): Cursor => ({ at, stop, part })),
        ),
      );
      const walk = (from: Cursor, step: 'next' | 'previous'): Cursor[] => {
        const seen: Cursor[] = [];
        for (let cursor = from, parts = book[from.at]; parts; parts = book[cursor.at]) {
          seen.push(resolve(cursor, parts));
          cursor = move(cursor, step, parts);
        }
        return seen;
      };
      expect(walk(toStart(0), 'next')).toEqual(all);
      expect(walk({ at: book.length - 1, stop: -1, part: -1 }, 'previous')).toEqual(all.toReversed());
    }),
  );
});
