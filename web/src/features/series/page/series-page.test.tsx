import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import { toBook, toSeries, toSeriesMetadata } from '../../../testing/fixtures.ts';
import { chooseItem, show, toPage } from '../../../testing/show.tsx';
import { SeriesPage } from './series-page.tsx';

test('stays usable if the next book cannot be read', async () => {
  const series = toSeries('Saga');
  let requests = 0;
  const { user } = show(
    <SeriesPage />,
    {
      'GET /api/v1/series/{id}': series,
      'GET /api/v1/series/{id}/metadata': toSeriesMetadata(),
      'GET /api/v1/series/{id}/adjacent': { prev: null, next: null },
      'GET /api/v1/user/tracking': { trackers: [] },
      'POST /api/v1/books/list': ({ query }) => {
        if (query.pageSize !== '1') return toPage([toBook('Saga 1')]);
        requests++;
        return refuse(403, 'forbidden');
      },
    },
    { route: '/series/$id', at: `/series/${series.id}` },
  );
  await chooseItem(user, 'More', 'Purge missing books');
  await screen.findByRole('dialog', { name: 'Purge the missing books of Saga?' });
  // Once for the page, and once for the button. The second answer must not hide the page.
  expect(requests).toBe(2);
});

test('explains that a series has no books since the last one was deleted', async () => {
  const series = toSeries('Saga', { bookCount: 0, unreadCount: 0 });
  show(
    <SeriesPage />,
    {
      'GET /api/v1/series/{id}': series,
      'GET /api/v1/series/{id}/metadata': toSeriesMetadata(),
      'GET /api/v1/series/{id}/adjacent': { prev: null, next: null },
      'GET /api/v1/user/tracking': { trackers: [] },
      'POST /api/v1/books/list': toPage([]),
    },
    { route: '/series/$id', at: `/series/${series.id}` },
  );
  await screen.findByRole('heading', { name: 'No books left' });
  expect(screen.getByRole('link', { name: 'Trash' }).getAttribute('href')).toBe('/administration/trash');
  expect(screen.queryByRole('button', { name: 'Find metadata' })).toBeNull();
});
