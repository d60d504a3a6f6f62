import type { Credential } from '@lectern/contract/identity/credentials';
import { toRecord } from '@lectern/contract/records';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../testing/fake-api.ts';
import { readyServer } from '../../../testing/fixtures.ts';
import { answer, choose, chooseItem, self, show, toId, toPage, toUser } from '../../../testing/show.tsx';
import { UserPage } from './user-page.tsx';
import { UsersPage } from './users-page.tsx';

const ben = toUser('ben', { id: toId(5) });
const kobo: Credential = {
  id: toId(8),
  kind: 'kobo',
  name: 'Libra',
  createdAt: self.createdAt,
  lastUsedAt: null,
};

/** The answers of a server that stores what it receives. */
function storeUsers(me = self): Answers {
  let users = [self, ben];
  let devices = [kobo];
  return {
    'GET /api/v1/auth/me': me,
    'GET /api/v1/setup/status': { ...readyServer, invitationsEnabled: true },
    'GET /api/v1/users/invitations': [],
    'GET /api/v1/users': () => toPage(users),
    'GET /api/v1/users/{id}': ({ params }) => users.find(({ id }) => id === params.id) ?? ben,
    'PATCH /api/v1/users/{id}': ({ params, body }) => {
      users = users.map((user) => (user.id === params.id ? { ...user, ...toRecord(body) } : user));
      return users.find(({ id }) => id === params.id) ?? ben;
    },
    'DELETE /api/v1/users/{id}': ({ params }) => {
      users = users.filter(({ id }) => id !== params.id);
      return undefined;
    },
    'GET /api/v1/users/{id}/restrictions': {
      sharedLibraryIds: [],
      sharingTags: [],
      maxAgeRating: null,
      allowUnrated: true,
    },
    'GET /api/v1/users/{id}/credentials': () => devices,
    'DELETE /api/v1/users/{id}/credentials/{credentialId}': () => {
      devices = [];
      return undefined;
    },
    'DELETE /api/v1/users/{id}/credentials': () => undefined,
    'GET /api/v1/libraries': toPage([]),
    'GET /api/v1/admin/sharing-tags': toPage([]),
    'GET /api/v1/api-keys': toPage([]),
  };
}
const showUser = (id: string, answers: Answers) =>
  show(<UserPage />, answers, { route: '/administration/users/$id', at: `/administration/users/${id}` });

test('lists all users, disables one with undo, and deletes one after the name is typed', async () => {
  const { user, changes } = show(<UsersPage />, storeUsers());
  await screen.findByText('ben@example.org · Never signed in');
  screen.getByText('You');
  expect(screen.queryByRole('button', { name: 'More for admin' })).toBeNull();
  await chooseItem(user, 'More for ben', 'Disable');
  await screen.findByText('ben was disabled');
  await screen.findByText('Disabled');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('Disabled')).toBeNull());
  await chooseItem(user, 'More for ben', 'Delete user');
  const question = within(await screen.findByRole('dialog', { name: 'Delete the user ben?' }));
  expect(question.getByRole('button', { name: 'Delete user' })).toHaveProperty('disabled', true);
  await user.type(question.getByRole('textbox', { name: 'Type ben to confirm' }), 'ben');
  await user.click(question.getByRole('button', { name: 'Delete user' }));
  await screen.findByText('The user ben was deleted');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Edit ben' })).toBeNull());
  expect(changes).toEqual([
    [`PATCH /api/v1/users/${ben.id}`, { isActive: false }],
    [`PATCH /api/v1/users/${ben.id}`, { isActive: true }],
    [`DELETE /api/v1/users/${ben.id}`],
  ]);
});

test('offers only what the permissions allow', async () => {
  show(<UsersPage />, storeUsers({ ...self, permissions: ['users:read'] }));
  await screen.findByRole('link', { name: 'Edit ben' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('changes the name, e-mail address and role of a user', async () => {
  const { user, changes } = showUser(ben.id, storeUsers());
  const account = within(await screen.findByRole('region', { name: 'Account' }));
  const name = account.getByRole('textbox', { name: 'User name' });
  await user.clear(name);
  await user.type(name, 'benjamin');
  await choose(user, account.getByRole('combobox', { name: 'Role' }), 'Maintainer');
  await user.click(account.getByRole('button', { name: 'Save' }));
  await screen.findByText('benjamin was saved');
  await screen.findByRole('heading', { name: 'benjamin' });
  expect(changes).toEqual([
    [`PATCH /api/v1/users/${ben.id}`, { username: 'benjamin', email: 'ben@example.org', role: 'maintainer' }],
  ]);
});

test('deletes a user on their page, which leads to all users', async () => {
  const { user, path } = showUser(ben.id, storeUsers());
  await user.click(await screen.findByRole('button', { name: 'Delete user' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete the user ben?' }));
  await user.type(question.getByRole('textbox'), 'ben{Enter}');
  await screen.findByText('The user ben was deleted');
  await waitFor(() => expect(path()).toBe('/administration/users'));
});

test('disconnects an e-reader, and revokes all access', async () => {
  const { user, changes } = showUser(ben.id, storeUsers());
  const devices = within(await screen.findByRole('region', { name: 'Devices' }));
  await devices.findByText('Kobo · Never used');
  await user.click(devices.getByRole('button', { name: 'Disconnect Libra' }));
  await answer(user, 'Disconnect Libra?', 'Disconnect');
  await screen.findByText('Libra was disconnected');
  await devices.findByText('No e-readers');
  await user.click(devices.getByRole('button', { name: 'Revoke all keys, devices and sessions' }));
  await answer(user, 'Revoke all access of ben?', 'Revoke all keys, devices and sessions');
  await screen.findByText('All keys, devices and sessions of ben were revoked');
  const address = `DELETE /api/v1/users/${ben.id}/credentials`;
  expect(changes).toEqual([[`${address}/${kobo.id}`], [address]]);
});

test('administrators cannot delete themselves, or reset their own password here', async () => {
  showUser(self.id, storeUsers());
  await screen.findByRole('region', { name: 'Account' });
  expect(screen.queryByRole('region', { name: 'New password' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Devices' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete user' })).toBeNull();
});
