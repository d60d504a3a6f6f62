import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import { Link } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toBookMetadata, toSeriesMetadata } from '../../../testing/fixtures.ts';
import { answer, choose, fill, self, show, toId, toPage } from '../../../testing/show.tsx';
import { MetadataEditor } from './editor.tsx';

const book = toBookMetadata({ title: 'Saga 001', summary: 'By the file.', genres: ['Fantasy'] });

function showBook(metadata: BookMetadata, fail?: () => Response) {
  const closed: string[] = [];
  const shown = show(
    <>
      <MetadataEditor noun="books" id={toId(30)} metadata={metadata} onClose={() => closed.push('closed')} />
      <Link to="/notes">Elsewhere</Link>
    </>,
    {
      'PATCH /api/v1/books/{id}/metadata': () => fail?.() ?? metadata,
      'PUT /api/v1/books/{id}/metadata/locks': ({ body }) => Response.json({ locks: body }),
      'DELETE /api/v1/books/{id}/metadata': () => Response.json(metadata),
    },
  );
  return { ...shown, closed };
}
const address = `/api/v1/books/${toId(30)}/metadata`;

test('saves only changed fields, which it locks', async () => {
  const { user, changes, closed } = showBook(book);
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  screen.getByRole('button', { name: 'Lock Summary' });
  const summary = screen.getByRole('textbox', { name: 'Summary' });
  await fill(user, summary, 'By hand.');
  screen.getByRole('button', { name: 'Unlock Summary' });
  await user.click(screen.getByRole('button', { name: 'Lock Genres' }));
  screen.getByText('2 fields changed');
  await user.click(save);
  await screen.findByText('Saved');
  expect(closed).toEqual(['closed']);
  expect(changes).toEqual([
    [`PATCH ${address}`, { summary: 'By hand.' }],
    [`PUT ${address}/locks`, { genres: true }],
  ]);
});

test('returns to the file’s value when a lock is removed', async () => {
  const { user, changes } = showBook({ ...book, summary: 'By hand.', locks: { summary: true } });
  await user.click(await screen.findByRole('button', { name: 'Unlock Summary' }));
  await screen.findByText('Will be reset to the file’s value');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes).toEqual([[`PUT ${address}/locks`, { summary: false }]]));
});

test('names the source of each value until it is changed', async () => {
  const origin = { provider: 'catalog', providerName: 'The catalog', at: self.createdAt };
  const { user } = showBook({
    ...book,
    origins: {
      title: { ...origin, from: 'provider' },
      summary: { ...origin, from: 'files' },
      genres: { ...origin, from: 'person' },
    },
  });
  expect((await screen.findByText('From The catalog')).closest('[title]')?.getAttribute('title')).toMatch(
    /^Since Jan 2/,
  );
  screen.getByText('From the file');
  screen.getByText('Edited manually');
  await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
  expect(screen.queryByText('From The catalog')).toBeNull();
});

test('rejects invalid values before they are sent', async () => {
  const { user, changes } = showBook(book);
  await user.type(await screen.findByRole('textbox', { name: 'Volume' }), 'two');
  await user.type(screen.getByRole('textbox', { name: /^Released/ }), 'May');
  await fill(user, screen.getByRole('textbox', { name: /^Custom metadata/ }), 'no json');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Some fields are not valid.');
  screen.getByText('Enter a whole number');
  screen.getByText('Enter a year, month or day: 2020, 2020-05, 2020-05-31', { selector: '[class*=error]' });
  screen.getByText('Not valid JSON');
  expect(screen.getByRole('textbox', { name: 'Volume' })).toBe(document.activeElement);
  expect(changes).toEqual([]);
});

test('shows the errors of the server at their fields, and keeps the values', async () => {
  const { user, closed } = showBook(book, () =>
    Response.json(
      {
        error: 'validation_failed',
        message: 'Some values are not valid.',
        details: {
          issues: [
            { path: 'body.ageRating', message: 'Too large', code: 'too_big', params: { maximum: 99 } },
          ],
        },
      },
      { status: 400 },
    ),
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Age rating' });
  await user.type(field, '300');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Some fields are not valid.');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field).toBe(document.activeElement);
  expect([field.value, closed]).toEqual(['300', []]);
});

test('asks before changes are discarded, also when the page is left', async () => {
  const { user, changes, closed, path } = showBook(book);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Subtitle' });
  await fill(user, field, 'Half typed');
  await user.keyboard('{Escape}');
  await answer(user, 'Discard changes?', 'Keep editing');
  expect(field.value).toBe('Half typed');
  await user.click(screen.getByText('Elsewhere'));
  await answer(user, 'Discard changes?', 'Keep editing');
  expect(path()).toBe('/');
  await user.click(
    within(screen.getByRole('dialog', { name: 'Edit book' })).getByRole('button', { name: 'Cancel' }),
  );
  await answer(user, 'Discard changes?', 'Discard changes');
  expect([closed, changes]).toEqual([['closed'], []]);
});

test('closes without a question if nothing was changed', async () => {
  const { user, closed } = showBook(book);
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(closed).toEqual(['closed']);
});

test('resets all fields to the file metadata after a confirmation', async () => {
  const { user, changes } = showBook({ ...book, locks: { summary: true } });
  await user.click(await screen.findByRole('button', { name: 'Reset to file metadata' }));
  expect(changes).toEqual([]);
  await answer(user, 'Reset to file metadata', 'Reset to file metadata');
  await screen.findByText('Saved');
  expect(changes).toEqual([[`DELETE ${address}`]]);
});

function showSeries(metadata: SeriesMetadata) {
  return show(<MetadataEditor noun="series" id={toId(20)} metadata={metadata} onClose={() => {}} />, {
    'GET /api/v1/genres': toPage([{ id: toId(1), name: 'Space opera', seriesCount: 1 }]),
    'GET /api/v1/authors': toPage([]),
    'PATCH /api/v1/series/{id}/metadata': metadata,
  });
}

test('adds people, alternative titles, suggested genres and a status to a series', async () => {
  const { user, changes } = showSeries(toSeriesMetadata({ genres: ['Fantasy'] }));
  await user.click(await screen.findByRole('button', { name: 'Add to People' }));
  await fill(user, screen.getByRole('combobox', { name: 'Name 1' }), 'Fiona Staples');
  await choose(user, screen.getByRole('combobox', { name: 'Role 1' }), 'Penciller');
  await user.click(screen.getByRole('button', { name: 'Add to Alternate titles' }));
  await user.type(screen.getByRole('textbox', { name: 'Title 1' }), 'サーガ');
  await user.type(screen.getByRole('combobox', { name: 'Genres' }), 'space');
  await user.click(await screen.findByRole('option', { name: 'Space opera' }));
  await choose(user, screen.getByRole('combobox', { name: 'Status' }), 'On hiatus');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(changes).toEqual([
    [
      `PATCH /api/v1/series/${toId(20)}/metadata`,
      {
        authors: [{ name: 'Fiona Staples', role: 'penciller', sortName: null }],
        alternateTitles: [{ title: 'サーガ' }],
        genres: ['Fantasy', 'Space opera'],
        status: 'hiatus',
      },
    ],
  ]);
});

test('accepts only links to web addresses, and removes rows', async () => {
  const { user, changes } = showSeries(
    toSeriesMetadata({ externalLinks: [{ id: '1', sourceName: 'Old', url: 'https://old.example' }] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Remove Old' }));
  await user.click(screen.getByRole('button', { name: 'Add to Links' }));
  const links = within(screen.getByRole('group', { name: 'Links' }));
  await fill(user, links.getByRole('textbox', { name: 'Site 1' }), 'Publisher');
  const url = links.getByRole('textbox', { name: 'Address 1' });
  await fill(user, url, 'javascript:alert(1)');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await links.findByText('Enter an address that starts with http:// or https://');
  await fill(user, url, 'https://publisher.example/saga');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(changes.map(([, body]) => body)).toEqual([
    { externalLinks: [{ sourceName: 'Publisher', url: 'https://publisher.example/saga' }] },
  ]);
});
