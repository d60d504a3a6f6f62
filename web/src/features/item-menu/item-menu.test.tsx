import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { toBook, toBookMetadata } from '../../testing/fixtures.ts';
import { self, show } from '../../testing/show.tsx';
import { CardActionsContext, ItemCard } from '../books/index.tsx';
import { ItemMenu } from './item-menu.tsx';

/** Shows a card and its menu. `edited` lists the books whose editor was opened. */
function open(permissions = self.permissions) {
  const edited: string[] = [];
  const shown = show(
    <CardActionsContext value={() => null}>
      <ItemCard item={toBook('Saga 001')}>
        <button type="button">Saga 001</button>
      </ItemCard>
      <ItemMenu />
    </CardActionsContext>,
    {
      'GET /api/v1/auth/me': { ...self, role: 'reader', permissions },
      'GET /api/v1/books/{id}/metadata': ({ params }) => {
        edited.push(params.id ?? '');
        return toBookMetadata({ title: 'Saga 001' });
      },
    },
  );
  return { ...shown, edited };
}

test('edits the focused card with E', async () => {
  const { user, edited } = open();
  (await screen.findByRole('button', { name: 'Saga 001' })).focus();
  await user.keyboard('e');
  await waitFor(() => expect(edited).toEqual([toBook('Saga 001').id]));
});

test('does not edit with E without the permission', async () => {
  const { user, edited } = open(['books:read']);
  (await screen.findByRole('button', { name: 'Saga 001' })).focus();
  await user.keyboard('e');
  // The menu still opens.
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await screen.findByRole('menu');
  expect(edited).toEqual([]);
});
