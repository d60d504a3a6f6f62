import { reason } from '@lectern/contract/reasons';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { saveUser } from '../../api/accounts.ts';
import { type Answers, refuse } from '../../testing/fake-api.ts';
import { readyServer } from '../../testing/fixtures.ts';
import { self, show, toId } from '../../testing/show.tsx';
import { ForgottenPage } from './forgotten-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

afterEach(() => localStorage.clear());

const status = { ...readyServer, registrationEnabled: true, invitationsEnabled: true };

const showSignIn = (answers: Answers = {}, search = '') =>
  show(
    <SignInPage />,
    {
      'GET /api/v1/setup/status': status,
      'GET /api/v1/auth/oidc/providers': [],
      'POST /api/v1/auth/browser/login': { user: self },
      ...answers,
    },
    { route: '/sign-in', at: `/sign-in${search}`, isPublic: true },
  );
const fill = async ({ user }: { user: ReturnType<typeof show>['user'] }, password = 'a password{Enter}') => {
  await user.type(await screen.findByLabelText(/^User name/), 'mia');
  await user.type(screen.getByLabelText(/^Password/), password);
};

test('leads to the requested page', async () => {
  const page = showSignIn({}, '?next=/series');
  await fill(page);
  await waitFor(() => expect(page.path()).toBe('/series'));
  expect(page.changes).toEqual([
    ['POST /api/v1/auth/browser/login', { username: 'mia', password: 'a password' }],
  ]);
});

test('does not lead to another server', async () => {
  const page = showSignIn({}, '?next=//other.example');
  await fill(page);
  await waitFor(() => expect(page.path()).toBe('/'));
});

test('reports a wrong password, which can be typed again', async () => {
  let count = 0;
  const page = showSignIn({
    'POST /api/v1/auth/browser/login': () => {
      count += 1;
      return count > 1 ? { user: self } : refuse(401, 'unauthorized');
    },
  });
  await fill(page);
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong user name or password.');
  // It is selected, so that typing replaces it.
  await page.user.keyboard('the right one{Enter}');
  await waitFor(() => expect(page.path()).toBe('/'));
  expect(page.changes.at(-1)?.[1]).toEqual({ username: 'mia', password: 'the right one' });
});

test('reports when to try again after too many attempts', async () => {
  const page = showSignIn({
    'POST /api/v1/auth/browser/login': () =>
      Response.json(
        { error: 'rate_limit_exceeded', message: 'Too many attempts', retry_after: 17 },
        { status: 429 },
      ),
  });
  await fill(page);
  await screen.findByText('Too many attempts. Try again in 17 seconds.');
});

test.each([
  ['denied', /^Not signed in: you cancelled/],
  ['conflict', 'An account with your e-mail address exists. Sign in with its password.'],
  ['forbidden', /^You have no access to this server/],
  ['unauthorized', /could not be verified/],
  ['unavailable', /^The sign-in provider does not respond/],
  ['constructor', /^The sign-in was not completed/],
])('reports the failure of a sign-in provider: %s', async (fault, words) => {
  showSignIn({}, `?fault=${fault}`);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(words));
});

test('reports that a session has expired', async () => {
  showSignIn({}, '?isOver=true');
  await screen.findByText(/^Your session has expired/);
});

test('asks for the password of a known account', async () => {
  showSignIn({}, '?name=admin');
  await screen.findByText('Enter the password to continue as admin.');
  expect(screen.getByLabelText(/^User name/)).toHaveProperty('value', 'admin');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/));
});

test('reports a sign-in provider that does not respond', async () => {
  const { user, changes } = showSignIn({
    'GET /api/v1/auth/oidc/providers': [{ id: 'home', name: 'Home ID' }],
    'POST /api/v1/auth/oidc/{provider}/login': () => refuse(503, 'unavailable'),
  });
  await user.click(await screen.findByRole('button', { name: 'Sign in with Home ID' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The sign-in provider does not respond/);
  expect(changes).toEqual([['POST /api/v1/auth/oidc/home/login', { redirectTo: '/' }]]);
});

describe('the profiles of this device', () => {
  const aProfile = { id: toId(5), username: 'lea' };
  const locked = () => refuse(401, 'unauthorized', reason('profile_locked'));

  test('need their PIN if they are locked, and their password after too many attempts', async () => {
    saveUser(aProfile);
    let count = 0;
    const page = showSignIn({
      'GET /api/v1/auth/me': () => refuse(401, 'unauthorized'),
      'POST /api/v1/auth/browser/resume': locked,
      'POST /api/v1/auth/browser/unlock': () => {
        count += 1;
        return count > 1
          ? refuse(401, 'unauthorized', reason('pin_used_up'))
          : refuse(401, 'unauthorized', reason('wrong_pin', { left: 4 }));
      },
    });
    await page.user.click(await screen.findByRole('button', { name: 'Continue as lea' }));
    await page.user.type(await screen.findByLabelText(/^PIN of lea/), '9999{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong PIN. Attempts left: 4.');
    // It is selected, so that typing replaces it.
    await page.user.keyboard('8888{Enter}');
    await screen.findByText('Too many wrong PINs. Enter the password.');
    expect(page.changes.map(([, body]) => body)).toEqual([
      { userId: aProfile.id },
      { userId: aProfile.id, pin: '9999' },
      { userId: aProfile.id, pin: '8888' },
    ]);
    await page.user.click(screen.getByRole('button', { name: 'Use the password instead' }));
    await screen.findByText('Enter the password to continue as lea.');
  });

  test('are unlocked by the PIN', async () => {
    saveUser(aProfile);
    const page = showSignIn(
      { 'POST /api/v1/auth/browser/unlock': { user: { ...self, ...aProfile } } },
      `?locked=${aProfile.id}&next=/series`,
    );
    await page.user.type(await screen.findByLabelText(/^PIN of lea/), '2580{Enter}');
    await waitFor(() => expect(page.path()).toBe('/series'));
  });
});

test('offers an account only where the server permits it', async () => {
  showSignIn({ 'GET /api/v1/setup/status': { ...status, registrationEnabled: false } });
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull();
});

test('reports a name that is taken, and creates an account under another', async () => {
  let isTaken = true;
  const { user, changes, path } = show(
    <RegisterPage />,
    {
      'POST /api/v1/auth/browser/register': () => (isTaken ? refuse(409, 'conflict') : { user: self }),
    },
    { route: '/sign-in/new', at: '/sign-in/new?next=/series', isPublic: true },
  );
  await user.type(await screen.findByLabelText(/^User name/), 'emma');
  await user.type(screen.getByLabelText(/^E-mail/), 'mia@example.org');
  await user.type(screen.getByLabelText(/^Password/), 'a password{Enter}');
  await screen.findByText('An account with this name or e-mail address already exists.');
  isTaken = false;
  await user.click(screen.getByRole('button', { name: 'Create an account' }));
  await waitFor(() => expect(path()).toBe('/series'));
  const account = { username: 'emma', email: 'mia@example.org', password: 'a password' };
  expect(changes.map(([, body]) => body)).toEqual([account, account]);
});

test('offers a link by e-mail only if the server sends links', async () => {
  showSignIn();
  await screen.findByRole('button', { name: 'Sign in' });
  expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
});

test('requests a link that sets a new password', async () => {
  const { user, changes } = show(
    <ForgottenPage />,
    { 'POST /api/v1/auth/password-reset/request': undefined },
    { route: '/sign-in/forgotten', at: '/sign-in/forgotten', isPublic: true },
  );
  await user.type(await screen.findByRole('textbox', { name: 'User name or e-mail' }), ' anna ');
  await user.click(screen.getByRole('button', { name: 'Send link' }));
  await screen.findByText(/^If the account has an e-mail address, a link is on its way/);
  expect(changes).toEqual([['POST /api/v1/auth/password-reset/request', { login: 'anna', language: 'en' }]]);
});

test('registers without an e-mail address', async () => {
  const { user, changes, path } = show(
    <RegisterPage />,
    { 'POST /api/v1/auth/browser/register': { user: self } },
    { route: '/sign-in/new', at: '/sign-in/new?next=/series', isPublic: true },
  );
  await user.type(await screen.findByLabelText(/^User name/), 'emma');
  await user.type(screen.getByLabelText(/^Password/), 'a password{Enter}');
  await waitFor(() => expect(path()).toBe('/series'));
  expect(changes.map(([, body]) => body)).toEqual([{ username: 'emma', password: 'a password' }]);
});
