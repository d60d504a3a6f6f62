import { toRecord } from '@lectern/contract/records';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { toBook, toSeries } from '../../../testing/fixtures.ts';
import { answer, chooseItem, self, show, toId, toPage } from '../../../testing/show.tsx';
import { SeriesActions } from './series-actions.tsx';

const series = toSeries('Saga');
const adults = {
  id: toId(3),
  name: 'For adults',
  description: null,
  seriesCount: 0,
  createdAt: self.createdAt,
  updatedAt: self.createdAt,
};

const showActions = (answers: Answers = {}) =>
  show(<SeriesActions series={series} />, {
    'POST /api/v1/books/list': toPage([]),
    'GET /api/v1/user/tracking': { trackers: [] },
    ...answers,
  });

test('continues the book that was read last', async () => {
  const book = toBook('Saga 2', { number: 2, numberText: '2' });
  const readProgress = {
    id: toId(4),
    userId: self.id,
    bookId: book.id,
    currentPage: 7,
    progressPercentage: 0.7,
    completed: false,
    completedAt: null,
    startedAt: self.createdAt,
    updatedAt: self.createdAt,
    locator: null,
  };
  showActions({
    'POST /api/v1/books/list': ({ query }) =>
      Response.json(
        toPage(query.sort === 'lastRead,desc' ? [{ ...book, readProgress }] : [toBook('Saga 1')]),
      ),
  });
  const link = await screen.findByRole('link', { name: 'Continue #2, p. 7' });
  expect(link.getAttribute('href')).toBe(`/books/${book.id}/read`);
});

test('begins with the first book', async () => {
  const book = toBook('Saga v01', { volume: 1, volumeText: '1' });
  showActions({
    'POST /api/v1/books/list': ({ query }) => toPage(query.sort === 'lastRead,desc' ? [] : [book]),
  });
  await screen.findByRole('link', { name: 'Read Vol. 1' });
});

test('does not repeat the title of a series on the button of its only book', async () => {
  showActions({ 'POST /api/v1/books/list': toPage([toBook('Saga')]) });
  await screen.findByRole('link', { name: 'Read' });
});

test('purges the missing books after a confirmation', async () => {
  const { user, changes } = showActions({ 'DELETE /api/v1/series/{id}/purge-deleted': { purged: 1 } });
  await chooseItem(user, 'More', 'Purge missing books');
  expect(changes).toEqual([]);
  await answer(user, 'Purge the missing books of Saga?', 'Purge');
  await screen.findByText('1 book was purged');
  expect(changes).toEqual([[`DELETE /api/v1/series/${series.id}/purge-deleted`]]);
});

test('sets the sharing tags, with undo', async () => {
  let tagIds: unknown = [];
  const { user } = showActions({
    'GET /api/v1/admin/sharing-tags': toPage([adults]),
    'GET /api/v1/series/{id}/sharing-tags': { sharingTags: [] },
    'PUT /api/v1/series/{id}/sharing-tags': ({ body }) => {
      ({ tagIds } = toRecord(body));
      return { sharingTags: [] };
    },
  });
  await chooseItem(user, 'More', 'Sharing tags');
  await user.click(await screen.findByRole('checkbox', { name: 'For adults' }));
  await answer(user, 'Sharing tags of Saga', 'Save');
  await screen.findByText('The sharing tags of Saga were saved');
  expect(tagIds).toEqual([adults.id]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(tagIds).toEqual([]));
});

test('without sharing tags, the dialog leads to their page', async () => {
  const { user } = showActions({
    'GET /api/v1/admin/sharing-tags': toPage([]),
    'GET /api/v1/series/{id}/sharing-tags': { sharingTags: [] },
  });
  await chooseItem(user, 'More', 'Sharing tags');
  const link = await screen.findByRole('link', { name: 'Manage sharing tags' });
  expect(link.getAttribute('href')).toBe('/administration/sharing-tags');
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});
