import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { GlobalKeys } from './global-keys.tsx';

beforeEach(() => localStorage.clear());

const open = () =>
  show(
    <>
      <GlobalKeys />
      <input aria-label="Title" />
    </>,
    {},
    { route: '/series', at: '/series?sort=title' },
  );

test('shows the keyboard shortcuts with ?', async () => {
  const { user } = open();
  await screen.findByLabelText('Title');
  await user.keyboard('?');
  await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  await screen.findByText('Select the focused card');
});

test('goes to a page with g and its letter, but not while typing', async () => {
  const { user, search } = open();
  const field = await screen.findByLabelText('Title');
  await user.click(field);
  await user.keyboard('gs');
  expect(search()).toBe('?sort=title');
  field.blur();
  await user.keyboard('gs');
  await waitFor(() => expect(search()).toBe(''));
});

test('ignores letters if they are turned off', async () => {
  const { user, search } = open();
  await screen.findByLabelText('Title');
  await user.keyboard('?');
  await user.click(await screen.findByRole('switch', { name: 'Single-letter shortcuts' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('gs');
  expect(search()).toBe('?sort=title');
});
