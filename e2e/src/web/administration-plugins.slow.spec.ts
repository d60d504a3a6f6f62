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

async function install(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog', { name: 'Install without restrictions?' }).waitFor();
  await lookEverywhere(page, 'plugins-unrestricted');
  await page.getByRole('button', { name: 'Install anyway' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByText('plugin-catalog 1.0.0 installed').waitFor();
  await page.getByRole('switch', { name: 'Use plugin-catalog' }).click({ force: true });
  await page.getByText('No Internet access').waitFor();
}

async function configure(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('link', { name: 'Configure plugin-catalog' }).click();
  await page.getByText('This plugin is not confined.').waitFor();
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByRole('heading', { name: 'The catalog' }).waitFor();
  await page.getByText('Needs setup').waitFor();
  await page.getByRole('textbox', { name: 'API key' }).fill('very secret');
  await page.getByRole('button', { name: 'Save' }).first().click();
  await page.getByText('Ready', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText(/The catalog responded in/).waitFor();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByText(/INFO ready to search/).waitFor();
  await lookEverywhere(page, 'plugin');
}

describe('plugins', () => {
  let web: Web;
  beforeAll(async () => {
    // Without confinement, installing asks for a confirmation.
    web = await startWeb({ files: {}, environment: { LECTERN_WORKERS_CONFINEMENT: 'off' } });
  }, 60_000);
  afterAll(() => web?.end());

  test('are installed, enabled, configured and tested', { timeout: 120_000 }, async () => {
    const page = await web.signedIn('/administration/plugins', { allow: /status of (?:4|5)\d\d/ });
    await page.getByText('Internet access is turned off').waitFor();
    await lookEverywhere(page, 'plugins');
    await install(page, writePlugin());
    await web.admin.put('/api/v1/admin/settings/online.enabled', { value: true });
    await configure(page);
  });
});
