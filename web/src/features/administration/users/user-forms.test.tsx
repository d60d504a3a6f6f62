import type { SharingTag } from '@lectern/contract/identity/sharing-tags';
import type { Restrictions, RestrictionsPreview } from '@lectern/contract/identity/users';
import { rolePermissions } from '@lectern/contract/values';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readyServer, toSeries } from '../../../testing/fixtures.ts';
import { choose, self, show, toId, toPage, toUser } from '../../../testing/show.tsx';
import { toChild } from './child-preset.ts';
import { ExtraPermissions } from './extra-permissions.tsx';
import { NewUser } from './new-user.tsx';
import { ResetLink } from './reset-link.tsx';
import { ResetPassword } from './reset-password.tsx';
import { RestrictionsForm } from './restrictions-form.tsx';
import { UserViewPage } from './view-page.tsx';

const free: Restrictions = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: null, allowUnrated: true };

const preview: RestrictionsPreview = {
  visible: { seriesCount: 2, bookCount: 5, titles: ['Bamse', 'Tintin'] },
  hidden: { seriesCount: 3, bookCount: 9, titles: ['Preacher'] },
  hiddenUnratedCount: 1,
};
const noTags = toPage<SharingTag>([]);

test('creates an account with its restrictions, shows what it will see, and shows its password', async () => {
  const lea = toUser('lea');
  const previewed: unknown[] = [];
  const { user, changes } = show(<NewUser isOpen onClose={() => {}} />, {
    'GET /api/v1/libraries': () => Response.json(toPage([{ id: toId(7), name: 'Kids' }])),
    'GET /api/v1/admin/sharing-tags': noTags,
    'POST /api/v1/users/restrictions/preview': ({ body }) => {
      previewed.push(body);
      return preview;
    },
    'POST /api/v1/users': lea,
  });
  const dialog = await screen.findByRole('dialog', { name: 'Add user' });
  await user.type(await within(dialog).findByRole('textbox', { name: 'User name' }), 'lea');
  await user.type(within(dialog).getByRole('textbox', { name: 'E-mail (optional)' }), 'lea@example.org');
  await user.click(within(dialog).getByRole('button', { name: 'Generate' }));
  await choose(user, within(dialog).getByRole('combobox', { name: 'Allowed libraries' }), 'Kids');
  expect(within(dialog).queryByRole('switch')).toBeNull();
  await user.type(within(dialog).getByRole('textbox', { name: 'Maximum age rating' }), '12');
  const restrictions = { ...free, sharedLibraryIds: [toId(7)], maxAgeRating: 12, allowUnrated: false };
  await waitFor(() => expect(previewed.at(-1)).toEqual(restrictions));
  const seen = within(dialog).getByRole('region', { name: 'What this user will see' });
  within(seen).getByText('Visible: 2 of 5 series');
  within(seen).getByText('Bamse · Tintin');
  within(seen).getByText('Hidden: 3 series, 1 without an age rating');
  await user.click(within(dialog).getByRole('button', { name: 'Create user' }));
  const secret = await screen.findByRole('dialog', { name: 'User lea created' });
  const password: unknown = expect.stringMatching(/^.{16,}$/);
  expect(changes).toEqual([
    [
      'POST /api/v1/users',
      { username: 'lea', email: 'lea@example.org', password, role: 'reader', restrictions },
    ],
  ]);
  const [[, created] = []] = changes;
  expect(created).toHaveProperty(
    'password',
    within(secret).getByRole<HTMLInputElement>('textbox', { name: 'Password' }).value,
  );
});

test('creates a child with an age limit, without unrated series and downloads', async () => {
  const { user, changes } = show(<NewUser isOpen onClose={() => {}} />, {
    'GET /api/v1/libraries': () => Response.json(toPage([{ id: toId(7), name: 'Kids' }])),
    'GET /api/v1/admin/sharing-tags': noTags,
    'POST /api/v1/users/restrictions/preview': preview,
    'POST /api/v1/users': toUser('lea'),
  });
  await user.click(await screen.findByRole('radio', { name: 'Child' }));
  await screen.findByText(/^A child sees series up to the age limit/);
  await user.type(screen.getByRole('textbox', { name: 'User name' }), 'lea');
  await user.type(screen.getByRole('textbox', { name: /^E-mail/ }), 'lea@example.org');
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  await screen.findByRole('dialog', { name: 'User lea created' });
  const [[, body] = []] = changes;
  expect(body).toMatchObject({
    role: 'child',
    restrictions: { ...free, maxAgeRating: 12, allowUnrated: false },
  });
  expect(rolePermissions.child).not.toContain('files:download');
  expect(toChild({ ...free, maxAgeRating: 6 }).maxAgeRating).toBe(6);
});

test('shows what a user sees, by library', async () => {
  const asked: (string | undefined)[] = [];
  const { user } = show(
    <UserViewPage />,
    {
      'GET /api/v1/users/{id}': toUser('lea', { role: 'child', permissions: [...rolePermissions.child] }),
      'GET /api/v1/users/{id}/view/libraries': [{ id: toId(7), name: 'Kids', seriesCount: 1, bookCount: 3 }],
      'GET /api/v1/users/{id}/view/series': ({ query }) => {
        asked.push(query.libraryId);
        return toPage([toSeries('Bamse')]);
      },
    },
    { route: '/administration/users/$id/view', at: `/administration/users/${toId(1)}/view` },
  );
  await screen.findByRole('heading', { name: 'What lea sees' });
  screen.getByText('lea cannot download files.');
  expect(screen.getByRole('link', { name: /Bamse/ }).getAttribute('href')).toMatch(/^\/series\//);
  await choose(user, screen.getByRole('combobox', { name: 'Library' }), 'Kids (1)');
  await waitFor(() => expect(asked).toEqual([undefined, toId(7)]));
});

test("starts with the caller's own restrictions, and shows unrated series only when allowed", async () => {
  const steward = toUser('steward', { permissions: ['users:read', 'users:write'] });
  const own = { ...free, sharedLibraryIds: [toId(7)] };
  const { user, changes } = show(<NewUser isOpen onClose={() => {}} />, {
    'GET /api/v1/auth/me': steward,
    'GET /api/v1/users/{id}/restrictions': own,
    'GET /api/v1/libraries': () => Response.json(toPage([{ id: toId(7), name: 'Kids' }])),
    'GET /api/v1/admin/sharing-tags': noTags,
    'POST /api/v1/users/restrictions/preview': preview,
    'POST /api/v1/users': toUser('lea'),
  });
  await user.type(await screen.findByRole('textbox', { name: 'User name' }), 'lea');
  await user.type(screen.getByRole('textbox', { name: 'E-mail (optional)' }), 'lea@example.org');
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  await user.type(screen.getByRole('textbox', { name: 'Maximum age rating' }), '9');
  await user.click(screen.getByRole('switch', { name: 'Show series without an age rating' }));
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  await screen.findByRole('dialog', { name: 'User lea created' });
  const [[, body] = []] = changes;
  expect(body).toMatchObject({ restrictions: { ...own, maxAgeRating: 9, allowUnrated: true } });
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

test('creates a reset link and shows it once, with its QR code', async () => {
  const ben = toUser('ben');
  const { user, changes } = show(<ResetLink user={ben} />, {
    'POST /api/v1/users/{id}/password-reset': {
      secret: 'a-secret',
      expiresAt: self.createdAt,
      mailError: null,
    },
  });
  await choose(user, await screen.findByRole('combobox', { name: /link valid for$/ }), '1 hour');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  const shown = await screen.findByRole('dialog', { name: 'Password reset for ben' });
  expect(within(shown).getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toMatch(
    /\/reset#a-secret$/,
  );
  within(shown).getByRole('img', { name: 'QR code of the link' });
  expect(changes).toEqual([[`POST /api/v1/users/${ben.id}/password-reset`, { expiresInHours: 1 }]]);
});

test('sends a reset link by e-mail, and shows it with the error if that fails', async () => {
  const ben = toUser('ben');
  const { user, changes } = show(<ResetLink user={ben} />, {
    'GET /api/v1/setup/status': { ...readyServer, mailEnabled: true },
    'POST /api/v1/users/{id}/password-reset': {
      secret: 'a-secret',
      expiresAt: self.createdAt,
      mailError: { reason: 'mail_refused', message: 'The mail server refused the message.' },
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: `Also send the link to ${ben.email}` }));
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  const shown = await screen.findByRole('dialog', { name: 'Password reset for ben' });
  within(shown).getByText(/was not sent. The mail server refused the message.$/);
  within(shown).getByRole('textbox', { name: 'Link' });
  expect(changes).toEqual([
    [`POST /api/v1/users/${ben.id}/password-reset`, { expiresInHours: 24, sendMail: true, language: 'en' }],
  ]);
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
    'POST /api/v1/users/restrictions/preview': preview,
    'GET /api/v1/users/{id}/restrictions': () => stored,
    'PUT /api/v1/users/{id}/restrictions': ({ body }) => {
      stored = body as Restrictions;
      return stored;
    },
  });
  const chooseIn = async (field: string, option: string) =>
    choose(user, await screen.findByRole('combobox', { name: field }), option);
  const save = () => user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByPlaceholderText('All libraries');
  await chooseIn('Allowed libraries', 'Kids');
  await save();
  await screen.findByText('The restrictions of kim were saved');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByPlaceholderText('All libraries');
  await chooseIn('Allowed tags', 'For all ages');
  await save();
  await waitFor(() => expect(changes).toHaveLength(3));
  await chooseIn('Blocked tags', 'For all ages');
  await save();
  await waitFor(() => expect(changes).toHaveLength(4));
  expect(changes.map(([, body]) => body)).toEqual([
    { ...free, sharedLibraryIds: [toId(7)] },
    free,
    { ...free, sharingTags: [{ tagId: tag.id, access: 'allow' }] },
    { ...free, sharingTags: [{ tagId: tag.id, access: 'deny' }] },
  ]);
});
