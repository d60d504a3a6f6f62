import type { Font } from '@lectern/contract/reading/fonts';
import { reason } from '@lectern/contract/reasons';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answers, refuse } from '../../../testing/fake-api.ts';
import { answer, chooseFile, fill, self, show, toId } from '../../../testing/show.tsx';
import type { Preferences } from './preferences-file.ts';
import { ReadingPage } from './reading-page.tsx';

/** Shows the page of a server that stores what it receives. */
function showPreferences(initial: Preferences, answers: Answers = {}) {
  let stored = initial;
  const merge = (part: unknown) => {
    stored = { ...stored, ...(part as Preferences) };
    return stored;
  };
  const shown = show(<ReadingPage />, {
    'GET /api/v1/user/fonts': { fonts: [] },
    'GET /api/v1/lookups': { dictionary: null, translation: null },
    'GET /api/v1/user/preferences': () => stored,
    'PUT /api/v1/user/preferences': ({ body }) => merge(body),
    'PUT /api/v1/user/preferences/{key}': ({ params, body }) =>
      Response.json(merge({ [params.key ?? '']: body })),
    'DELETE /api/v1/user/preferences/{key}': ({ params }) => {
      stored = Object.fromEntries(Object.entries(stored).filter(([key]) => key !== params.key));
      return new Response(null, { status: 204 });
    },
    'DELETE /api/v1/user/preferences': () => {
      stored = {};
      return new Response(null, { status: 204 });
    },
    ...answers,
  });
  return { ...shown, read: () => stored };
}

test('deletes one preference, with an undo', async () => {
  const { user, read } = showPreferences({ 'comic.fit': 'width' });
  await screen.findByText('Other apps');
  await user.click(await screen.findByRole('button', { name: 'Delete comic.fit' }));
  await screen.findByText('No saved preferences');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('comic.fit');
  expect(read()).toEqual({ 'comic.fit': 'width' });
});

test('lists the preferences of this client by name, and those of all series as one', async () => {
  const initial = { 'web.home': {}, 'reader.comic.1': { fit: 'width' }, 'reader.comic.2': { fit: 'height' } };
  const { user, read } = showPreferences(initial);
  const list = within(await screen.findByRole('list', { name: 'Saved preferences' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Home shelvesDelete',
    'Comic reader, by seriesDelete',
  ]);
  await user.click(list.getByRole('button', { name: 'Delete Comic reader, by series' }));
  await waitFor(() => expect(read()).toEqual({ 'web.home': {} }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(read()).toEqual(initial));
});

test('exports all preferences, deletes them, and imports only a file that contains preferences', async () => {
  const initial = { 'comic.fit': 'width', 'home.shelves': ['new'] };
  const { user, changes, read } = showPreferences(initial);
  const exported: Blob[] = [];
  const names: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) exported.push(blob);
    return 'blob:1';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  vi.restoreAllMocks();
  expect(names).toEqual(['lectern-preferences.json']);
  await user.click(screen.getByRole('button', { name: 'Reset all' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset all' }));
  await screen.findByText('No saved preferences');
  const load = async (content: BlobPart) => {
    const input = document.querySelector<HTMLInputElement>('input[accept="application/json"]');
    if (!input) throw new Error('There is no field for a file');
    await user.upload(input, new File([content], 'a.json', { type: 'application/json' }));
  };
  await load('{"a":1}');
  await screen.findByText('This file contains no preferences');
  expect(changes).toEqual([['DELETE /api/v1/user/preferences']]);
  const [file] = exported;
  if (!file) throw new Error('No file was exported');
  await load(file);
  await screen.findByText('2 preferences imported');
  await screen.findByRole('button', { name: 'Delete comic.fit' });
  await waitFor(() => expect(read()).toEqual(initial));
});

test('names the preferences of this client', async () => {
  showPreferences({ 'web.home': { order: [], hidden: [] }, 'web.epub.fonts': 'serif', 'app.theirs': 1 });
  await screen.findByText('Home shelves');
  screen.getByText('app.theirs');
  screen.getByText('Other apps');
  expect(screen.queryByText(/order/)).toBeNull();
});

test('adds own fonts, and removes them after a confirmation', async () => {
  const font: Font = {
    id: toId(6),
    name: 'My Letters',
    format: 'woff2',
    sizeBytes: 2048,
    createdAt: self.createdAt,
  };
  let fonts: Font[] = [];
  const { user } = showPreferences(
    {},
    {
      'GET /api/v1/user/fonts': () => ({ fonts }),
      'GET /api/v1/user/fonts/{id}/file': () => new Response('letters'),
      'POST /api/v1/user/fonts': () => {
        fonts = [font];
        return Response.json(font, { status: 201 });
      },
      'DELETE /api/v1/user/fonts/{id}': () => {
        fonts = [];
        return undefined;
      },
    },
  );
  await screen.findByRole('button', { name: 'Export' });
  await chooseFile(user, new File(['letters'], 'My Letters.woff2'));
  await screen.findByText('My Letters was added');
  await screen.findByText(/^WOFF2 · 2/);
  // jsdom draws no fonts.
  await screen.findByText('This browser can’t use the font.');
  await user.click(screen.getByRole('button', { name: 'Remove My Letters' }));
  await answer(user, /My Letters/, 'Remove');
  await screen.findByText('My Letters was removed');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove My Letters' })).toBeNull());
});

test('reports a file that is not a font', async () => {
  const { user } = showPreferences(
    {},
    { 'POST /api/v1/user/fonts': () => refuse(415, 'unsupported_media_type', reason('not_a_font')) },
  );
  await screen.findByRole('button', { name: 'Export' });
  await chooseFile(user, new File(['Dear reader, no font.'], 'letter.woff2'));
  await screen.findByText('Choose a WOFF2, WOFF, TrueType or OpenType font.');
});

test('saves own dictionaries only with the word in their address', async () => {
  const dictionary = 'https://dictionary.example/{text}';
  const { user, read } = showPreferences({}, { 'GET /api/v1/lookups': { dictionary, translation: null } });
  const field = await screen.findByRole('textbox', { name: 'Look up' });
  await waitFor(() => expect(field).toHaveProperty('placeholder', dictionary));
  await fill(user, field, 'https://own.example/');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByRole('textbox', { name: 'Look up' }).getAttribute('aria-invalid')).toBe('true');
  expect(read()).toEqual({});
  await fill(user, field, 'https://own.example/{text}');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(read()).toMatchObject({ 'web.lookup': { dictionary: 'https://own.example/{text}' } }),
  );
});
