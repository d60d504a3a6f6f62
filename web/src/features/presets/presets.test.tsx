import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toLibrary, toPreset } from '../../testing/fixtures.ts';
import { chooseItem, show, toId, toPage } from '../../testing/show.tsx';
import { PresetsPage } from './presets-page.tsx';
import { SavePreset } from './save-preset.tsx';

const crime = toPreset('Crime');
const night = toPreset('At night', {
  id: toId(61),
  target: 'books',
  libraryId: toId(7),
  query: 'moon',
  position: 1,
});

/** The answers of a server that stores what it receives. */
function storePresets(...initial: FilterPreset[]) {
  let presets = initial;
  return {
    'GET /api/v1/libraries': toPage([toLibrary('Comics')]),
    'GET /api/v1/filter-presets': () => ({ presets }),
    'PUT /api/v1/filter-presets/{id}': ({
      params,
      body,
    }: {
      params: Record<string, string>;
      body: unknown;
    }) => {
      presets = presets.map((one) => (one.id === params.id ? { ...one, ...toRecord(body) } : one));
      return presets.find(({ id }) => id === params.id) ?? crime;
    },
    'POST /api/v1/filter-presets': ({ body }: { body: unknown }) => {
      const made = { ...toPreset(''), id: toId(70 + presets.length), ...toRecord(body) };
      presets = [...presets, made];
      return made;
    },
    'DELETE /api/v1/filter-presets/{id}': ({ params }: { params: Record<string, string> }) => {
      presets = presets.filter(({ id }) => id !== params.id);
      return undefined;
    },
  };
}
const listNames = () =>
  screen.getAllByRole('listitem').map((row) => within(row).getByRole('link').textContent);

test('explains presets while there are none', async () => {
  show(<PresetsPage />, storePresets());
  await screen.findByRole('heading', { name: 'No presets yet' });
});

test('describes each preset and opens its results', async () => {
  show(<PresetsPage />, storePresets(crime, night));
  const [first, second] = await screen.findAllByRole('listitem');
  if (!first || !second) throw new Error('No presets are listed');
  within(first).getByText('Series · Genre is Crime');
  await within(second).findByText('Books · Comics · “moon” · Genre is Crime');
  const href = within(second).getByRole('link', { name: 'At night' }).getAttribute('href') ?? '';
  const search = new URL(href, 'http://localhost').searchParams;
  expect([href.split('?')[0], search.get('library'), search.get('q')]).toEqual(['/books', toId(7), 'moon']);
});

test('renames, pins and sorts presets', async () => {
  const { user, changes } = show(<PresetsPage />, storePresets(crime, night));
  await chooseItem(user, 'More for Crime', 'Rename');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'Murder{Enter}');
  await screen.findByRole('link', { name: 'Murder' });
  await chooseItem(user, 'More for At night', 'Move up');
  await waitFor(() => expect(listNames()).toEqual(['At night', 'Murder']));
  await user.click(screen.getByRole('button', { name: 'Pin Murder' }));
  await waitFor(() => expect(listNames()).toEqual(['Murder', 'At night']));
  expect(screen.getByRole('button', { name: 'Pin Murder' }).getAttribute('aria-pressed')).toBe('true');
  expect(changes.map(([, body]) => toRecord(body))).toMatchObject([
    { name: 'Murder', position: 0 },
    { name: 'At night', position: 0 },
    { name: 'Murder', position: 1 },
    { name: 'Murder', pinned: true },
  ]);
});

test('deletes a preset, with undo', async () => {
  const { user } = show(<PresetsPage />, storePresets(crime));
  await chooseItem(user, 'More for Crime', 'Delete');
  await screen.findByText('“Crime” was deleted.');
  await screen.findByRole('heading', { name: 'No presets yet' });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('link', { name: 'Crime' });
});

const query = {
  scope: 'list',
  target: 'books',
  filter: { genre: { operator: 'is', value: 'Crime' } },
} as const;

test('saves a list as a new preset', async () => {
  const closed: string[] = [];
  const { user, changes } = show(
    <SavePreset presetQuery={{ ...query, sort: 'year,desc' }} onClose={() => closed.push('closed')} />,
    storePresets(),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as preset' }));
  dialog.getByText('Genre is Crime');
  expect(dialog.getByRole('button', { name: 'Save as preset' })).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('combobox', { name: 'Name' }), 'Crime at night');
  await user.click(dialog.getByRole('checkbox', { name: 'Pin to home' }));
  await user.click(dialog.getByRole('button', { name: 'Save as preset' }));
  await screen.findByText('“Crime at night” was saved.');
  expect(closed).toEqual(['closed']);
  expect(changes).toEqual([
    [
      'POST /api/v1/filter-presets',
      {
        scope: 'list',
        target: 'books',
        name: 'Crime at night',
        condition: query.filter,
        libraryId: null,
        query: null,
        sort: 'year,desc',
        pinned: true,
      },
    ],
  ]);
});

test('overwrites the preset with the same name, and keeps its pin', async () => {
  const { user, changes } = show(
    <SavePreset presetQuery={query} onClose={() => {}} />,
    storePresets({ ...night, pinned: true }),
  );
  await user.type(await screen.findByRole('combobox', { name: 'Name' }), 'at NIGHT');
  await user.click(await screen.findByRole('button', { name: 'Overwrite' }));
  await screen.findByText('“At night” was saved.');
  expect(changes).toEqual([
    [
      `PUT /api/v1/filter-presets/${night.id}`,
      { name: 'At night', condition: query.filter, libraryId: null, query: null, sort: null, pinned: true },
    ],
  ]);
});

test('refuses the name of a preset of another type', async () => {
  const { user, changes } = show(<SavePreset presetQuery={query} onClose={() => {}} />, storePresets(crime));
  await user.type(await screen.findByRole('combobox', { name: 'Name' }), 'crime{Enter}');
  await screen.findByText('A preset of another type has this name.');
  expect(changes).toEqual([]);
});
