import { toRecord } from '@lectern/contract/records';
import type { Setting, SettingChange } from '@lectern/contract/system/settings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { self, show, toId, toPage } from '../../../testing/show.tsx';
import { SettingsPage } from './settings-page.tsx';

const mebibyte = 1024 ** 2;
const toSetting = (part: Pick<Setting, 'key' | 'type' | 'value'> & Partial<Setting>): Setting => ({
  default: part.value,
  minimum: null,
  maximum: null,
  choices: null,
  description: '',
  isDefault: true,
  updatedAt: null,
  updatedBy: null,
  ...part,
});

/** Shows the page of a server that stores what it receives. */
function showSettings(...initial: Setting[]) {
  const settings = new Map(initial.map((setting) => [setting.key, setting]));
  const history: SettingChange[] = [];
  const change = (key = '', value?: Setting['value']): Setting => {
    const before = settings.get(key);
    if (!before) throw new Error(`There is no setting ${key}`);
    const after = { ...before, value: value ?? before.default, isDefault: value === undefined };
    settings.set(key, after);
    history.unshift({
      id: toId(history.length),
      key,
      oldValue: before.value,
      newValue: after.value,
      isReset: after.isDefault,
      changedBy: self,
      changedAt: self.createdAt,
    });
    return after;
  };
  return show(<SettingsPage />, {
    'GET /api/v1/admin/settings': () => ({ settings: [...settings.values()] }),
    'PUT /api/v1/admin/settings/{key}': ({ params, body }) => {
      const { value } = toRecord(body);
      return change(params.key, typeof value === 'object' ? undefined : (value as Setting['value']));
    },
    'POST /api/v1/admin/settings/{key}/reset': ({ params }) => change(params.key),
    'GET /api/v1/admin/settings/{key}/history': () => toPage(history),
  });
}

test('saves a switch immediately, and undoes it by a reset if it had the default value', async () => {
  const { user, changes } = showSettings(
    toSetting({ key: 'compat_api.enabled', type: 'boolean', value: false }),
  );
  await user.click(await screen.findByRole('switch', { name: /^Komga-compatible API for apps/ }));
  await screen.findByText(/^Saved: Komga-compatible API for apps/);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByRole('switch', { checked: false });
  expect(changes).toEqual([
    ['PUT /api/v1/admin/settings/compat_api.enabled', { value: true }],
    ['POST /api/v1/admin/settings/compat_api.enabled/reset'],
  ]);
});

test('saves a size in bytes with its unit, lists the change, and resets it', async () => {
  const name = 'Maximum disk space for rendered PDF pages';
  const { user, changes } = showSettings(
    toSetting({ key: 'pdf.page_cache.max_size', type: 'size', value: 2048 * mebibyte }),
  );
  const field = await screen.findByRole('textbox', { name });
  expect(field).toHaveProperty('value', '2');
  const unit = screen.getByRole('combobox', { name: `Unit: ${name}` });
  expect(unit).toHaveProperty('value', 'GiB');
  await user.selectOptions(unit, 'MiB');
  await user.clear(field);
  await user.type(field, '512{Enter}');
  await screen.findByText(`Saved: ${name}`);
  await screen.findByText(/^Default: 2 GiB/);
  await user.click(screen.getByRole('button', { name: `History: ${name}` }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('admin: from 2 GiB to 512 MiB');
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: `Reset: ${name}` }));
  await screen.findByText(`Reset to default: ${name}`);
  expect(await screen.findByDisplayValue('2048')).toBe(field);
  expect(changes).toEqual([
    ['PUT /api/v1/admin/settings/pdf.page_cache.max_size', { value: 512 * mebibyte }],
    ['POST /api/v1/admin/settings/pdf.page_cache.max_size/reset'],
  ]);
});

test('saves a choice immediately', async () => {
  const { user, changes } = showSettings(
    toSetting({ key: 'log.level', type: 'choice', value: 'info', choices: ['info', 'warn'] }),
  );
  await user.click(await screen.findByRole('combobox', { name: 'Log level' }));
  await user.click(await screen.findByRole('option', { name: 'Warnings' }));
  await screen.findByText('Saved: Log level');
  expect(changes).toEqual([['PUT /api/v1/admin/settings/log.level', { value: 'warn' }]]);
});

test('shows numbers with their unit, limits and default', async () => {
  showSettings(
    toSetting({
      key: 'tasks.keep_days',
      type: 'integer',
      value: 14,
      default: 30,
      isDefault: false,
      minimum: 1,
      maximum: 3650,
    }),
  );
  expect(await screen.findByRole('textbox', { name: 'Keep finished tasks for' })).toHaveProperty(
    'value',
    '14 days',
  );
  screen.getByText('1 to 3,650 days');
  screen.getByText(/^Default: 30 days · Changed/);
});

test('folds sections, and finds settings by name, topic and key', async () => {
  const { user } = showSettings(
    toSetting({ key: 'auth.registration_enabled', type: 'boolean', value: false }),
    toSetting({ key: 'opds.enabled', type: 'boolean', value: true, isDefault: false }),
    toSetting({ key: 'kobo.enabled', type: 'boolean', value: true }),
    toSetting({ key: 'tasks.keep_days', type: 'integer', value: 30 }),
  );
  await screen.findByText('4 settings');
  const names = () => screen.queryAllByRole('switch').map((one) => one.getAttribute('aria-label') ?? one.id);
  expect(names()).toHaveLength(1);
  const apps = screen.getByRole('button', { name: 'Apps and devices 1 changed' });
  await user.click(apps);
  await waitFor(() => expect(names()).toHaveLength(3));
  const search = screen.getByRole('searchbox', { name: 'Search settings' });
  await user.type(search, 'kobo');
  await screen.findByText('1 setting');
  screen.getByRole('switch', { name: /^Kobo sync/ });
  await user.clear(search);
  await user.type(search, 'server FINISHED');
  await screen.findByRole('textbox', { name: 'Keep finished tasks for' });
  await user.clear(search);
  await user.type(search, 'keep_days');
  await screen.findByText('1 setting');
  await user.type(search, 'x');
  await screen.findByText('No settings found');
});
