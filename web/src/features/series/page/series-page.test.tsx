import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refuse } from '../../../testing/fake-api.ts';
import { toBook, toList, toSeries, toSeriesMetadata } from '../../../testing/fixtures.ts';
import { chooseItem, show, toId, toPage } from '../../../testing/show.tsx';
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

test('shows the remaining time, the collections, and the folder on demand', async () => {
  const series = toSeries('Saga', { bookCount: 3, unreadCount: 2, path: '/comics/Saga' });
  const alike = toSeries('Monstress', { id: toId(88) });
  const { user } = show(
    <SeriesPage />,
    {
      'GET /api/v1/series/{id}': series,
      'GET /api/v1/series/{id}/metadata': toSeriesMetadata({ publisher: 'Image' }),
      'GET /api/v1/series/{id}/adjacent': { prev: null, next: null },
      'GET /api/v1/series/{id}/time-left': { pages: 60, seconds: 3600 },
      'GET /api/v1/series/{id}/similar': {
        series: [{ series: alike, shared: [{ kind: 'genre', name: 'Fantasy' }] }],
      },
      'GET /api/v1/collections': ({ query }) =>
        toPage(query.memberId === series.id ? [toList('Space operas')] : []),
      'GET /api/v1/user/tracking': { trackers: [] },
      'POST /api/v1/books/list': toPage([toBook('Saga 1')]),
    },
    { route: '/series/$id', at: `/series/${series.id}` },
  );
  await screen.findByText(/2 unread · about 1 hr left$/);
  await screen.findByRole('link', { name: 'Space operas' });
  const similar = await screen.findByRole('region', { name: 'More like this' });
  within(similar).getByText('Fantasy');
  const folder = screen.getByText('/comics/Saga');
  expect(folder.closest('details')?.open).toBe(false);
  await user.click(screen.getByText('File info'));
  expect(folder.closest('details')?.open).toBe(true);
});
