import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Output } from '../../../api/routes.ts';
import { toBook, toLibrary } from '../../../testing/fixtures.ts';
import { choose, self, show, toId, toPage } from '../../../testing/show.tsx';
import { BookErrorsPage } from './book-errors-page.tsx';

type Errors = Output<'GET /api/v1/books/errors'>;
type Group = Errors['groups'][number];

const toGroup = (errorType: Group['errorType'], titles: string[], count = titles.length): Group => ({
  errorType,
  label: '',
  count,
  books: titles.map((title, index) => ({
    book: toBook(title, { id: toId(30 + index) }),
    errors: [{ errorType, message: 'It cannot be read.', occurredAt: self.createdAt }],
  })),
});

function showErrors(...groups: Group[]) {
  const asked: Record<string, string>[] = [];
  const shown = show(<BookErrorsPage />, {
    'GET /api/v1/libraries': toPage([toLibrary('Comics')]),
    'GET /api/v1/books/errors': ({ query }) => {
      asked.push(query);
      const found = query.page === '2' ? [toGroup('parser', ['Broken 21'], 21)] : groups;
      const totalBooksWithErrors = groups.reduce((sum, { count }) => sum + count, 0);
      return { totalBooksWithErrors, errorCounts: {}, groups: found, page: 1, pageSize: 20, totalPages: 1 };
    },
    'POST /api/v1/books/{id}/retry': { message: '', tasksEnqueued: 1 },
    'POST /api/v1/books/retry-all-errors': { message: '', tasksEnqueued: 2 },
  });
  return { ...shown, asked };
}

test('groups and explains unreadable books, and retries one, a group or all', async () => {
  const { user, changes } = showErrors(toGroup('parser', ['Broken 1']), toGroup('zero_pages', ['Empty 1']));
  await screen.findByText('2 books have errors');
  const damaged = within(screen.getByRole('region', { name: 'Damaged file (1)' }));
  damaged.getByText(/^The archive or document is damaged or encrypted/);
  damaged.getByText('It cannot be read.');
  expect(damaged.getByRole('link', { name: 'Broken 1' }).getAttribute('href')).toBe(`/books/${toId(30)}`);
  await user.click(damaged.getByRole('button', { name: 'Retry: Broken 1' }));
  await screen.findByText('1 task was started');
  await user.click(screen.getByRole('button', { name: 'Retry these: No pages' }));
  await screen.findByText('2 tasks were started');
  await choose(user, screen.getByRole('combobox', { name: 'Library' }), 'Comics');
  await user.click(await screen.findByRole('button', { name: 'Retry all' }));
  await waitFor(() =>
    expect(changes).toEqual([
      [`POST /api/v1/books/${toId(30)}/retry`, { errorTypes: ['parser'] }],
      ['POST /api/v1/books/retry-all-errors', { errorType: 'zero_pages' }],
      ['POST /api/v1/books/retry-all-errors', { libraryId: toId(7) }],
    ]),
  );
});

test('shows more books of a group on further pages', async () => {
  const { user, asked } = showErrors(toGroup('parser', ['Broken 1'], 21));
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  await screen.findByRole('link', { name: 'Broken 21' });
  expect(asked.at(-1)).toMatchObject({ errorType: 'parser', page: '2' });
});

test('shows a message if the list is empty', async () => {
  showErrors();
  await screen.findByRole('heading', { name: 'No errors' });
  expect(screen.queryByRole('button', { name: 'Retry all' })).toBeNull();
});
