import { reason } from '@lectern/contract/reasons';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Output } from '../../../api/routes.ts';
import {
  applyAccountLanguage,
  findOwnLanguage,
  getLanguage,
  setLanguage,
  setOwnLanguage,
} from '../../../i18n/language.ts';
import { refuse } from '../../../testing/fake-api.ts';
import { readyServer } from '../../../testing/fixtures.ts';
import { choose, fill, self, show, toId } from '../../../testing/show.tsx';
import { LanguageSelect } from './language-select.tsx';
import { PasswordForm } from './password-form.tsx';
import { PinSection } from './pin-section.tsx';
import { SignedInAt } from './signed-in-at.tsx';

type OwnSession = Output<'GET /api/v1/auth/sessions'>[number];

const toSession = (index: number, client: string): OwnSession => ({
  id: toId(index),
  isCurrent: index === 1,
  client,
  createdAt: self.createdAt,
  lastSeenAt: self.createdAt,
  expiresAt: self.createdAt,
});
const desk = toSession(1, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
const phone = toSession(
  2,
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
);

/** Shows the sessions of a server that ends them. */
function showSessions() {
  let sessions = [desk, phone];
  return show(<SignedInAt />, {
    'GET /api/v1/setup/status': { ...readyServer, quickConnectEnabled: true },
    'GET /api/v1/auth/sessions': () => sessions,
    'DELETE /api/v1/auth/sessions/{id}': ({ params }) => {
      sessions = sessions.filter(({ id }) => id !== params.id);
      return undefined;
    },
    'DELETE /api/v1/auth/sessions': () => {
      sessions = sessions.filter(({ isCurrent }) => isCurrent);
      return undefined;
    },
  });
}

test('signs another device out, and never offers that for the current one', async () => {
  const { user, changes } = showSessions();
  await screen.findByText('Chrome · Android');
  expect(screen.getAllByText('In use')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^Sign out .* · / })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Sign out Chrome · Android' }));
  await screen.findByText('Chrome · Android was signed out');
  await waitFor(() => expect(screen.queryByText('Chrome · Android')).toBeNull());
  expect(changes).toEqual([[`DELETE /api/v1/auth/sessions/${phone.id}`]]);
});

test('signs out everywhere else after a confirmation', async () => {
  const { user, changes } = showSessions();
  await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }));
  const question = await screen.findByRole('dialog', { name: 'Sign out everywhere else?' });
  expect(changes).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }));
  await screen.findByText('Signed out everywhere else');
  const list = screen.getByRole('list', { name: 'Active sessions' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
  expect(changes).toEqual([['DELETE /api/v1/auth/sessions']]);
});

test('shows why a password is refused, keeps the fields, and clears them after the change', async () => {
  const bodies: unknown[] = [];
  const { user } = show(<PasswordForm username="anna" />, {
    'PUT /api/v1/user/password': ({ body }) => {
      bodies.push(body);
      return bodies.length === 1
        ? Response.json({ error: 'forbidden', message: 'The password is wrong.' }, { status: 403 })
        : undefined;
    },
  });
  const current = await screen.findByLabelText<HTMLInputElement>(/^Current password/);
  const next = screen.getByLabelText<HTMLInputElement>(/^New password/);
  await user.type(current, 'not the password');
  await user.type(next, 'another good password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByRole('alert');
  expect(next.value).toBe('another good password');
  await user.clear(current);
  await user.type(current, 'the password');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await screen.findByText(/^Password changed/);
  expect([current.value, next.value]).toEqual(['', '']);
  expect(bodies[1]).toEqual({
    currentPassword: 'the password',
    newPassword: 'another good password',
    endEverything: false,
  });
});

test('sets a PIN with the password, and reports a PIN that is easy to guess', async () => {
  let isSet = false;
  const { user, changes } = show(<PinSection />, {
    'GET /api/v1/user/pin': () => ({ isSet, lockedBrowserCount: 1 }),
    'PUT /api/v1/user/pin': ({ body }) => {
      const { pin } = body as { pin: string | null };
      if (pin === '1234') return refuse(400, 'validation_failed', reason('pin_too_simple'));
      isSet = pin !== null;
      return undefined;
    },
  });
  const type = async (pin: string) => {
    await fill(user, await screen.findByLabelText(/^New PIN/), pin);
    await fill(user, screen.getByLabelText(/^Current password/), 'a password');
  };
  await type('1234');
  await user.click(screen.getByRole('button', { name: 'Set PIN' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This PIN is easy to guess/);
  await type('2580');
  await user.click(screen.getByRole('button', { name: 'Set PIN' }));
  await screen.findByText('Your profile has a PIN. It is locked on 1 device.');
  await fill(user, screen.getByLabelText(/^Current password/), 'a password');
  await user.click(screen.getByRole('button', { name: 'Remove PIN' }));
  await screen.findByText('PIN removed');
  expect(changes.slice(1)).toEqual([
    ['PUT /api/v1/user/pin', { currentPassword: 'a password', pin: '2580' }],
    ['PUT /api/v1/user/pin', { currentPassword: 'a password', pin: null }],
  ]);
});

describe('the language', () => {
  afterEach(() => {
    setOwnLanguage(self.id, undefined);
    setLanguage('en');
  });

  test('is stored with the account', async () => {
    setLanguage('de');
    const { user, changes } = show(<LanguageSelect />, { 'PUT /api/v1/user/language': undefined });
    await choose(user, await screen.findByRole('combobox', { name: 'Sprache' }), 'English');
    await waitFor(() => expect(changes).toEqual([['PUT /api/v1/user/language', { language: 'en' }]]));
    expect(getLanguage()).toBe('en');
  });

  test('is stored for this device only on request', async () => {
    setLanguage('de');
    const { user, changes } = show(<LanguageSelect />, {});
    await user.click(await screen.findByRole('switch', { name: /^Nur auf diesem Gerät/ }));
    await choose(user, screen.getByRole('combobox', { name: 'Sprache' }), 'English');
    await waitFor(() => expect(findOwnLanguage(self.id)).toBe('en'));
    expect(changes).toEqual([]);
  });

  test('of this device precedes that of the account, which precedes that of the last account', () => {
    applyAccountLanguage({ ...self, language: 'ja' });
    expect(getLanguage()).toBe('ja');
    setOwnLanguage(self.id, 'fr');
    applyAccountLanguage({ ...self, language: 'ja' });
    expect(getLanguage()).toBe('fr');
    applyAccountLanguage({ id: toId(3), language: null });
    expect(getLanguage()).toBe('fr');
  });
});
