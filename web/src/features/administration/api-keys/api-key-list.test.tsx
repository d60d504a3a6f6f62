import type { ApiKey } from '@lectern/contract/identity/api-keys';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { self, show, toId, toPage } from '../../../testing/show.tsx';
import { ApiKeyList } from './api-key-list.tsx';
import { ApiKeysPage } from './api-keys-page.tsx';

const tablet: ApiKey = {
  id: toId(1),
  userId: self.id,
  name: 'Tablet',
  keyPrefix: 'lct_1234',
  permissions: self.permissions,
  isActive: true,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: self.createdAt,
  updatedAt: self.updatedAt,
};

test('names the owner of each key in the list of all keys', async () => {
  show(<ApiKeysPage />, {
    'GET /api/v1/users': toPage([self]),
    'GET /api/v1/api-keys': ({ query }) => toPage(query.userId === 'all' ? [tablet] : []),
  });
  await screen.findByText('Tablet');
  await screen.findByText(/Owner: admin/);
});

test('shows the secret of a new key once, and limits its permissions', async () => {
  const keys: ApiKey[] = [];
  const { user, changes } = show(<ApiKeyList />, {
    'GET /api/v1/api-keys': () => toPage(keys),
    'POST /api/v1/api-keys': () => {
      keys.push(tablet);
      return { ...tablet, key: 'lct_1234_secret' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Create API key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Tablet');
  await user.click(within(dialog).getByRole('switch', { name: /^Limit permissions/ }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Download files' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create API key' }));
  const secret = await screen.findByRole('dialog', { name: 'The key Tablet' });
  await within(secret).findByDisplayValue('lct_1234_secret');
  await user.click(within(secret).getByRole('button', { name: 'Copy Key' }));
  expect(await navigator.clipboard.readText()).toBe('lct_1234_secret');
  await within(secret).findByRole('status');
  await user.click(within(secret).getByRole('button', { name: 'Done' }));
  await screen.findByText('Tablet');
  expect(screen.queryByDisplayValue('lct_1234_secret')).toBeNull();
  expect(changes).toEqual([
    [
      'POST /api/v1/api-keys',
      {
        name: 'Tablet',
        expiresAt: null,
        permissions: self.permissions.filter((one) => one !== 'files:download'),
      },
    ],
  ]);
});

test('removes the limit of a key, disables it with an undo, and deletes it after a confirmation', async () => {
  let keys: ApiKey[] = [{ ...tablet, permissions: ['books:read'] }];
  const { user, changes } = show(<ApiKeyList />, {
    'GET /api/v1/api-keys': () => toPage(keys),
    'PATCH /api/v1/api-keys/{id}': ({ body }) => {
      const [before = tablet] = keys;
      const after = { ...before, ...toRecord(body) };
      keys = [after];
      return after;
    },
    'DELETE /api/v1/api-keys/{id}': () => {
      keys = [];
      return undefined;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit the key Tablet' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit the key Tablet' });
  await user.click(within(dialog).getByRole('switch', { name: /^Limit permissions/ }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('The key Tablet was saved');
  await screen.findByText(/All permissions of its owner/);
  await user.click(screen.getByRole('button', { name: 'More for Tablet' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  await screen.findByText('The key Tablet is disabled');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(changes).toHaveLength(3));
  await user.click(screen.getByRole('button', { name: 'More for Tablet' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Delete the key Tablet?' });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('The key Tablet was deleted');
  const address = `/api/v1/api-keys/${tablet.id}`;
  expect(changes).toEqual([
    [`PATCH ${address}`, { name: 'Tablet', expiresAt: null, permissions: self.permissions }],
    [`PATCH ${address}`, { isActive: false }],
    [`PATCH ${address}`, { isActive: true }],
    [`DELETE ${address}`],
  ]);
});
