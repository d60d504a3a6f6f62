import type { KoboDevice } from '@lectern/contract/devices/kobo';
import type { KoreaderPassword } from '@lectern/contract/devices/koreader';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { self, show, toId } from '../../../testing/show.tsx';
import { DevicesPage } from './devices-page.tsx';

const { createdAt } = self;
const reader: KoreaderPassword = { id: toId(1), name: 'Reader', lastUsedAt: null, createdAt };
const libra: KoboDevice = {
  id: toId(2),
  name: 'Libra',
  scope: { kind: 'everything' },
  bookCount: 0,
  lastSyncedAt: null,
  createdAt,
};
const readField = (dialog: HTMLElement, name: string) =>
  within(dialog).getByRole<HTMLInputElement>('textbox', { name }).value;

test('connects a KOReader, shows its password once, and disconnects it', async () => {
  let devices: KoreaderPassword[] = [];
  const { user, changes } = show(<DevicesPage />, {
    'GET /api/v1/user/kobo': [],
    'GET /api/v1/user/koreader': () => devices,
    'POST /api/v1/user/koreader': () => {
      devices = [reader];
      return { ...reader, username: 'otto', password: 'secret-1', server: 'http://localhost/koreader' };
    },
    'DELETE /api/v1/user/koreader/{id}': () => {
      devices = [];
      return undefined;
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Connect KOReader' }));
  await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Reader{Enter}');
  const secret = await screen.findByRole('dialog', { name: 'Password for Reader' });
  expect(['Custom sync server', 'User name', 'Password'].map((name) => readField(secret, name))).toEqual([
    'http://localhost/koreader',
    'otto',
    'secret-1',
  ]);
  await user.click(within(secret).getByRole('button', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: 'Disconnect Reader' }));
  expect(screen.queryByDisplayValue('secret-1')).toBeNull();
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: 'Disconnect' }));
  await screen.findByText('No KOReader devices connected');
  expect(changes).toEqual([
    ['POST /api/v1/user/koreader', { name: 'Reader' }],
    [`DELETE /api/v1/user/koreader/${reader.id}`],
  ]);
});

test('connects a Kobo and shows the line for its configuration once', async () => {
  const devices: KoboDevice[] = [];
  const apiEndpoint = 'http://localhost/kobo/secret-2';
  const { user, changes } = show(<DevicesPage />, {
    'GET /api/v1/user/koreader': [],
    'GET /api/v1/user/kobo': () => devices,
    'POST /api/v1/user/kobo': () => {
      devices.push(libra);
      return { ...libra, token: 'secret-2', apiEndpoint };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Connect Kobo' }));
  await user.type(await screen.findByRole('textbox', { name: 'Device name' }), 'Libra{Enter}');
  const secret = await screen.findByRole('dialog', { name: 'Configuration for Libra' });
  expect(readField(secret, 'Configuration line')).toBe(`api_endpoint=${apiEndpoint}`);
  await user.click(within(secret).getByRole('button', { name: 'Done' }));
  await screen.findByText(/All EPUBs you can access/);
  expect(screen.queryByDisplayValue(/secret-2/)).toBeNull();
  expect(changes).toEqual([['POST /api/v1/user/kobo', { name: 'Libra', scope: { kind: 'everything' } }]]);
});
