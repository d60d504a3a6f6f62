import type { ReadingSession } from '@lectern/contract/reading/reading-sessions';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../api/routes.ts';
import { toBook } from '../../testing/fixtures.ts';
import { answer, self, show, toId, toPage } from '../../testing/show.tsx';
import { BookHistory } from './book-history.tsx';
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
  totals: { ...none, seconds: buckets.reduce((sum, [, minutes]) => sum + minutes * 60, 0), booksFinished: 1 },
  currentStreakDays: 2,
  longestStreakDays: 7,
});
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
    'GET /api/v1/reading-stats': toStats(['2026-01-02', 25], ['2026-01-03', 35]),
    'GET /api/v1/reading-sessions': toPage([session]),
    'GET /api/v1/books/{id}': detail,
  });
  await screen.findByText('1 hr');
  const facts = screen
    .getAllByRole('term')
    .map(({ textContent, nextSibling }) => [textContent, nextSibling?.textContent]);
  expect(facts).toContainEqual(['Books finished', '1']);
  expect(facts).toContainEqual(['Longest streak (days)', '7']);
  screen.getByRole('img', {
    name: 'Reading time from Jan 1, 2026 to Jan 30, 2026: 1 hr in total, longest day Jan 3, 2026 with 35 min',
  });
  await user.click(screen.getByText('Show as table'));
  const rows = within(screen.getByRole('table', { name: 'Reading time' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    'Jan 2, 202625 min250',
    'Jan 3, 202635 min350',
  ]);
  const latest = within(screen.getByRole('region', { name: 'Recent sessions' }));
  expect((await latest.findByRole('link', { name: 'Saga 001' })).getAttribute('href')).toBe(
    `/books/${toId(30)}`,
  );
  latest.getByText('25 min · 25 pages');
  latest.getByText('A tablet');
});

test('requests weeks or months for a longer period', async () => {
  const asked: (string | undefined)[] = [];
  const { user } = show(<StatisticsPage />, {
    'GET /api/v1/reading-stats': ({ query }) => {
      asked.push(query.granularity);
      return toStats();
    },
    'GET /api/v1/reading-sessions': toPage([]),
  });
  await screen.findByText(/^Statistics appear once you read here/);
  screen.getByRole('img', { name: 'No reading from Jan 1, 2026 to Jan 30, 2026' });
  await user.click(screen.getByRole('radio', { name: '12 weeks' }));
  await waitFor(() => expect(asked).toEqual(['day', 'week']));
  await user.click(screen.getByRole('radio', { name: '12 months' }));
  await waitFor(() => expect(asked).toEqual(['day', 'week', 'month']));
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
