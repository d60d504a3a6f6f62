import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { toBook, toPages } from '../../testing/fixtures.ts';
import { show, toPage } from '../../testing/show.tsx';
import type { Position, ProgressSync } from '../shared/progress/progress-sync.ts';
import { ComicReaderPage } from './comic-reader-page.tsx';

type Report = [position: Position, pages: readonly number[] | undefined, hasTurned: boolean | undefined];

const book = toBook('One', { pageCount: 3 });

beforeEach(() => localStorage.clear());

/** Shows the reader. Returns the positions that it reports. */
function read(pages = toPages(3), answers: Answers = {}) {
  const reports: Report[] = [];
  const progressSync: ProgressSync = {
    start: undefined,
    report: (position, { pages, hasTurned } = {}) => void reports.push([position, pages, hasTurned]),
    isIncognito: () => false,
    getPosition: () => undefined,
    onGo: () => () => undefined,
  };
  const shown = show(
    <ComicReaderPage book={book} progressSync={progressSync} />,
    {
      'GET /api/v1/books/{id}/pages': pages,
      'GET /api/v1/books/{id}/adjacent': { prev: null, next: null },
      'GET /api/v1/books/{id}/annotations': toPage([]),
      'GET /api/v1/user/preferences': { preferences: {}, updatedAt: null },
      ...answers,
    },
    { route: '/books/$id/read', at: `/books/${book.id}/read`, isReader: true },
  );
  return { ...shown, reports };
}

const findImage = (page: number) => screen.findByAltText<HTMLImageElement>(`Page ${page} of 3`);
const load = async (page: number) => {
  const image = await findImage(page);
  Object.defineProperty(image, 'complete', { value: true, configurable: true });
  fireEvent.load(image);
};

test('answers keys', async () => {
  const { user } = read();
  await load(1);
  await user.keyboard('o');
  await screen.findByText('Shifting needs two pages');
  await user.keyboard('d');
  await screen.findByText('Two pages');
  await user.keyboard('b');
  await screen.findByText('Bookmark added: page 1');
  await user.keyboard('n');
  await screen.findByText('This is the last book.');
});

test('counts two pages side by side as a range', async () => {
  const { user } = read();
  await load(1);
  await user.keyboard('d{ArrowRight}m');
  await screen.findByText('2–3 / 3');
  expect(screen.getByRole('button', { name: '2–3 / 3' })).toBeTruthy();
});

test('reports only pages that were displayed', async () => {
  const { user, reports } = read();
  await findImage(1);
  expect(reports).toEqual([]);
  await load(1);
  expect(reports).toEqual([[{ currentPage: 1 }, [1], false]]);
  await user.keyboard('{ArrowRight}');
  await user.keyboard('{ArrowRight}');
  expect(reports).toHaveLength(1);
  await load(3);
  expect(reports.slice(1)).toEqual([[{ currentPage: 3 }, [3], true]]);
});

test('does not finish a book whose last page cannot be displayed', async () => {
  const { user, reports } = read();
  await load(1);
  await load(2);
  fireEvent.error(await findImage(3));
  await user.keyboard('{End}');
  await screen.findByText('Page 3 can’t be shown');
  expect(reports).toEqual([[{ currentPage: 1 }, [1], false]]);
});

test('finishes a book with the second half of its last page', async () => {
  const pages = toPages(3).map((page) => ({ ...page, doublePage: page.pageNumber === 3 }));
  const { user, reports } = read(pages);
  for (const page of [1, 2, 3]) await load(page);
  await user.keyboard('w{End}');
  await waitFor(() => expect(reports.at(-1)).toEqual([{ currentPage: 3, completed: false }, [3], true]));
  await user.keyboard('{ArrowRight}');
  expect(reports.at(-1)).toEqual([{ currentPage: 3 }, [3], true]);
  await user.keyboard('{ArrowLeft}');
  expect(reports.at(-1)).toEqual([{ currentPage: 3 }, [3], true]);
});

const twoPanels = [
  [0, 0, 100, 40],
  [0, 45, 100, 40],
];
/** Page 2 has no panels. */
const panels: Answers = {
  'GET /api/v1/books/{id}/pages/{number}/panels': ({ params }) => ({
    version: 1,
    source: 'detected',
    direction: 'ltr',
    trust: 0.9,
    panels: params.number === '2' ? [] : twoPanels,
  }),
};
const findPlace = (text: string) => screen.findByText(text, { selector: 'output' });

test('guides through the panels and the pages, forward and back', async () => {
  const { user, reports } = read(toPages(3), panels);
  await load(1);
  await user.keyboard('g');
  await findPlace('Panel 1 of 2, page 1');
  const forward = ['Panel 2 of 2, page 1', 'Page 1 of 3', 'Page 2 of 3', 'Panel 1 of 2, page 3'];
  for (const place of forward) {
    await user.keyboard('{ArrowRight}');
    await findPlace(place);
  }
  for (const place of ['Page 2 of 3', 'Page 1 of 3', 'Panel 2 of 2, page 1', 'Panel 1 of 2, page 1']) {
    await user.keyboard('{ArrowLeft}');
    await findPlace(place);
  }
  // The page remains the position.
  expect(reports).toHaveLength(1);
  await user.keyboard('g');
  await findPlace('Page 1 of 3');
});

test('shows one page with guided view, remembers it, and leaves it before the book', async () => {
  const { user } = read(toPages(3), panels);
  await load(1);
  await user.keyboard('d{ArrowRight}');
  await findPlace('Pages 2 and 3 of 3');
  await user.keyboard('g');
  await findPlace('Page 2 of 3');
  await user.keyboard('{End}');
  await findPlace('Panel 1 of 2, page 3');
  await user.keyboard('{Escape}');
  await findPlace('Pages 2 and 3 of 3');
  expect(JSON.stringify(localStorage)).toContain('isGuided\\":true');
});

test('goes to the next panel by Space, and shows the whole page while it is held', async () => {
  const { user } = read(toPages(3), panels);
  await load(1);
  await user.keyboard('g');
  await findPlace('Panel 1 of 2, page 1');
  await user.keyboard(' ');
  await findPlace('Panel 2 of 2, page 1');
  fireEvent.keyDown(window, { key: ' ' });
  await findPlace('Page 1 of 3');
  fireEvent.keyDown(window, { key: ' ', repeat: true });
  fireEvent.keyUp(window, { key: ' ' });
  await findPlace('Panel 2 of 2, page 1');
  await user.keyboard('{Shift>} {/Shift}');
  await findPlace('Panel 1 of 2, page 1');
});

test('informs once that a series has few panels', async () => {
  const hint = 'Few panels found. Most of these pages are shown whole.';
  const { user } = read(toPages(9), {
    'GET /api/v1/books/{id}/pages/{number}/panels': ({ params }) => ({
      version: 1,
      source: params.number === '1' ? 'detected' : 'none',
      direction: 'ltr',
      trust: params.number === '1' ? 0.9 : 0,
      panels: params.number === '1' ? twoPanels : [],
    }),
  });
  await screen.findByAltText('Page 1 of 9');
  await user.keyboard('g');
  await findPlace('Panel 1 of 2, page 1');
  expect(screen.queryByText(hint)).toBeNull();
  await user.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await screen.findByText(hint);
  expect(localStorage.getItem('lectern.comic.few-panels')).toBe(book.seriesId);
});

test('shows a page whole that the user has marked, on this device', async () => {
  const { user } = read(toPages(3), panels);
  await load(1);
  await user.keyboard('g');
  await findPlace('Panel 1 of 2, page 1');
  await user.click(await screen.findByRole('button', { name: 'More for this page' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Show page 1 whole' }));
  await findPlace('Page 1 of 3');
  expect(localStorage.getItem('lectern.comic.whole-pages')).toBe(
    JSON.stringify([{ bookId: book.id, pages: [1] }]),
  );
});
