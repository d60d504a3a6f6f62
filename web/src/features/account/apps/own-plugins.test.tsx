import type { OwnPlugin } from '@lectern/contract/plugins/plugins';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { show, toId } from '../../../testing/show.tsx';
import { OwnPlugins } from './own-plugins.tsx';

const list: OwnPlugin = {
  id: toId(1),
  displayName: 'The list',
  description: 'Keeps your list.',
  instructions: null,
  isEnabled: true,
  state: 'not_connected',
  failure: null,
  canConnect: true,
  isConnected: false,
  config: {},
  configFields: [],
  credentials: [],
};
const token = {
  key: 'token',
  label: 'Token',
  description: null,
  required: true,
  isSecret: true,
  placeholder: null,
  isSet: false,
};

afterEach(() => window.history.replaceState(null, '', '/'));

/** Shows the plugin of a server that stores what it receives. */
function showPlugin(initial: OwnPlugin, username: string | null = 'bookworm') {
  let plugin = initial;
  return show(<OwnPlugins />, {
    'GET /api/v1/user/plugins': () => ({ plugins: [plugin] }),
    'GET /api/v1/user/tracking': { trackers: [] },
    'PATCH /api/v1/user/plugins/{id}': ({ body }) => {
      const { isEnabled = plugin.isEnabled, credentials } = body as {
        isEnabled?: boolean;
        credentials?: object;
      };
      const isConnected = credentials ? !Object.values(credentials).includes(null) : plugin.isConnected;
      plugin = { ...plugin, isEnabled, isConnected, state: isConnected ? 'ready' : 'not_connected' };
      return plugin;
    },
    'POST /api/v1/user/plugins/{id}/test': () => Response.json({ username }),
  });
}
const address = `PATCH /api/v1/user/plugins/${toId(1)}`;

test('is enabled, which shows its connection', async () => {
  const { user, changes } = showPlugin({ ...list, isEnabled: false, state: 'disabled' });
  await screen.findByText('Keeps your list.');
  expect(screen.queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('switch', { name: 'Enabled' }));
  await screen.findByText('The list saved');
  await screen.findByText('Not connected');
  screen.getByRole('button', { name: 'Connect' });
  expect(changes).toEqual([[address, { isEnabled: true }]]);
});

test('is connected by a token, and disconnected', async () => {
  const { user, changes } = showPlugin({ ...list, canConnect: false, credentials: [token] });
  await user.type(await screen.findByLabelText(/^Token/), 'very secret');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  await screen.findByText('The list disconnected');
  await screen.findByText('Not connected');
  expect(changes).toEqual([
    [address, { config: {}, credentials: { token: 'very secret' } }],
    [address, { credentials: { access_token: null, token: null } }],
  ]);
});

test.each([
  ['bookworm', 'Connected to The list as bookworm'],
  [null, 'Connection to The list works'],
] as const)('tests the connection of %s', async (username, words) => {
  const { user } = showPlugin({ ...list, isConnected: true, state: 'ready' }, username);
  await user.click(await screen.findByRole('button', { name: 'Test connection' }));
  await screen.findByText(words);
  screen.getByRole('button', { name: 'Reconnect' });
});

test('reports a service that refuses the connection', async () => {
  showPlugin({ ...list, isConnected: true, state: 'refused', failure: 'The token is refused' });
  await screen.findByText('Reconnect needed');
  screen.getByText('The token is refused');
});

test.each([
  ['connected', 'Your The list account is connected'],
  ['denied', 'You declined the connection to The list'],
  ['failed', 'Couldn’t connect your The list account. Try again.'],
])('reports the result of the sign-in at the service: %s', async (outcome, words) => {
  window.history.replaceState(null, '', `/?plugin=${toId(1)}&outcome=${outcome}`);
  showPlugin(list);
  await screen.findByText(words);
});

test('shows nothing without plugins', async () => {
  let isAsked = false;
  show(<OwnPlugins />, {
    'GET /api/v1/user/plugins': () => {
      isAsked = true;
      return { plugins: [] };
    },
  });
  await waitFor(() => expect(isAsked).toBe(true));
  expect(screen.queryByRole('region')).toBeNull();
});
