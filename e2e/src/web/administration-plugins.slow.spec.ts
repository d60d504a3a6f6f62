// Plugins in the browser: install, enable, configure and test.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knowsSeries, packPlugin, searchSaying } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';

/** Writes a plugin package with settings and returns its path. */
function writePlugin(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'lectern-test-')), 'catalog.tgz');
  const manifest = {
    ...knowsSeries,
    description: 'Knows the series of a large catalog',
    adminSetupInstructions: 'Ask the catalog for a key.',
    requiredCredentials: [{ key: 'key', label: 'API key', required: true, type: 'password' }],
    configSchema: {
      fields: [
        { key: 'results', label: 'Results', type: 'number', default: 5, description: 'Of a search' },
        { key: 'adult', label: 'Adult titles', type: 'boolean' },
        { key: 'languages', label: 'Languages', type: 'string-array' },
        { key: 'rules', label: 'Rules', type: 'object' },
      ],
    },
  };
  const begin = `process.stderr.write(new Date().toISOString() + ' [INFO] [catalog] ready to search\\n');`;
  writeFileSync(file, packPlugin({ name: 'catalog', manifest, methods: searchSaying('1'), begin }));
  return file;
}

/** Built-in providers are off by default and cannot be removed. */
async function configureProvider(page: Page): Promise<void> {
  await page.getByText('Internet access is turned off').waitFor();
  await page.getByRole('heading', { name: 'Metadata providers' }).waitFor();
  await page.getByRole('switch', { name: 'Use AniList', exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Trackers' }).waitFor();
  await page.getByRole('switch', { name: 'Use AniList tracking' }).waitFor();
  await page.getByText('No plugins installed').waitFor();
  await page.getByRole('link', { name: 'Configure Metron' }).click();
  await page.getByText('Only titles, ISBNs and issue numbers are sent').waitFor();
  await page.getByRole('link', { name: 'Website' }).waitFor();
  await page.getByRole('textbox', { name: 'User name' }).fill('me');
  await page.getByRole('textbox', { name: 'Password' }).fill('secret');
  await lookEverywhere(page, 'provider');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Metron saved').waitFor();
  await page.goBack();
}

async function install(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog', { name: 'Install without restrictions?' }).waitFor();
  await lookEverywhere(page, 'plugins-unrestricted');
  await page.getByRole('button', { name: 'Install anyway' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByText('plugin-catalog 1.0.0 installed').waitFor();
  await page.getByRole('switch', { name: 'Use plugin-catalog' }).click({ force: true });
  await page.getByText('No Internet access').waitFor();
  await lookEverywhere(page, 'plugins-offline');
}

async function configure(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('link', { name: 'Configure plugin-catalog' }).click();
  await page.getByText('This plugin is not confined.').waitFor();
  await page.getByText('Start the plugin to see its settings.').waitFor();
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByRole('heading', { name: 'The catalog' }).waitFor();
  await page.getByText('Needs setup').waitFor();
  await page.getByRole('textbox', { name: 'API key' }).fill('very secret');
  await page.getByRole('textbox', { name: 'Results' }).fill('7');
  await page.getByRole('combobox', { name: 'Languages' }).fill('en');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Rules' }).fill('{"a":');
  await page.getByRole('textbox', { name: 'Rules' }).blur();
  await page.getByText('This is not valid JSON').waitFor();
  await page.getByRole('textbox', { name: 'Rules' }).fill('{"a": 1}');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('The catalog saved').waitFor();
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByPlaceholder('Saved').waitFor();
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText(/The catalog responded in/).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText(/INFO ready to search/).waitFor();
  await lookEverywhere(page, 'plugin');
}

async function refuseFromRegistryAndRemove(page: Page): Promise<void> {
  await page.goBack();
  await lookEverywhere(page, 'plugins');
  await page.getByRole('button', { name: 'Install', exact: true }).click();
  await page.getByLabel('Name and version').fill('plugin@1.0.0');
  await lookEverywhere(page, 'plugins-install');
  await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
  await page.getByText(/no registry is configured/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for The catalog' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No plugins installed').waitFor();
}

describe('plugins', () => {
  let web: Web;
  beforeAll(async () => {
    // Without confinement, installing asks for a confirmation.
    web = await startWeb({ files: {}, environment: { LECTERN_WORKERS_CONFINEMENT: 'off' } });
  }, 60_000);
  afterAll(() => web?.end());

  test('are installed, enabled, configured, tested and removed', { timeout: 120_000 }, async () => {
    const page = await web.signedIn('/administration/plugins', { allow: /status of (?:4|5)\d\d/ });
    await configureProvider(page);
    await install(page, writePlugin());
    await web.admin.put('/api/v1/admin/settings/online.enabled', { value: true });
    await configure(page);

    const path = `/api/v1/admin/plugins/${new URL(page.url()).pathname.split('/').at(-1)}`;
    await web.admin.patch(path, { acceptsUnrestricted: false });
    await page.reload();
    await page.getByText('Needs confirmation').waitFor();
    await page.getByText(/does not start until you allow it/).waitFor();
    await lookEverywhere(page, 'plugin-unrestricted');
    await page.getByRole('button', { name: 'Allow without restrictions' }).click();
    await page.getByText('Ready', { exact: true }).waitFor();
    await refuseFromRegistryAndRemove(page);
  });
});
