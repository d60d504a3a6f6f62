import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { loadMessages } from '../i18n/messages.ts';
import { showError, showToast } from '../ui/toasts/toasts.tsx';
import { show } from './show.tsx';

test('announces a completed action as a status and a failure as an alert', async () => {
  show(null, {});
  showToast('Saved');
  showError('Failed');
  expect((await screen.findByRole('status')).textContent).toBe('Saved');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('Failed');
  expect(alert.closest('[aria-live=polite]')).not.toBeNull();
});

test('replaces the oldest of three toasts, so that a new one is visible immediately', async () => {
  show(null, {});
  for (const message of ['First', 'Second', 'Third', 'Fourth']) showToast(message);
  const shown = (await screen.findAllByRole('status')).map(({ textContent }) => textContent);
  expect(shown).toEqual(['Second', 'Third', 'Fourth']);
});

test('removes the toast when its action is undone', async () => {
  const { user } = show(null, {});
  await loadMessages('en');
  let undone = 0;
  showToast('Deleted', () => undone++);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(undone).toBe(1);
});
