// Every administration page and its dialogs on phone and desktop, in light and dark.
import type { User } from '@lectern/contract/identity/users';
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { desk, password, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

const titles = {
  overview: 'Overview',
  libraries: 'Libraries',
  users: 'Users',
  'sharing-tags': 'Sharing tags',
  'api-keys': 'API keys',
  tasks: 'Tasks',
  'book-errors': 'Book errors',
  duplicates: 'Duplicates',
  'pdf-cache': 'PDF caches',
  settings: 'Settings',
  activity: 'Activity',
  backup: 'Backup',
  import: 'Import from another server',
  server: 'Server',
  log: 'Log',
};

describe('accessibility of the administration', () => {
  let web: Web;
  let ben: User;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }),
        'Broken/Broken 1.cbz': Buffer.from('this is no archive'),
      },
    });
    const made = { username: 'ben', email: 'ben@example.org', password };
    ben = (await web.admin.post<User>('/api/v1/users', made)).body;
    await web.admin.post('/api/v1/admin/sharing-tags', { name: 'For adults' });
    await web.admin.post('/api/v1/api-keys', { name: 'Script at night' });
  }, 120_000);

  afterAll(() => web?.end());

  test.each([
    ['a phone in the light', phone, 'light'],
    ['a phone in the dark', phone, 'dark'],
    ['a desk in the dark', desk, 'dark'],
  ] as const)('every page is accessible on %s', { timeout: 90_000 }, async (name, viewport, colorScheme) => {
    const page = await web.signedIn('/administration', { viewport, context: { colorScheme } });
    // Wide screens show the overview next to the list.
    const first = viewport === desk ? 'Overview' : 'Administration';
    await page.getByRole('heading', { name: first, level: 1 }).waitFor();
    await expectAccessible(page);
    const isWide = () =>
      page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    for (const [path, title] of Object.entries(titles)) {
      await page.goto(`${web.base}/administration/${path}`);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await expectAccessible(page);
      expect([path, await isWide()]).toEqual([path, false]);
      await show(page, `${path} on ${name}`);
    }
    await page.goto(`${web.base}/administration/users/${ben.id}`);
    await page.getByRole('combobox', { name: 'Allowed libraries' }).waitFor();
    await lookEverywhere(page, `user from ${name}`);
    const { data } = (await web.admin.get<{ data: { id: string }[] }>('/api/v1/libraries')).body;
    await page.goto(`${web.base}/administration/libraries/${data[0]?.id}`);
    await page.getByText(/in 1 series|in 2 series/).waitFor();
    await lookEverywhere(page, `library from ${name}`);
  });

  const inDialog = async (page: Page, name: string) => {
    await page.getByRole('dialog', { name }).waitFor();
    await lookEverywhere(page, `dialog ${name}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name }).waitFor({ state: 'hidden' });
  };

  test('every dialog is accessible in dark mode, on phone and desktop, and closes with Escape', {
    timeout: 90_000,
  }, async () => {
    const page = await web.signedIn('/administration/users', {
      viewport: phone,
      context: { colorScheme: 'dark' },
    });
    await page.getByRole('button', { name: 'Add user' }).click();
    await inDialog(page, 'Add user');
    await page.getByRole('button', { name: 'More for ben' }).click();
    await page.getByRole('menuitem', { name: 'Delete user' }).click();
    await inDialog(page, 'Delete the user ben?');
    await page.goto(`${web.base}/administration/sharing-tags`);
    await page.getByRole('button', { name: 'Edit the tag For adults' }).click();
    await inDialog(page, 'Edit the tag For adults');
    await page.goto(`${web.base}/administration/api-keys`);
    await page.getByRole('button', { name: 'Edit the key Script at night' }).click();
    await inDialog(page, 'Edit the key Script at night');
    await page.goto(`${web.base}/administration/tasks`);
    await page.getByRole('button', { name: 'Clear finished tasks' }).click();
    await inDialog(page, 'Clear finished tasks?');
    await page.goto(`${web.base}/administration/libraries`);
    await page.getByRole('button', { name: 'More for Books' }).click();
    await page.getByRole('menuitem', { name: 'Purge missing books' }).click();
    await inDialog(page, 'Purge the missing books?');
    await page.goto(`${web.base}/account/devices`);
    await page.getByRole('button', { name: 'Connect Kobo' }).click();
    await inDialog(page, 'Connect Kobo');
  });

  test('long German words fit on a phone', { timeout: 60_000 }, async () => {
    const page = await web.signedIn('/administration', {
      viewport: phone,
      context: { locale: 'de' },
    });
    for (const path of Object.keys(titles)) {
      await page.goto(`${web.base}/administration/${path}`);
      await page.locator('#content').getByRole('heading', { level: 1 }).waitFor();
      const isWide = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      );
      expect([path, isWide]).toEqual([path, false]);
      await show(page, `${path} in German`);
    }
  });
});
