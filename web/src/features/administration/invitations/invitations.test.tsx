import type { Invitation } from '@lectern/contract/identity/invitations';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, choose, fill, self, show, toId, toPage } from '../../../testing/show.tsx';
import { InvitationList } from './invitation-list.tsx';
import { NewInvitation } from './new-invitation.tsx';

const restrictions = { sharedLibraryIds: [], sharingTags: [], maxAgeRating: null, allowUnrated: true };
const nothing = { seriesCount: 0, bookCount: 0, titles: [] };

const invitation: Invitation = {
  id: toId(3),
  state: 'open',
  note: 'Grandma',
  email: null,
  role: 'reader',
  restrictions,
  language: 'en',
  inviter: { id: self.id, username: self.username },
  account: null,
  createdAt: self.createdAt,
  expiresAt: self.createdAt,
  usedAt: null,
};

test('creates an invitation and shows its link once, with its QR code', async () => {
  const { user, changes } = show(<NewInvitation isOpen onClose={() => {}} />, {
    'GET /api/v1/libraries': toPage([]),
    'GET /api/v1/admin/sharing-tags': toPage([]),
    'POST /api/v1/users/restrictions/preview': { visible: nothing, hidden: nothing, hiddenUnratedCount: 0 },
    'POST /api/v1/users/invitations': {
      ...invitation,
      secret: 'a-secret',
      mailError: null,
    },
  });
  const dialog = await screen.findByRole('dialog', { name: 'Invite' });
  await fill(user, await within(dialog).findByRole('textbox', { name: 'Note' }), 'Grandma');
  await choose(user, within(dialog).getByRole('combobox', { name: 'Language' }), 'Deutsch');
  await choose(user, within(dialog).getByRole('combobox', { name: 'Valid for' }), '30 days');
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }));
  const shown = await screen.findByRole('dialog', { name: 'Invitation created' });
  const link = within(shown).getByRole<HTMLTextAreaElement>('textbox', { name: 'Link' });
  expect(link.value).toMatch(/\/join#a-secret$/);
  within(shown).getByRole('img', { name: 'QR code of the link' });
  expect(changes).toEqual([
    [
      'POST /api/v1/users/invitations',
      { note: 'Grandma', role: 'reader', restrictions, language: 'de', expiresInDays: 30 },
    ],
  ]);
});

test('lists invitations with their accounts and revokes an open one', async () => {
  const account = { id: toId(4), username: 'anna' };
  let stored: Invitation[] = [
    invitation,
    { ...invitation, id: toId(5), note: null, state: 'used', account, usedAt: self.createdAt },
  ];
  const { user, changes } = show(<InvitationList />, {
    'GET /api/v1/users/invitations': () => stored,
    'DELETE /api/v1/users/invitations/{id}': ({ params }) => {
      stored = stored.map((one) => (one.id === params.id ? { ...one, state: 'revoked' } : one));
      return undefined;
    },
  });
  await screen.findByText(/^anna joined/);
  await user.click(screen.getByRole('button', { name: 'Revoke Grandma' }));
  await answer(user, 'Revoke Grandma?', 'Revoke');
  await screen.findByText('Revoked');
  expect(screen.queryByRole('button', { name: 'Revoke Grandma' })).toBeNull();
  expect(changes).toEqual([[`DELETE /api/v1/users/invitations/${invitation.id}`]]);
});
