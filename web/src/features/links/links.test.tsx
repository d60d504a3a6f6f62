import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { saveUser } from '../../api/accounts.ts';
import { setLanguage } from '../../i18n/language.ts';
import { type Answers, refuse } from '../../testing/fake-api.ts';
import { fill, self, show } from '../../testing/show.tsx';
import { JoinPage } from './join-page.tsx';
import { ResetPage } from './reset-page.tsx';

afterEach(() => {
  setLanguage('en');
  localStorage.clear();
});

const showJoin = (answers: Answers = {}) =>
  show(
    <JoinPage />,
    {
      'POST /api/v1/auth/invitation/check': {
        inviter: 'admin',
        role: 'reader',
        language: null,
        expiresAt: self.createdAt,
      },
      'POST /api/v1/auth/browser/join': { user: self },
      ...answers,
    },
    { route: '/join', at: '/join#a-secret', isPublic: true },
  );

test('creates an account with the secret of the link', async () => {
  const page = showJoin();
  await screen.findByRole('heading', { name: 'admin invites you to Lectern' });
  expect(screen.queryByRole('status')).toBeNull();
  await fill(page.user, screen.getByLabelText(/^User name/), 'anna');
  await fill(page.user, screen.getByLabelText(/^E-mail/), 'anna@example.org');
  await fill(page.user, screen.getByLabelText(/^Password/), 'a password');
  await page.user.click(screen.getByRole('button', { name: 'Create an account' }));
  await waitFor(() => expect(page.path()).toBe('/'));
  expect(page.changes).toEqual([
    [
      'POST /api/v1/auth/browser/join',
      { username: 'anna', email: 'anna@example.org', password: 'a password', secret: 'a-secret' },
    ],
  ]);
});

test('names the account that is signed in', async () => {
  saveUser({ id: self.id, username: 'berta' });
  showJoin();
  expect((await screen.findByRole('status')).textContent).toMatch(/^You are signed in as berta[.]/);
  screen.getByRole('link', { name: 'Continue as berta' });
});

test('uses the language of the invitation unless one was chosen', async () => {
  showJoin({
    'POST /api/v1/auth/invitation/check': {
      inviter: 'admin',
      role: 'reader',
      language: 'de',
      expiresAt: self.createdAt,
    },
  });
  await screen.findByRole('heading', { name: 'admin lädt dich zu Lectern ein' });
});

test.each([
  [refuse(404, 'not_found'), 'This link is not valid. Check that it is complete.'],
  [refuse(410, 'gone'), 'gone'],
])('explains why a link does not work', async (refusal, message) => {
  showJoin({ 'POST /api/v1/auth/invitation/check': () => refusal.clone() });
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('sets a new password, and then asks for it at the sign-in', async () => {
  const page = show(
    <ResetPage />,
    {
      'POST /api/v1/auth/password-reset/check': { username: 'anna', expiresAt: self.createdAt },
      'POST /api/v1/auth/password-reset': undefined,
    },
    { route: '/reset', at: '/reset#a-secret', isPublic: true },
  );
  await fill(page.user, await screen.findByLabelText(/^New password/), 'a new password');
  await page.user.click(screen.getByRole('button', { name: 'Set password' }));
  await waitFor(() => expect(page.path() + page.search()).toBe('/sign-in?name=anna'));
  expect(page.changes).toEqual([
    ['POST /api/v1/auth/password-reset', { secret: 'a-secret', password: 'a new password' }],
  ]);
});
