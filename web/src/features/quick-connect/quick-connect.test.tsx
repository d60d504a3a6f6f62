import type { QuickConnectRequest } from '@lectern/contract/identity/quick-connect';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Answers, refuse } from '../../testing/fake-api.ts';
import { fill, self, show } from '../../testing/show.tsx';
import { ConnectPage } from './connect-page.tsx';
import { DevicePage } from './device-page.tsx';

afterEach(() => localStorage.clear());

const device: QuickConnectRequest = {
  name: 'Boox',
  result: 'session',
  address: '192.0.2.7',
  isSameNetwork: false,
  createdAt: self.createdAt,
  expiresAt: self.createdAt,
};

const showConnect = (answers: Answers = {}, search = '') =>
  show(
    <ConnectPage />,
    {
      'POST /api/v1/auth/device/check': device,
      'POST /api/v1/auth/device/approve': undefined,
      'POST /api/v1/auth/device/deny': undefined,
      ...answers,
    },
    { route: '/connect', at: `/connect${search}` },
  );

test('fills in the code of a link, names the device, and approves it by a click', async () => {
  const page = showConnect({}, '?code=WDJB-MJHT');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' });
  expect(field.value).toBe('WDJB-MJHT');
  expect(page.changes).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Is WDJB-MJHT the code on your device?');
  screen.getByText('Boox');
  screen.getByText(/^192[.]0[.]2[.]7/);
  expect(screen.getByRole('status').textContent).toMatch(/another network/);
  expect(page.changes).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Yes, connect' }));
  await waitFor(() =>
    expect(page.changes).toEqual([['POST /api/v1/auth/device/approve', { code: 'WDJB-MJHT' }]]),
  );
});

test('denies a device', async () => {
  const page = showConnect({ 'POST /api/v1/auth/device/check': { ...device, isSameNetwork: true } });
  await fill(page.user, await screen.findByRole('textbox', { name: 'Code' }), 'wdjb mjht');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Is WDJB MJHT the code on your device?');
  expect(screen.queryByRole('status')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'No' }));
  await waitFor(() =>
    expect(page.changes).toEqual([['POST /api/v1/auth/device/deny', { code: 'wdjb mjht' }]]),
  );
});

test('reports a wrong code, which can be typed again', async () => {
  const page = showConnect({ 'POST /api/v1/auth/device/check': () => refuse(410, 'gone') });
  await fill(page.user, await screen.findByRole('textbox', { name: 'Code' }), 'BBBB');
  await page.user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByRole('alert');
  screen.getByRole('textbox', { name: 'Code' });
});

const showDevice = (answers: Answers) =>
  show(
    <DevicePage />,
    {
      'POST /api/v1/auth/device': {
        code: 'WDJB-MJHT',
        secret: 'a-secret',
        verificationUri: 'http://books/connect',
        verificationUriComplete: 'http://books/connect?code=WDJB-MJHT',
        interval: 5,
        expiresAt: self.createdAt,
      },
      ...answers,
    },
    { route: '/sign-in/device', isPublic: true },
  );

test('shows the code with its QR code while the device waits', async () => {
  const page = showDevice({ 'POST /api/v1/auth/browser/device': { state: 'pending', user: null } });
  await screen.findByText('WDJB-MJHT');
  screen.getByRole('img', { name: 'QR code of the link' });
  await waitFor(() =>
    expect(page.changes.at(-1)).toEqual(['POST /api/v1/auth/browser/device', { secret: 'a-secret' }]),
  );
  expect(page.path()).toBe('/sign-in/device');
});

test('signs in when the device was approved', async () => {
  const page = showDevice({ 'POST /api/v1/auth/browser/device': { state: 'approved', user: self } });
  await waitFor(() => expect(page.path()).toBe('/'));
  expect(localStorage.getItem('lectern.accounts')).toContain(self.id);
});

test('offers a new code when the device was denied', async () => {
  showDevice({ 'POST /api/v1/auth/browser/device': () => refuse(403, 'forbidden') });
  await screen.findByRole('alert');
  screen.getByRole('button', { name: 'New code' });
});
