import { expect, test } from 'vitest';
import { pictureHeight, pictureWidth, toLayout } from './picture-layout.ts';
import { toYearFacts } from './review.ts';
import { readReviewSearch } from './search.ts';

const toContent = (coverCount: number) => ({
  title: 'My 2026 in books',
  figures: Array.from({ length: 6 }, (_, i) => [`Label ${i}`, `Value ${i}`] as const),
  lines: ['Genres: Adventure', 'Authors: Ann Author'],
  coverCount,
  footer: 'Lectern',
});

test.each([0, 1, 3, 4, 8, 20, 100])(
  'draws %i covers inside the picture and nothing over each other',
  (count) => {
    const { texts, covers } = toLayout(toContent(count));
    expect(covers.length).toBe(Math.min(count, covers.length));
    if (count <= 20) expect(covers).toHaveLength(count);
    const lowest = Math.max(...texts.filter(({ text }) => text !== 'Lectern').map(({ y }) => y));
    const footer = texts.find(({ text }) => text === 'Lectern');
    for (const [index, { x, y, width, height }] of covers.entries()) {
      expect(x).toBeGreaterThan(0);
      expect(x + width).toBeLessThan(pictureWidth);
      expect(y).toBeGreaterThan(lowest);
      expect(y + height).toBeLessThan((footer?.y ?? pictureHeight) - (footer?.size ?? 0));
      for (const other of covers.slice(index + 1))
        expect(x + width <= other.x || other.x + other.width <= x || y + height <= other.y).toBe(true);
    }
  },
);

test('few covers are larger than many', () => {
  const widthOf = (count: number) => toLayout(toContent(count)).covers[0]?.width ?? 0;
  expect(widthOf(3)).toBeGreaterThan(widthOf(12));
});

test('counts days with reading, and finds the month with the most', () => {
  const day = (start: string, seconds: number, pagesRead = 0) => ({
    start,
    seconds,
    pagesRead,
    booksFinished: 0,
  });
  expect(
    toYearFacts([day('2026-01-01', 60), day('2026-01-02', 0), day('2026-02-01', 50), day('2026-02-03', 50)]),
  ).toEqual({ daysRead: 3, busiestMonth: '2026-02-01' });
  expect(toYearFacts([day('2026-01-01', 0), day('2026-03-01', 0, 5)])).toEqual({
    daysRead: 1,
    busiestMonth: '2026-03-01',
  });
  expect(toYearFacts([day('2026-01-01', 0)])).toEqual({ daysRead: 0, busiestMonth: undefined });
});

test('ignores years that the server would refuse', () => {
  expect(readReviewSearch({ year: 2025 })).toEqual({ year: 2025 });
  for (const year of ['2025', 12, 99_999, 2025.5, null]) expect(readReviewSearch({ year })).toEqual({});
});
