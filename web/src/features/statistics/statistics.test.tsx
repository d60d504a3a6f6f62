import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../api/routes.ts';
import { toBook } from '../../testing/fixtures.ts';
import { answer, fill, self, show, toId, toPage } from '../../testing/show.tsx';
import { BookHistory } from './book-history.tsx';
import { ReviewPage } from './review/review-page.tsx';
import { ServerStatisticsPage } from './server/server-statistics-page.tsx';
import { StatisticsPage } from './statistics-page.tsx';

type Stats = Output<'GET /api/v1/reading-stats'>;
type Step = Output<'GET /api/v1/books/{id}/read-history'>['data'][number];

const none = { seconds: 0, pagesRead: 0, sessions: 0, booksFinished: 0 };
const toStats = (...buckets: [start: string, minutes: number][]): Stats => ({
  from: '2026-01-01',
  to: '2026-01-30',
  granularity: 'day',
  timezone: 'UTC',
  buckets: buckets.map(([start, minutes]) => ({ ...none, start, seconds: minutes * 60, pagesRead: minutes })),
  totals: {
    ...none,
    seconds: buckets.reduce((sum, [, minutes]) => sum + minutes * 60, 0),
    pagesRead: buckets.reduce((sum, [, minutes]) => sum + minutes, 0),
    booksFinished: 1,
  },
  currentStreakDays: 2,
  longestStreakDays: 7,
  firstDay: '2025-03-01',
});
const shareOf = (name: string, minutes: number) => ({
  id: toId(50),
  name,
  seconds: minutes * 60,
  pagesRead: minutes,
  bookCount: 2,
  booksFinished: 1,
});
const shares: Output<'GET /api/v1/reading-stats/shares'> = {
  from: '2026-01-01',
  to: '2026-01-30',
  timezone: 'UTC',
  bookCount: 2,
  genres: [shareOf('Space', 60), shareOf('Drama', 15)],
  authors: [],
  formats: [{ format: 'cbz', seconds: 3600, pagesRead: 60, bookCount: 2, booksFinished: 1 }],
};
const own = {
  'GET /api/v1/reading-stats/shares': shares,
  'GET /api/v1/user/preferences': {},
} as const;
const session: ReadingSession = {
  id: toId(1),
  bookId: toId(30),
  startedAt: self.createdAt,
  endedAt: self.createdAt,
  seconds: 1500,
  pagesRead: 25,
  startPage: null,
  endPage: null,
  deviceId: null,
  deviceName: 'A tablet',
};
const detail = { book: toBook('Saga 001'), metadata: null, formats: [] };

test('shows figures, a chart with a text alternative, its table, and sessions', async () => {
  const { user } = show(<StatisticsPage />, {
    ...own,
    'GET /api/v1/reading-stats': toStats(['2026-01-02', 25], ['2026-01-03', 35]),
    'GET /api/v1/reading-sessions': toPage([session]),
    'GET /api/v1/books/{id}': detail,
  });
  const figures = await screen.findByText('Longest streak (days)');
  expect(figures.closest('dl')?.textContent).toContain('1 hr');
  const facts = screen
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
  expect(facts).toContainEqual(['Books finished', '1']);
  expect(facts).toContainEqual(['Longest streak (days)', '7']);
  screen.getByRole('img', {
    name: 'Reading time from Jan 1, 2026 to Jan 30, 2026: 1 hr in total, longest day Jan 3, 2026 with 35 min',
  });
  const chart = within(screen.getByRole('region', { name: 'Reading over time' }));
  await user.click(chart.getByText('Show as table'));
  const rows = within(screen.getByRole('table', { name: 'Reading over time' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Jan 2, 202625 min250',
    'Jan 3, 202635 min350',
  ]);
  await user.click(chart.getByRole('radio', { name: 'Pages read' }));
  screen.getByRole('img', {
    name: 'Pages read from Jan 1, 2026 to Jan 30, 2026: 60 in total, 2 a day on average, most on Jan 3, 2026 with 35',
  });
  const latest = within(screen.getByRole('region', { name: 'Recent sessions' }));
  expect((await latest.findByRole('link', { name: 'Saga 001' })).getAttribute('href')).toBe(
    `/books/${toId(30)}`,
  );
  latest.getByText('25 min · 25 pages');
  latest.getByText('A tablet');
});

test('requests weeks or months for a longer period', async () => {
  const asked: string[] = [];
  const { user } = show(<StatisticsPage />, {
    ...own,
    'GET /api/v1/reading-stats': ({ query }) => {
      asked.push(`${query.granularity} ${query.from === toDays(query.to, 84) ? 'of 12 weeks' : ''}`.trim());
      return toStats();
    },
    'GET /api/v1/reading-sessions': toPage([]),
  });
  await screen.findByText(/^Statistics appear once you read here/);
  screen.getByRole('img', { name: 'No reading from Jan 1, 2026 to Jan 30, 2026' });
  // The figures, the calendar, and the goals of this year.
  expect(asked.toSorted()).toEqual(['day', 'day', 'month']);
  await user.click(screen.getByRole('radio', { name: '12 weeks' }));
  await waitFor(() => expect(asked.at(-1)).toBe('week of 12 weeks'));
});

/** The first of some days. */
const toDays = (last = '', count: number) =>
  new Date(Date.parse(`${last}T00:00:00Z`) - (count - 1) * 86_400_000).toISOString().slice(0, 10);

test('shows a calendar whose table lists the days with reading, and shares', async () => {
  const { user } = show(<StatisticsPage />, {
    ...own,
    'GET /api/v1/reading-stats': toStats(['2026-01-01', 0], ['2026-01-02', 25], ['2026-01-03', 35]),
    'GET /api/v1/reading-sessions': toPage([]),
  });
  await screen.findByRole('img', { name: '2 days with reading from Jan 1, 2026 to Jan 30, 2026' });
  const calendar = within(screen.getByRole('region', { name: 'Reading calendar' }));
  await user.click(calendar.getByText('Show as table'));
  const rows = within(calendar.getByRole('table')).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Jan 3, 202635 min35',
    'Jan 2, 202625 min25',
  ]);
  const genres = within(screen.getByRole('table', { name: 'By genre' })).getAllByRole('row');
  expect(genres.slice(1).map(({ textContent }) => textContent)).toEqual(['Space1 hr2', 'Drama15 min2']);
  within(screen.getByRole('table', { name: 'By format' })).getByText('CBZ');
  screen.getByText('Nothing read in this period');
});

test('sets goals, and shows their progress', async () => {
  let stored: Record<string, unknown> = {};
  const { user, changes } = show(<StatisticsPage />, {
    ...own,
    'GET /api/v1/user/preferences': () => stored as never,
    'PUT /api/v1/user/preferences/{key}': ({ params, body }) => {
      stored = { [params.key ?? '']: body };
      return body as never;
    },
    'GET /api/v1/reading-stats': toStats(),
    'GET /api/v1/reading-sessions': toPage([]),
  });
  await user.click(await screen.findByRole('button', { name: 'Set goals' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Goals' }));
  await fill(user, dialog.getByLabelText('Books this year'), '4');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('1 of 4');
  screen.getByRole('progressbar', { name: 'Books this year: 25%' });
  expect(changes).toEqual([['PUT /api/v1/user/preferences/web.goals', { booksOfYear: 4 }]]);
  await user.click(screen.getByRole('button', { name: 'Edit goals' }));
  await fill(user, await screen.findByLabelText('Books this year'), '1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Goal reached');
});

test('shows a year with the covers of finished books, and leads to years with reading', async () => {
  const book = toBook('Saga 001');
  const { user, search } = show(
    <ReviewPage />,
    {
      ...own,
      'GET /api/v1/reading-stats': toStats(['2026-01-02', 25], ['2026-01-03', 35]),
      'GET /api/v1/reading-stats/finished-books': toPage([{ finishedAt: self.createdAt, book }]),
    },
    { route: '/statistics/review', at: '/statistics/review?year=2026' },
  );
  await screen.findByRole('heading', { name: 'My 2026 in books', level: 1 });
  expect((await screen.findByText('Busiest month')).nextSibling?.textContent).toBe('January 2026');
  expect(screen.getByText('Days with reading').nextSibling?.textContent).toBe('2');
  within(screen.getByRole('region', { name: 'Books finished' })).getByRole('link', { name: /Saga 001/ });
  await user.click(screen.getByRole('button', { name: 'Previous year' }));
  await waitFor(() => expect(search()).toBe('?year=2025'));
  await screen.findByRole('heading', { name: 'My 2025 in books', level: 1 });
  expect(screen.getByRole('button', { name: 'Previous year' })).toHaveProperty('disabled', true);
});

test('shows books, readers and their activity to administrators', async () => {
  const {
    firstDay: _,
    currentStreakDays: __,
    longestStreakDays: ___,
    ...stats
  } = toStats(['2026-01-02', 25]);
  const holding = { bookCount: 12, bytes: 2048, seriesCount: 3, pageCount: 99 };
  show(<ServerStatisticsPage />, {
    'GET /api/v1/reading-stats/server': { ...stats, userCount: 5, readerCount: 3 },
    'GET /api/v1/metrics/inventory': {
      ...holding,
      libraryCount: 1,
      byFormat: [
        { format: 'cbz', bookCount: 12, bytes: 2048 },
        { format: 'pdf', bookCount: 0, bytes: 0 },
      ],
      libraries: [{ id: toId(7), name: 'Comics', ...holding }],
    },
  });
  expect((await screen.findByText('Active readers')).nextSibling?.textContent).toBe('3 of 5');
  const formats = within(screen.getByRole('table', { name: 'By format' })).getAllByRole('row');
  expect(formats.slice(1).map(({ textContent }) => textContent)).toEqual(['CBZ122 KiB']);
  within(screen.getByRole('table', { name: 'By library' })).getByText('Comics');
  screen.getByRole('img', { name: /^Reading time from Jan 1, 2026/ });
});

test('shows no statistics of the server without the permission', async () => {
  show(<ServerStatisticsPage />, { 'GET /api/v1/auth/me': { ...self, permissions: [] } });
  await screen.findByText(/^You don’t have permission/);
});

const toStep = (index: number, part: Partial<Step>): Step => ({
  id: toId(index),
  readAt: self.createdAt,
  recordedAt: self.createdAt,
  currentPage: 3,
  progressPercentage: null,
  completed: false,
  locator: null,
  deviceId: null,
  deviceName: null,
  ...part,
});

test('shows the history of a book and deletes it after a confirmation', async () => {
  let steps = [toStep(1, { completed: true }), toStep(2, {}), toStep(3, { progressPercentage: 0.5 })];
  const { user, changes } = show(<BookHistory id={toId(30)} />, {
    'GET /api/v1/reading-sessions': toPage([]),
    'GET /api/v1/books/{id}/read-history': () => toPage(steps),
    'DELETE /api/v1/books/{id}/read-history': () => {
      steps = [];
      return undefined;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Reading history' }));
  await screen.findByText('Not read yet.');
  const table = await screen.findByRole('table', { name: 'Progress' });
  const rows = within(table)
    .getAllByRole('row')
    .map(({ children }) => children[1]?.textContent);
  expect(rows).toEqual(['Finished', 'Page 3', 'Page 3, 50%']);
  await user.click(screen.getByRole('button', { name: 'Delete history' }));
  expect(changes).toEqual([]);
  await answer(user, 'Delete history', 'Delete history');
  await screen.findByText('The history was deleted');
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Progress' })).toBeNull());
  expect(changes).toEqual([[`DELETE /api/v1/books/${toId(30)}/read-history`]]);
});
