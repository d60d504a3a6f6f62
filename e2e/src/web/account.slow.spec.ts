// The pages of the user's own account: accessibility, language and colors.
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { desk, password, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

describe('the account pages', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }) } });
    await web.admin.post('/api/v1/users', { username: 'otto', email: 'otto@example.org', password });
  }, 120_000);

  afterAll(() => web?.end());

  test.each([
    ['desk', desk, 'light', 'en'],
    ['phone', phone, 'dark', 'de'],
    ['phone', phone, 'light', 'ja'],
  ] as const)(
    'is accessible on a %s (%s %s %s)',
    { timeout: 60_000 },
    async (name, viewport, colorScheme, locale) => {
      const page = await web.signedIn('/account', {
        username: 'otto',
        viewport,
        context: { colorScheme, locale },
      });
      await page.locator('#content').getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
      await show(page, `account ${name} ${locale}`);
      for (const path of ['profile', 'apps', 'devices', 'reading']) {
        await page.goto(`${web.base}/account/${path}`);
        await page.locator('#content').getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(page);
        await show(page, `account ${path} ${name} ${locale}`);
      }
    },
  );

  test('change language and color scheme, also after a reload', async () => {
    const page = await web.signedIn('/account/profile', { username: 'otto' });
    await page.getByRole('combobox', { name: 'Theme' }).click();
    await page.getByRole('option', { name: 'Black' }).click();
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor();
    expect(await page.getAttribute('html', 'data-colours')).toBe('black');
    await expectAccessible(page);
  });
});
