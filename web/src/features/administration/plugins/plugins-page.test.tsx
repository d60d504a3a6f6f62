import type { Plugin, PluginLog } from '@lectern/contract/plugins/plugins';
import { reason } from '@lectern/contract/reasons';
import type { ReleaseSource } from '@lectern/contract/releases';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../i18n/language.ts';
import { refuse } from '../../../testing/fake-api.ts';
import { toPlugin } from '../../../testing/plugins.ts';
import { answer, chooseFile, chooseItem, self, show, toId } from '../../../testing/show.tsx';
import { PluginPage } from './plugin-page.tsx';
import { PluginsPage } from './plugins-page.tsx';

afterEach(() => setLanguage('en'));

const anilist = toPlugin({
  id: toId(2),
  origin: 'built_in',
  displayName: 'AniList',
  isEnabled: false,
  state: 'disabled',
});
const tracker = toPlugin({
  id: toId(3),
  origin: 'built_in',
  displayName: 'AniList tracking',
  isEnabled: false,
  state: 'disabled',
  can: { metadata: [], releases: false, syncReading: true, recommend: false },
});

/** Shows the plugins of a server that stores what it receives. */
function showPlugins(initial: Plugin[], { isOnline = true, isRestricted = true } = {}) {
  let plugins = initial;
  const install = (isAccepted: boolean) => {
    if (!isRestricted && !isAccepted) return refuse(409, 'conflict', reason('plugin_unrestricted'));
    plugins = [...plugins, toPlugin({ displayName: 'plugin-catalog' })];
    return toPlugin({ displayName: 'plugin-catalog' });
  };
  return show(<PluginsPage />, {
    'GET /api/v1/admin/plugins': () => ({ plugins, isOnline }),
    'POST /api/v1/admin/plugins/upload': ({ query }) => install(query.acceptsUnrestricted === 'true'),
    'POST /api/v1/admin/plugins': () => refuse(409, 'conflict', reason('plugin_registry_missing')),
    'PATCH /api/v1/admin/plugins/{id}': ({ params, body }) => {
      plugins = plugins.map((one) => (one.id === params.id ? { ...one, ...(body as Partial<Plugin>) } : one));
      return plugins.find(({ id }) => id === params.id) ?? anilist;
    },
    'DELETE /api/v1/admin/plugins/{id}': ({ params }) => {
      plugins = plugins.filter(({ id }) => id !== params.id);
      return undefined;
    },
  });
}
const file = new File(['package'], 'catalog.tgz');

test('separates built-in providers, trackers and installed plugins, and turns them on', async () => {
  const { user, changes } = showPlugins([anilist, tracker, toPlugin()]);
  const providers = within(await screen.findByRole('list', { name: 'Metadata providers' }));
  await user.click(providers.getByRole('switch', { name: 'Use AniList' }));
  await waitFor(() =>
    expect(providers.getByRole('switch', { name: 'Use AniList' })).toHaveProperty('checked', true),
  );
  within(screen.getByRole('list', { name: 'Trackers' })).getByRole('switch', {
    name: 'Use AniList tracking',
  });
  const installed = within(screen.getByRole('list', { name: 'Installed plugins' }));
  installed.getByText('plugin-catalog, version 1.0.0');
  installed.getByText('Ready');
  expect(screen.queryByRole('button', { name: 'More for AniList' })).toBeNull();
  expect(changes).toEqual([[`PATCH /api/v1/admin/plugins/${anilist.id}`, { isEnabled: true }]]);
});

test('shows the texts of built-in providers in the language of the interface', async () => {
  setLanguage('de');
  const description = 'Books by title, author or ISBN. Requires a free API key.';
  showPlugins([toPlugin({ origin: 'built_in', description }), toPlugin({ id: toId(4) })]);
  await screen.findByText('Bücher nach Titel, Autor oder ISBN. Benötigt einen kostenlosen API-Schlüssel.');
  screen.getByText('Knows series');
});

test('explains that plugins need Internet access, and names the last failure', async () => {
  const failure = { message: 'The service is down.', count: 2, at: self.createdAt };
  showPlugins([toPlugin({ state: 'offline', failure })], { isOnline: false });
  await screen.findByText('Internet access is turned off');
  expect(screen.getByRole('link', { name: 'Open settings' }).getAttribute('href')).toBe(
    '/administration/settings',
  );
  screen.getByText('No Internet access');
  screen.getByText('The service is down.');
});

test('installs an uploaded plugin without restrictions only after a confirmation', async () => {
  const { user, changes } = showPlugins([], { isRestricted: false });
  await screen.findAllByText('No plugins installed');
  await chooseFile(user, file);
  const question = await screen.findByRole('dialog', { name: 'Install without restrictions?' });
  within(question).getByText(/^This plugin is not confined\./);
  await answer(user, 'Install without restrictions?', 'Install anyway');
  await screen.findByText('plugin-catalog 1.0.0 installed');
  await screen.findByRole('switch', { name: 'Use plugin-catalog' });
  expect(changes).toHaveLength(2);
});

test('installs a confined plugin without a question', async () => {
  const { user, changes } = showPlugins([]);
  await screen.findAllByText('No plugins installed');
  await chooseFile(user, file);
  await screen.findByText('plugin-catalog 1.0.0 installed');
  expect(changes).toHaveLength(1);
});

test('reports why a package is not installed, and keeps its name', async () => {
  const { user, changes } = showPlugins([]);
  await user.click(await screen.findByRole('button', { name: 'Install' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Install' }));
  const field = dialog.getByRole<HTMLInputElement>('textbox', { name: /^Name and version/ });
  await user.type(field, ' plugin@1.0.0 ');
  await user.click(dialog.getByRole('button', { name: 'Install' }));
  await screen.findByText(/registry/i, { selector: '[role=alert] *' });
  expect(field.value).toBe(' plugin@1.0.0 ');
  await user.click(dialog.getByRole('radio', { name: 'Folder' }));
  dialog.getByRole('textbox', { name: /^Folder on the server/ });
  expect(changes).toEqual([
    ['POST /api/v1/admin/plugins', { package: 'plugin@1.0.0', acceptsUnrestricted: false }],
  ]);
});

test('removes a plugin after a confirmation', async () => {
  const { user, changes } = showPlugins([toPlugin()]);
  await chooseItem(user, 'More for The catalog', 'Remove');
  expect(changes).toEqual([]);
  await answer(user, 'Remove The catalog?', 'Remove');
  await screen.findByText('The catalog removed');
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'Use The catalog' })).toBeNull());
});

/** Shows the page of a plugin of a server that stores what it receives. */
function showPlugin(
  initial: Plugin,
  { lines = [], sources = [] }: Partial<PluginLog & { sources: ReleaseSource[] }> = {},
) {
  let plugin = initial;
  return show(
    <PluginPage />,
    {
      'GET /api/v1/admin/plugins': () => ({ plugins: [plugin], isOnline: true }),
      'GET /api/v1/admin/plugins/{id}/log': { lines },
      'GET /api/v1/admin/plugins/{id}/sources': { sources },
      'PATCH /api/v1/admin/plugins/{id}/sources/{sourceId}': () => Response.json(sources[0]),
      'POST /api/v1/admin/plugins/{id}/sources/{sourceId}/poll': () => Response.json({}),
      'POST /api/v1/admin/plugins/{id}/test': () => Response.json({ milliseconds: 12 }),
      'PATCH /api/v1/admin/plugins/{id}': ({ body }) => {
        plugin = { ...plugin, ...(body as Partial<Plugin>), credentials: plugin.credentials };
        return plugin;
      },
    },
    { route: '/administration/plugins/$id', at: `/administration/plugins/${initial.id}` },
  );
}
const toField = (key: string, label: string, kind: 'number' | 'boolean' | 'text_list' | 'json' | 'text') => ({
  key,
  label,
  kind,
  description: null,
  required: false,
});
const toSecret = (isSet: boolean) => ({
  key: 'key',
  label: 'API key',
  description: null,
  required: true,
  isSecret: true,
  placeholder: null,
  isSet,
});

test('configures a plugin by fields of each kind', async () => {
  const { user, changes } = showPlugin(
    toPlugin({
      instructions: 'Ask the catalog for a key.',
      config: { results: 5 },
      configFields: [
        toField('results', 'Results', 'number'),
        toField('adult', 'Adult titles', 'boolean'),
        toField('languages', 'Languages', 'text_list'),
        toField('rules', 'Rules', 'json'),
        toField('note', 'Note', 'text'),
      ],
      credentials: [toSecret(false)],
    }),
  );
  const form = within(await screen.findByRole('region', { name: 'Configuration' }));
  form.getByText('Ask the catalog for a key.');
  const results = form.getByRole('textbox', { name: 'Results' });
  await user.clear(results);
  await user.type(results, '7');
  await user.click(form.getByRole('switch', { name: 'Adult titles' }));
  await user.type(form.getByRole('combobox', { name: 'Languages' }), 'en{Enter}');
  const rules = form.getByRole('textbox', { name: 'Rules' });
  await user.type(rules, '{{"a":');
  await user.tab();
  await form.findByText('This is not valid JSON');
  expect(form.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await user.type(rules, '1}');
  await user.type(form.getByLabelText(/^API key/), 'very secret');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('The catalog saved');
  expect(changes).toEqual([
    [
      `PATCH /api/v1/admin/plugins/${toId(1)}`,
      {
        config: { results: 7, adult: true, languages: ['en'], rules: { a: 1 } },
        credentials: { key: 'very secret' },
      },
    ],
  ]);
});

test('keeps a saved credential unless it is replaced or removed', async () => {
  const { user, changes } = showPlugin(toPlugin({ credentials: [toSecret(true)] }));
  const form = within(await screen.findByRole('region', { name: 'Configuration' }));
  form.getByPlaceholderText('Saved');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await screen.findByText('The catalog saved');
  await user.click(form.getByRole('button', { name: 'Remove API key' }));
  expect(form.queryByPlaceholderText('Saved')).toBeNull();
  await waitFor(() =>
    expect(changes).toEqual([[`PATCH /api/v1/admin/plugins/${toId(1)}`, { config: {}, credentials: {} }]]),
  );
});

test('tests a plugin, shows its log, and saves its limits', async () => {
  const { user, changes } = showPlugin(toPlugin(), {
    lines: [{ at: self.createdAt, level: 'info', text: 'ready to search' }],
  });
  await screen.findByText(/INFO ready to search$/);
  await user.click(screen.getByRole('button', { name: 'Test' }));
  await screen.findByText('The catalog responded in 12 ms');
  const limits = within(screen.getByRole('region', { name: 'Limits' }));
  const calls = limits.getByRole('textbox', { name: /^Calls per minute/ });
  await user.clear(calls);
  await user.type(calls, '0');
  await user.click(limits.getByRole('button', { name: 'Save' }));
  await screen.findByText('The catalog saved');
  expect(changes.at(-1)).toEqual([
    `PATCH /api/v1/admin/plugins/${toId(1)}`,
    { callsPerMinute: 0, timeoutSeconds: 30 },
  ]);
});

test('a plugin that is not confined needs a confirmation', async () => {
  const { user, changes } = showPlugin(toPlugin({ state: 'unrestricted', isRestricted: false }));
  await screen.findByText('Needs confirmation');
  screen.getByText(/^This plugin is not confined\./);
  await user.click(screen.getByRole('button', { name: 'Allow without restrictions' }));
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Allow without restrictions' })).toBeNull(),
  );
  expect(changes).toEqual([[`PATCH /api/v1/admin/plugins/${toId(1)}`, { acceptsUnrestricted: true }]]);
});

test('a plugin shows its settings after its first start, and its failure', async () => {
  const failure = { message: 'It ended.', count: 3, at: self.createdAt };
  showPlugin(toPlugin({ name: null, isEnabled: false, state: 'failed', failure }));
  await screen.findByText('Start the plugin to see its settings.');
  screen.getByText('Turned off after failures');
  screen.getByText('It ended.');
  screen.getByText(/^3 times in a row, last Jan 2, 2026/);
  expect(screen.getByRole('button', { name: 'Test' })).toHaveProperty('disabled', true);
});

test('a built-in provider states what it sends, and has no limits', async () => {
  showPlugin({ ...anilist, homepage: 'https://anilist.example' });
  await screen.findByText(/^Built in\. Only titles, ISBNs and issue numbers are sent/);
  expect(screen.getByRole('link', { name: 'Website' }).getAttribute('href')).toBe('https://anilist.example');
  expect(screen.queryByRole('region', { name: 'Limits' })).toBeNull();
});

test('a plugin with a sign-in shows the redirect URL to register', async () => {
  showPlugin(toPlugin({ credentials: [{ ...toSecret(false), key: 'oauth_client_id', label: 'Client ID' }] }));
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Redirect URL/ });
  expect(field.value).toMatch(new RegExp(`/api/v1/plugins/${toId(1)}/callback$`));
});

test('release sources are checked, turned off, and checked at another interval', async () => {
  const source: ReleaseSource = {
    id: toId(9),
    key: 'feed',
    displayName: 'Feed of new volumes',
    kind: 'rss-series',
    isEnabled: true,
    intervalHours: 6,
    releaseCount: 2,
    lastPolledAt: null,
    nextPollAt: null,
    failure: { message: 'Too many requests', at: self.createdAt },
  };
  const { user, changes } = showPlugin(
    toPlugin({ can: { metadata: [], releases: true, syncReading: false, recommend: false } }),
    { sources: [source] },
  );
  const row = within(await screen.findByRole('list', { name: 'Release sources' }));
  row.getByText('2 releases');
  row.getByText('Not checked yet');
  row.getByText(/^Too many requests \(Jan 2, 2026/);
  await user.click(row.getByRole('button', { name: 'Check now' }));
  await screen.findByText('Checking Feed of new volumes');
  await user.click(row.getByRole('switch', { name: 'Use Feed of new volumes' }));
  const hours = row.getByRole('textbox', { name: 'Check every (hours)' });
  await user.clear(hours);
  await user.type(hours, '12');
  await user.tab();
  const address = `/api/v1/admin/plugins/${toId(1)}/sources/${source.id}`;
  await waitFor(() =>
    expect(changes).toEqual([
      [`POST ${address}/poll`],
      [`PATCH ${address}`, { isEnabled: false }],
      [`PATCH ${address}`, { intervalHours: 12 }],
    ]),
  );
});
