import type { SharingTag } from '@lectern/contract/identity/sharing-tags';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { self, show, toId, toPage } from '../../../testing/show.tsx';
import { SharingTagsPage } from './sharing-tags-page.tsx';

const adults: SharingTag = {
  id: toId(1),
  name: 'For adults',
  description: null,
  seriesCount: 0,
  createdAt: self.createdAt,
  updatedAt: self.updatedAt,
};

test('creates a tag and lists it', async () => {
  const tags: SharingTag[] = [];
  const { user, changes } = show(<SharingTagsPage />, {
    'GET /api/v1/admin/sharing-tags': () => toPage(tags),
    'POST /api/v1/admin/sharing-tags': () => {
      tags.push(adults);
      return adults;
    },
  });
  await screen.findByText('No tags yet');
  await user.click(await screen.findByRole('button', { name: 'Create tag' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create tag' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'For adults');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('The tag For adults was saved');
  await screen.findByRole('button', { name: 'Edit the tag For adults' });
  expect(changes).toEqual([['POST /api/v1/admin/sharing-tags', { name: 'For adults', description: null }]]);
});
