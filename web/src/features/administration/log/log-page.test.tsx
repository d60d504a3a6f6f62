import type { LogEntry } from '@lectern/contract/system/log';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { choose, self, show } from '../../../testing/show.tsx';
import { LogPage } from './log-page.tsx';

const entries: LogEntry[] = [
  {
    at: self.createdAt,
    level: 'warn',
    message: 'drop folder cannot be used',
    details: '{"problem": "missing"}',
  },
  { at: self.createdAt, level: 'info', message: 'storage is writable again', details: null },
];

test('lists entries, and filters them by level and text', async () => {
  const requests: Record<string, string>[] = [];
  const { user } = show(<LogPage />, {
    'GET /api/v1/admin/log': ({ query }) => {
      requests.push(query);
      return { entries: query.search === 'nothing' ? [] : entries };
    },
  });
  const rows = within(await screen.findByRole('list', { name: 'Log' }));
  const warning = (await rows.findByText('drop folder cannot be used')).closest('li');
  expect(warning?.textContent).toContain('WarningJan 2, 2026');
  expect(warning?.textContent).toContain('{"problem": "missing"}');
  await choose(user, screen.getByRole('combobox', { name: 'Show' }), 'Errors');
  await waitFor(() => expect(requests.at(-1)).toEqual({ level: 'error' }));
  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'nothing');
  await screen.findByText('No messages');
  expect(requests.at(-1)).toEqual({ level: 'error', search: 'nothing' });
});
