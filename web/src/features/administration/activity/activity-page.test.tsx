import type { Activity } from '@lectern/contract/identity/activity';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { choose, self, show, toId, toPage, toUser } from '../../../testing/show.tsx';
import { ActivityPage } from './activity-page.tsx';
import { readActivitySearch } from './search.ts';

const toActivity = (index: number, part: Partial<Activity>): Activity => ({
  id: toId(index),
  at: self.createdAt,
  kind: 'change',
  action: 'users.create',
  summary: 'Create a user',
  userId: self.id,
  username: 'admin',
  via: 'cookie',
  apiKeyId: null,
  address: '127.0.0.1',
  userAgent: 'Firefox',
  entityType: 'user',
  entityId: null,
  entityName: null,
  fields: [],
  ...part,
});
const all = [
  toActivity(1, { entityName: 'zoe', fields: ['username', 'maxAgeRating', 'ids'] }),
  toActivity(2, {
    kind: 'sign_in',
    via: 'password',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }),
  toActivity(3, { kind: 'sign_in_failed', username: null }),
  toActivity(4, { action: 'new.operation', summary: 'Does something new', via: 'other' }),
  toActivity(5, {
    action: 'settings.set',
    entityType: 'setting',
    entityId: 'online.enabled',
    fields: ['value'],
  }),
];

function showActivity(at = '/administration/activity') {
  return show(
    <ActivityPage />,
    {
      'GET /api/v1/users': toPage([toUser('zoe', { id: toId(5) })]),
      'GET /api/v1/admin/activity': ({ query }) =>
        toPage(
          all.filter(
            ({ kind, userId, entityType }) =>
              (query.kind ?? kind) === kind &&
              (query.userId ?? userId) === userId &&
              (query.entityType ?? entityType) === entityType,
          ),
        ),
    },
    { route: '/administration/activity', at, validateSearch: readActivitySearch },
  );
}

test('describes changes as sentences with the labels of the forms, and sign-ins with their device', async () => {
  showActivity();
  const rows = within(await screen.findByRole('list', { name: 'Activity' }));
  const [made, signedIn, failed, unknown, setting] = (await rows.findAllByRole('listitem')).map(
    (row) => row.textContent,
  );
  expect(made).toMatch(/^admin created a user: zoeJan 2, 2026.* · from 127\.0\.0\.1Changed/);
  expect(made).toContain('Changed fields: User name and Maximum age rating');
  expect(made).not.toContain('Firefox');
  expect(signedIn).toMatch(/^admin signed inJan.* · with Firefox · Linux · from 127\.0\.0\.1 · by password$/);
  expect(failed).toMatch(/^Someone tried to sign in with an unknown user nameFailed/);
  // Neither the operation nor the summary of the API description.
  expect(unknown).toMatch(/^admin made a changeJan.*from 127\.0\.0\.1$/);
  expect(setting).toMatch(/^admin changed a setting: Allow Internet access.*from 127\.0\.0\.1$/);
});

test('filters by event, user and object, and stores the filters in the address', async () => {
  const { user, search } = showActivity();
  await choose(user, await screen.findByRole('combobox', { name: 'Event' }), 'Signed in');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(search()).toBe('?kind=sign_in');
  await choose(user, screen.getByRole('combobox', { name: 'User' }), 'zoe');
  await screen.findByText('No activity');
  await choose(user, screen.getByRole('combobox', { name: 'Object' }), 'Accounts');
  await waitFor(() => expect(search()).toBe(`?kind=sign_in&userId=${toId(5)}&entityType=user`));
});

test('applies the filters of the address, and ignores invalid ones', async () => {
  showActivity('/administration/activity?kind=sign_in_failed&page=-1');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(screen.getByRole('combobox', { name: 'Event' })).toHaveProperty('value', 'Sign-in failed');
});
