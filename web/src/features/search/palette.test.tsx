import type { Series } from '@lectern/contract/libraries/series';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { Answers } from '../../testing/fake-api.ts';
import { self, show, toId, toPage, toUser } from '../../testing/show.tsx';
import { SearchPalette } from './palette.tsx';

const toSeries = (title: string): Series => ({
  id: toId(title.length),
  libraryId: toId(1),
  libraryName: 'Comics',
  title,
  titleSort: null,
  summary: null,
  publisher: null,
  year: null,
  status: null,
  language: null,
  ageRating: null,
  readingDirection: null,
  path: null,
  bookCount: 2,
  unreadCount: 2,
  inProgressCount: 0,
  coverVersion: '1',
  thumbHash: null,
  hasCustomCover: false,
  bookOrder: 'reading_order',
  specials: 'after',
  wantToRead: false,
  createdAt: self.createdAt,
  updatedAt: self.updatedAt,
});

const isIn = (body: unknown, text: string) => JSON.stringify(body).includes(text);

/** A server with the series Watchmen and Saga, which corrects `wathcmen`. */
const answers: Answers = {
  'GET /api/v1/filter-presets': { presets: [] },
  'GET /api/v1/libraries': toPage([]),
  'POST /api/v1/series/list': ({ body }) => {
    if (isIn(body, 'wathcmen')) return { ...toPage([toSeries('Watchmen')]), correctedSearch: 'watchmen' };
    return toPage(['Watchmen', 'Saga'].filter((title) => isIn(body, title.toLowerCase())).map(toSeries));
  },
  'POST /api/v1/books/list': toPage([]),
  'GET /api/v1/authors': ({ query }) =>
    toPage(query.search === 'moore' ? [{ id: toId(41), name: 'Alan Moore', seriesCount: 1 }] : []),
  'GET /api/v1/genres': toPage([]),
  'GET /api/v1/tags': toPage([]),
  'GET /api/v1/publishers': toPage([]),
  'GET /api/v1/story-arcs': toPage([]),
  'GET /api/v1/collections': toPage([]),
  'GET /api/v1/readlists': toPage([]),
};

const destinations = [{ path: '/statistics', label: 'Statistics' }];

function Palette() {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return <p>closed</p>;
  return (
    <SearchPalette
      destinations={destinations}
      typed={typed}
      setTyped={setTyped}
      onClose={() => setOpen(false)}
    />
  );
}

const findField = () => screen.findByRole('combobox', { name: /^Search series/ });
const findOption = (name: string | RegExp) => screen.findByRole('option', { name });

beforeEach(() => localStorage.clear());

test('lists series and opens the selected one with the keys', async () => {
  const { user, path } = show(<Palette />, answers);
  const field = await findField();
  await user.type(field, 'saga');
  const option = await findOption(/^Saga/);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(field.getAttribute('aria-activedescendant')).toBe(option.id);
  expect(option.getAttribute('aria-selected')).toBe('true');
  expect(within(screen.getByRole('listbox')).getByRole('group', { name: 'Series' }).contains(option)).toBe(
    true,
  );
  await user.keyboard('{Enter}');
  await waitFor(() => expect(path()).toBe(`/series/${toId(4)}`));
  expect(screen.getByText('closed')).toBeDefined();
});

test('shows which text the results are for, and leads back to the typed one', async () => {
  const { user, path, search } = show(<Palette />, answers);
  await user.type(await findField(), 'wathcmen');
  await findOption(/^Watchmen/);
  expect(screen.getByText('Showing results for “watchmen”')).toBeDefined();
  await findOption('See all results for “watchmen”');
  await user.click(await findOption('Search only for “wathcmen”'));
  await waitFor(() => expect(path()).toBe('/search'));
  expect(Object.fromEntries(new URLSearchParams(search()))).toEqual({ q: 'wathcmen', exact: 'true' });
});

test('hides corrected results of one kind if the other kind has results for the text', async () => {
  const book = { ...toSeries('Wathcmen'), seriesName: 'Errata' };
  // Only the fields that the palette shows.
  const found = { ...toPage([]), data: [book], total: 1 } as never;
  const { user } = show(<Palette />, { ...answers, 'POST /api/v1/books/list': found });
  await user.type(await findField(), 'wathcmen');
  await findOption(/^Wathcmen/);
  expect(screen.queryByRole('option', { name: /^Watchmen/ })).toBeNull();
  expect(screen.queryByText(/^Showing results/)).toBeNull();
});

test('shows that nothing was found', async () => {
  const { user } = show(<Palette />, answers);
  await user.type(await findField(), 'nothing alike');
  await screen.findByText('No results for “nothing alike”');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Advanced search']);
});

test('opens the page of a person', async () => {
  const { user, path, search } = show(<Palette />, answers);
  await user.type(await findField(), 'moore');
  await user.click(await findOption('Alan Moore'));
  await waitFor(() => expect(path()).toBe('/authors'));
  expect(search()).toContain('Alan');
});

test('opens pages of settings, and runs commands', async () => {
  const library = { id: toId(7), name: 'Comics' };
  const withLibrary: Answers = {
    ...answers,
    // Only the fields that the palette shows.
    'GET /api/v1/libraries': toPage([library]) as never,
    'POST /api/v1/libraries/{id}/scan': () => Response.json({}),
  };
  const { user, changes } = show(<Palette />, withLibrary);
  await user.type(await findField(), 'sharing tags');
  await findOption(/^Sharing tags/);
  await user.clear(await findField());
  await user.type(await findField(), 'scan');
  await user.click(await findOption('Scan Comics'));
  await waitFor(() => expect(changes).toEqual([[`POST /api/v1/libraries/${toId(7)}/scan`]]));
});

test('offers readers no page of the administration and no command', async () => {
  const reader = toUser('reader', { permissions: ['series:read', 'books:read'] });
  const { user } = show(<Palette />, { ...answers, 'GET /api/v1/auth/me': reader });
  await user.type(await findField(), 'sharing tags');
  await screen.findByText('No results for “sharing tags”');
  await user.clear(await findField());
  await user.type(await findField(), 'add');
  await screen.findByText('No results for “add”');
});
