import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toList, toSeries } from '../../testing/fixtures.ts';
import { show, toId, toPage } from '../../testing/show.tsx';
import { AddDialog, type AddProps } from './add-dialog.tsx';

const lists = [
  toList('Dark tales', { memberCount: 1 }),
  toList('Light tales', { id: toId(51) }),
  toList('Everything new', { id: toId(52), automatic: true }),
];

function showDialog(props: Partial<AddProps> = {}) {
  const done: string[] = [];
  const shown = show(
    <AddDialog
      kind="collections"
      ids={[toId(20), toId(21)]}
      onClose={() => done.push('closed')}
      onDone={() => done.push('done')}
      {...props}
    />,
    {
      'GET /api/v1/collections': ({ query }) =>
        toPage(lists.filter(({ name }) => name.toLowerCase().includes((query.search ?? '').toLowerCase()))),
      'GET /api/v1/collections/{id}/series': toPage([toSeries('Saga', { id: toId(20) })]),
      'POST /api/v1/collections/{id}/series': toList('Dark tales'),
      'DELETE /api/v1/collections/{id}/series/{memberId}': () => undefined,
      'POST /api/v1/collections': ({ body }) => toList(String(toRecord(body).name), { id: toId(53) }),
      'DELETE /api/v1/collections/{id}': () => undefined,
    },
  );
  return { ...shown, done };
}

test('adds only new series to a collection, and undoes exactly that', async () => {
  const { user, changes, done } = showDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add to a collection' }));
  const list = await dialog.findByRole('button', { name: /^Dark tales/ });
  within(list).getByText('1 series');
  await user.click(list);
  await screen.findByText('1 added to “Dark tales”.');
  expect(done).toEqual(['closed', 'done']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  const address = `/api/v1/collections/${toId(50)}/series`;
  await waitFor(() =>
    expect(changes).toEqual([[`POST ${address}`, { ids: [toId(21)] }], [`DELETE ${address}/${toId(21)}`]]),
  );
});

test('reports series that are already in a collection, without an undo', async () => {
  const { user, changes } = showDialog({ ids: [toId(20)] });
  await user.click(await screen.findByRole('button', { name: /^Dark tales/ }));
  await screen.findByText('All are already in “Dark tales”.');
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(changes).toEqual([]);
});

test('names a single series', async () => {
  const { user } = showDialog({ ids: [toId(21)], title: 'Berserk' });
  await user.click(await screen.findByRole('button', { name: /^Dark tales/ }));
  await screen.findByText('Berserk was added to Dark tales');
});

test('finds collections by name, offers no automatic ones, and creates a new one', async () => {
  const { user, changes } = showDialog();
  await screen.findByRole('button', { name: /^Light tales/ });
  expect(screen.queryByText('Everything new')).toBeNull();
  const field = screen.getByRole('textbox', { name: 'Name' });
  await user.type(field, 'DARK TALES');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Light tales/ })).toBeNull());
  expect(screen.queryByRole('button', { name: /^New collection/ })).toBeNull();
  await user.clear(field);
  await user.type(field, 'By the sea');
  await user.click(await screen.findByRole('button', { name: 'New collection: By the sea' }));
  await screen.findByText('2 added to “By the sea”.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes).toEqual([
      ['POST /api/v1/collections', { name: 'By the sea', ids: [toId(20), toId(21)] }],
      [`DELETE /api/v1/collections/${toId(53)}`],
    ]),
  );
});
