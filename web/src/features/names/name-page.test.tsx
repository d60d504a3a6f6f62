import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { toBook, toLibrary, toSeries } from '../../testing/fixtures.ts';
import { show, toId, toPage } from '../../testing/show.tsx';
import { NamesPage } from './names-page.tsx';
import { readNameSearch } from './search.ts';

const related = { author: ['Dave Gibbons'], genre: ['Drama'], tag: [], publisher: ['DC'], storyArc: [] };

const showPage = (at: string, answers: Answers = {}) =>
  show(
    <NamesPage />,
    {
      'GET /api/v1/libraries': toPage([toLibrary('Novels', { kind: 'books' })]),
      'GET /api/v1/related-names': { kind: 'author', name: 'Alan Moore', roles: ['writer'], related },
      'POST /api/v1/series/list': toPage([toSeries('Watchmen')]),
      'POST /api/v1/books/list': ({ query }) =>
        query.pageSize === '1'
          ? { ...toPage([]), total: 1 }
          : toPage([toBook('Watchmen 1'), toBook('Watchmen 2', { id: toId(42) })]),
      ...answers,
    },
    { route: at.split('?')[0] ?? '', at, validateSearch: readNameSearch },
  );

test('shows the roles, progress and related names of a person', async () => {
  const { user, search } = showPage('/authors?name=Alan%20Moore');
  await screen.findByRole('heading', { level: 1, name: 'Alan Moore' });
  screen.getByText('Person · Writer');
  screen.getByText('1 of 2 read');
  const link = screen.getByRole('link', { name: 'Dave Gibbons' });
  expect(link.getAttribute('href')).toBe('/authors?name=Dave+Gibbons');
  expect(screen.getByRole('link', { name: 'DC' }).getAttribute('href')).toBe('/publishers?name=DC');
  expect(screen.queryByText('Related tags')).toBeNull();
  await user.click(screen.getByText('2 books'));
  await waitFor(() => expect(search()).toContain('show=books'));
});

test('lists the books of a story arc by date', async () => {
  const sorts: (string | undefined)[] = [];
  showPage('/story-arcs?name=Zero%20Year', {
    'GET /api/v1/related-names': { kind: 'storyArc', name: 'Zero Year', roles: [], related },
    'POST /api/v1/books/list': ({ query }) => {
      sorts.push(query.sort);
      return toPage([toBook('Batman 21')]);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Zero Year' });
  expect(sorts).toContain('releaseDate,asc');
  expect(screen.queryByText('1 series')).toBeNull();
});

test('lists all names, and finds some', async () => {
  const { user } = showPage('/genres', {
    'GET /api/v1/genres': ({ query }) =>
      toPage(
        ['Drama', 'Horror']
          .filter((name) => name.includes(query.search ?? ''))
          .map((name, i) => ({ id: toId(i), name, seriesCount: 3 })),
      ),
  });
  const list = await screen.findByRole('list', { name: 'Genres' });
  await within(list).findByRole('link', { name: /^Drama/ });
  await user.type(screen.getByRole('searchbox', { name: 'Search Genres' }), 'Hor');
  await waitFor(() => expect(within(list).queryByRole('link', { name: /^Drama/ })).toBeNull());
  const link = within(list).getByRole('link', { name: /^Horror/ });
  expect(link.getAttribute('href')).toBe('/genres?name=Horror');
});

test('lists the authors of a library of books as one of its tabs', async () => {
  const asked: (string | undefined)[] = [];
  showPage(`/authors?library=${toId(7)}`, {
    'GET /api/v1/authors': ({ query }) => {
      asked.push(query.libraryId);
      return toPage([{ id: toId(1), name: 'Jane Austen', seriesCount: 6 }]);
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Novels' });
  expect(screen.getByRole('link', { name: 'Authors' }).getAttribute('aria-current')).toBe('page');
  await screen.findByRole('link', { name: /^Jane Austen/ });
  expect(asked).toContain(toId(7));
});

test.each([
  [
    { name: 1984, show: 'books' },
    { name: '1984', show: 'books' },
  ],
  [{ name: ' ', show: 'pages' }, {}],
])('reads the search %j', (raw, search) => expect(readNameSearch(raw)).toEqual(search));
