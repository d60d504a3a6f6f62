import type { BookDto } from '@lectern/contract/libraries/books';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queries } from '../../api/query-client.ts';
import { toBook, toList } from '../../testing/fixtures.ts';
import { self, show, toId, toPage } from '../../testing/show.tsx';
import { ReadListPage } from './read-list-page.tsx';

const progress: NonNullable<BookDto['readProgress']> = {
  id: toId(1),
  userId: self.id,
  bookId: toId(30),
  currentPage: 3,
  progressPercentage: 0.5,
  completed: false,
  startedAt: self.createdAt,
  updatedAt: self.updatedAt,
  completedAt: null,
  locator: null,
};
const read = { ...progress, completed: true };

function showList() {
  let books = [toBook('Saga 002'), toBook('Saga 001', { id: toId(31) })];
  const shown = show(
    <ReadListPage />,
    {
      'GET /api/v1/readlists/{id}': () => toList('Backwards', { memberCount: books.length }),
      'GET /api/v1/readlists/{id}/books': () => toPage(books),
    },
    { route: '/readlists/$id', at: `/readlists/${toId(50)}` },
  );
  const setProgress = async (...all: (BookDto['readProgress'] | undefined)[]) => {
    books = books.map((book, index) => ({ ...book, readProgress: all[index] ?? null }));
    await queries.invalidateQueries({ queryKey: ['read-lists'] });
  };
  return { ...shown, setProgress };
}

test('shows the next book in list order, and the progress', async () => {
  const { setProgress } = showList();
  const link = await screen.findByRole('link', { name: 'Read next: Saga 002' });
  expect(link.getAttribute('href')).toBe(`/books/${toId(30)}/read`);
  screen.getByRole('progressbar', { name: '0 of 2 read' });
  await setProgress(progress);
  await screen.findByRole('link', { name: 'Continue: Saga 002' });
  await setProgress(read);
  await screen.findByRole('link', { name: 'Read next: Saga 001' });
  screen.getByRole('progressbar', { name: '1 of 2 read' });
  await setProgress(read, read);
  await screen.findByText('All read');
  expect(screen.queryByRole('link', { name: /^Read next/ })).toBeNull();
});

test('links to its file', async () => {
  const { user } = showList();
  await user.click(await screen.findByRole('button', { name: 'More' }));
  const item = await screen.findByRole('menuitem', { name: 'Download as .cbl' });
  await waitFor(() =>
    expect(item.getAttribute('href')).toMatch(new RegExp(`/api/v1/readlists/${toId(50)}/export$`)),
  );
});
