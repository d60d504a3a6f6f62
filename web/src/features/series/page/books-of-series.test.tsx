import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { toBook, toSeries } from '../../../testing/fixtures.ts';
import { show, toId, toPage } from '../../../testing/show.tsx';
import { BooksOfSeries } from './books-of-series.tsx';

const series = toSeries('Saga');
const books = ['Saga 1', 'Saga 2', 'Saga Annual'].map((title, i) => toBook(title, { id: toId(41 + i) }));

const showBooks = (answers: Answers = {}) =>
  show(<BooksOfSeries series={series} />, {
    'POST /api/v1/books/list': toPage(books),
    'GET /api/v1/series/{id}/books': toPage(books),
    ...answers,
  });

test('moves a book up, with undo', async () => {
  const detail = { book: { ...books[2], placed: true }, metadata: null, formats: [] };
  const { user, changes } = showBooks({ 'PATCH /api/v1/books/{id}': () => Response.json(detail) });
  await user.click(await screen.findByRole('button', { name: 'Change order' }));
  await user.click(await screen.findByRole('button', { name: 'Move Saga Annual up' }));
  await screen.findByText('Saga Annual was moved');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const path = `PATCH /api/v1/books/${toId(43)}`;
  await waitFor(() =>
    expect(changes).toEqual([
      [path, { position: 2 }],
      [path, { position: null }],
    ]),
  );
});

test('changes what the books are sorted by, with undo', async () => {
  const { user, changes } = showBooks({ 'PATCH /api/v1/series/{id}': () => Response.json(series) });
  await user.click(await screen.findByRole('combobox', { name: 'Sort by' }));
  await user.click(await screen.findByRole('option', { name: 'Release date' }));
  await screen.findByText('The order of Saga was changed');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const path = `PATCH /api/v1/series/${series.id}`;
  await waitFor(() =>
    expect(changes).toEqual([
      [path, { bookOrder: 'release_date' }],
      [path, { bookOrder: 'reading_order', specials: 'after' }],
    ]),
  );
});
