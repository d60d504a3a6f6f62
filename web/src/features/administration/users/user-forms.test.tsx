import type { Restrictions } from '@lectern/contract/identity/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { self, show, toId, toPage, toUser } from '../../../testing/show.tsx';
import { ExtraPermissions } from './extra-permissions.tsx';
import { NewUser } from './new-user.tsx';
import { ResetPassword } from './reset-password.tsx';
import { RestrictionsForm } from './restrictions-form.tsx';

const free: Restrictions = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: null, allowUnrated: true };

test('restricts a new account before it becomes active, and shows its password', async () => {
  const lea = toUser('lea');
  const { user, changes } = show(<NewUser isOpen onClose={() => {}} />, {
    'POST /api/v1/users': lea,
    'GET /api/v1/users/{id}/restrictions': free,
    'PUT /api/v1/users/{id}/restrictions': free,
    'PATCH /api/v1/users/{id}': lea,
  });
  const dialog = await screen.findByRole('dialog', { name: 'Add user' });
  await user.type(within(dialog).getByRole('textbox', { name: 'User name' }), 'lea');
  await user.type(within(dialog).getByRole('textbox', { name: 'E-mail' }), 'lea@example.org');
  await user.click(within(dialog).getByRole('button', { name: 'Generate' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Maximum age rating' }), '12');
  await user.click(within(dialog).getByRole('switch', { name: 'Show series without an age rating' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create user' }));
  const secret = await screen.findByRole('dialog', { name: 'User lea created' });
  const password: unknown = expect.stringMatching(/^.{16,}$/);
  expect(changes).toEqual([
    [
      'POST /api/v1/users',
      { username: 'lea', email: 'lea@example.org', password, role: 'reader', isActive: false },
    ],
    [`PUT /api/v1/users/${lea.id}/restrictions`, { ...free, maxAgeRating: 12, allowUnrated: false }],
    [`PATCH /api/v1/users/${lea.id}`, { isActive: true }],
  ]);
  const [[, created] = []] = changes;
  expect(created).toHaveProperty(
    'password',
    within(secret).getByRole<HTMLInputElement>('textbox', { name: 'Password' }).value,
  );
});

test('sets a generated password and shows it once', async () => {
  const ben = toUser('ben');
  const { user, changes } = show(<ResetPassword user={ben} />, { 'PATCH /api/v1/users/{id}': ben });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'New password' });
  expect([field.required, field.minLength]).toEqual([true, 8]);
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  await user.click(screen.getByRole('button', { name: 'Set password' }));
  const secret = await screen.findByRole('dialog', { name: 'Password for ben' });
  const password = within(secret).getByRole<HTMLInputElement>('textbox', { name: 'Password' }).value;
  expect(changes).toEqual([[`PATCH /api/v1/users/${ben.id}`, { password, endEverything: false }]]);
  await user.click(within(secret).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByDisplayValue(password)).toBeNull());
});

test('adds a permission to those of the role, which cannot be removed', async () => {
  const eva = toUser('eva', { permissions: ['books:read', 'pages:read'] });
  const { user, changes } = show(<ExtraPermissions user={eva} />, { 'PATCH /api/v1/users/{id}': eva });
  expect(await screen.findByRole('checkbox', { name: 'Read pages' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('checkbox', { name: 'View tasks' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('eva was saved');
  await user.click(screen.getByRole('checkbox', { name: 'View tasks' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(changes).toHaveLength(2));
  const address = `PATCH /api/v1/users/${eva.id}`;
  expect(changes).toEqual([
    [address, { permissions: ['tasks:read'] }],
    [address, { permissions: [] }],
  ]);
});

test('restricts a user to a library, with an undo, and by tags', async () => {
  const kim = toUser('kim');
  let stored = free;
  const times = { createdAt: self.createdAt, updatedAt: self.updatedAt };
  const tag = { ...times, id: toId(8), name: 'For all ages', description: null, seriesCount: 1 };
  const { user, changes } = show(<RestrictionsForm user={kim} />, {
    'GET /api/v1/libraries': () => Response.json(toPage([{ id: toId(7), name: 'Kids' }])),
    'GET /api/v1/admin/sharing-tags': toPage([tag]),
    'GET /api/v1/users/{id}/restrictions': () => stored,
    'PUT /api/v1/users/{id}/restrictions': ({ body }) => {
      stored = body as Restrictions;
      return stored;
    },
  });
  const choose = async (field: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByPlaceholderText('All libraries');
  await choose('Allowed libraries', 'Kids');
  await save();
  await screen.findByText('The restrictions of kim were saved');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByPlaceholderText('All libraries');
  await choose('Allowed tags', 'For all ages');
  await save();
  await waitFor(() => expect(changes).toHaveLength(3));
  await choose('Blocked tags', 'For all ages');
  await save();
  await waitFor(() => expect(changes).toHaveLength(4));
  expect(changes.map(([, body]) => body)).toEqual([
    { ...free, sharedLibraryIds: [toId(7)] },
    free,
    { ...free, sharingTags: [{ tagId: tag.id, access: 'allow' }] },
    { ...free, sharingTags: [{ tagId: tag.id, access: 'deny' }] },
  ]);
});
