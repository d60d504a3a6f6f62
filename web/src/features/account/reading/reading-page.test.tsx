import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../../testing/show.tsx';
import type { Preferences } from './preferences-file.ts';
import { ReadingPage } from './reading-page.tsx';

/** Shows the page of a server that stores what it receives. */
function showPreferences(initial: Preferences) {
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
