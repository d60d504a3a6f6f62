import { toRecord } from '@lectern/contract/records';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { toList, toPreset } from '../../../testing/fixtures.ts';
import { choose, show, toId } from '../../../testing/show.tsx';
import { ListForm } from './list-form.tsx';

const preset = toPreset('With a C');
const answers: Answers = {
  'GET /api/v1/filter-presets': { presets: [preset] },
  'POST /api/v1/collections': ({ body }) => toList(String(toRecord(body).name)),
  'POST /api/v1/readlists': ({ body }) => toList(String(toRecord(body).name)),
  'PATCH /api/v1/collections/{id}': toList('Old name'),
};

test('creates a collection and opens it', async () => {
  const { user, changes, path } = show(<ListForm kind="collections" onClose={() => {}} />, answers);
  const create = await screen.findByRole('button', { name: 'Create' });
  expect(create).toHaveProperty('disabled', true);
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Dark tales ');
  await user.type(screen.getByRole('textbox', { name: 'Description' }), 'Not for children');
  await user.click(create);
  await waitFor(() => expect(path()).toBe(`/collections/${toId(50)}`));
  expect(changes).toEqual([
    ['POST /api/v1/collections', { name: 'Dark tales', summary: 'Not for children', ordered: false }],
  ]);
});

test('a read list is in custom order by default', async () => {
  const { user, changes } = show(<ListForm kind="readlists" onClose={() => {}} />, answers);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Crossover{Enter}');
  await waitFor(() =>
    expect(changes).toEqual([
      ['POST /api/v1/readlists', { name: 'Crossover', summary: null, ordered: true }],
    ]),
  );
});

test('renames a collection and lets it follow a preset', async () => {
  const closed: string[] = [];
  const { user, changes } = show(
    <ListForm kind="collections" list={toList('Old name')} onClose={() => closed.push('closed')} />,
    answers,
  );
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'New name');
  await user.click(screen.getByRole('radio', { name: 'From a preset' }));
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  expect(screen.queryByRole('switch', { name: 'Custom order' })).toBeNull();
  await choose(user, await screen.findByRole('combobox', { name: 'Preset' }), 'With a C');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(closed).toEqual(['closed']));
  const body = { name: 'New name', summary: null, ordered: false, condition: preset.condition };
  expect(changes).toEqual([[`PATCH /api/v1/collections/${toId(50)}`, body]]);
});

test('fixes the contents of an automatic collection', async () => {
  const list = toList('Crime', { automatic: true, ordered: false });
  const { user, changes } = show(<ListForm kind="collections" list={list} onClose={() => {}} />, answers);
  await screen.findByPlaceholderText('Keep the current condition');
  await user.click(screen.getByRole('radio', { name: 'Manual' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes[0]?.[1]).toEqual({ name: 'Crime', summary: null, ordered: false, condition: null });
});

test('explains that there are no presets', async () => {
  const { user } = show(<ListForm kind="collections" onClose={() => {}} />, {
    'GET /api/v1/filter-presets': { presets: [] },
  });
  await user.click(await screen.findByRole('radio', { name: 'From a preset' }));
  await screen.findByText('No presets yet. Save one while browsing.');
});
