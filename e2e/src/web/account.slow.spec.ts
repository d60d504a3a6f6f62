// One's own account: how the client looks and speaks, the password, keys and devices of one's own.
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessibility.ts';
import { desk, fillSignIn, password, phone, show, startWeb, type Web } from '../harness/web.ts';

describe('the own account', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({ files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }) } });
    for (const name of ['anna', 'otto'])
      await web.admin.post('/api/v1/users', { username: name, email: `${name}@example.org`, password });
  }, 120_000);

  afterAll(() => web?.end());

  test('a new password is set with the old one, and ends other sessions', async () => {
    const other = await web.signedIn('/', { username: 'anna' });
    const page = await web.signedIn('/account/profile', { username: 'anna', allow: /403/ });
    await page.getByText('anna@example.org').waitFor();
    await page.locator('input[name=currentPassword]').fill('not the password');
    await page.locator('input[name=newPassword]').fill('another good password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('input[name=currentPassword]').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    await page.reload();
    await page.getByText('anna@example.org').waitFor();
    await other.goto(`${web.base}/account/profile`);
    await other.locator('input[name=username]').waitFor();
    await fillSignIn(other, 'anna', 'another good password');
    await other.getByText('anna@example.org').waitFor();
  });

  test('a phone that is lost is signed out from a desk', async () => {
    const agent = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
    const lost = await web.signedIn('/account/profile', {
      username: 'otto',
      viewport: phone,
      context: { userAgent: agent },
    });
    await lost.getByText('otto@example.org').waitFor();
    const page = await web.signedIn('/account/profile', { username: 'otto' });
    const list = page.getByRole('list', { name: 'Active sessions' });
    await list.getByText('Chrome · Android').waitFor();
    expect(await list.getByText('In use').count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out Chrome · Android' }).click();
    await page.getByText('Chrome · Android was signed out').waitFor();
    await list.getByText('Chrome · Android').waitFor({ state: 'hidden' });
    await lost.reload();
    await lost.getByText('Your session has expired').waitFor();
  });

  test('whoever is not sure signs out everywhere else at once, and stays', async () => {
    const visit = { username: 'otto' };
    const others = [
      await web.signedIn('/account/profile', { ...visit, viewport: phone }),
      await web.signedIn('/account/profile', visit),
    ];
    const page = await web.signedIn('/account/profile', visit);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const question = page.getByRole('dialog', { name: 'Sign out everywhere else?' });
    await expectAccessible(page);
    await show(page, 'account-sign-out-elsewhere');
    await question.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText('Signed out everywhere else').waitFor();
    const list = page.getByRole('list', { name: 'Active sessions' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
    for (const other of others) {
      await other.reload();
      await other.getByText('Your session has expired').waitFor();
    }
    await page.reload();
    await page.getByText('otto@example.org').waitFor();
  });

  test('a key is made for an app, shown once, limited, switched off and deleted', async () => {
    const page = await web.signedIn('/account/apps', { username: 'otto' });
    expect(await page.getByLabel('OPDS 1.2', { exact: true }).inputValue()).toBe(
      `${web.base}/opds/v1/catalog`,
    );
    await page.getByRole('button', { name: 'Create API key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Name').fill('Tablet');
    await dialog.getByRole('combobox', { name: 'Expires' }).click();
    await page.getByRole('option', { name: '90 days' }).click();
    await dialog.getByRole('switch', { name: 'Limit permissions' }).press('Space');
    await dialog.getByRole('checkbox', { name: 'Download files' }).press('Space');
    expect(await dialog.getByRole('checkbox', { name: 'Change settings' }).count()).toBe(0);
    await expectAccessible(page);
    await show(page, 'key new');
    await dialog.getByRole('button', { name: 'Create API key' }).click();
    const told = page.getByRole('dialog', { name: 'The key Tablet' });
    const key = await told.getByLabel('Key', { exact: true }).inputValue();
    // Shown for two seconds.
    const copied = told.getByText('Copied').first().waitFor();
    await told.getByRole('button', { name: 'Copy Key' }).click();
    await copied;
    await expectAccessible(page);
    await show(page, 'key secret');
    await told.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.getByText('Tablet').waitFor();
    expect(await page.content()).not.toContain(key);
    const ask = async (path: string) =>
      (await fetch(web.base + path, { headers: { 'x-api-key': key } })).status;
    const { data } = (await web.admin.get<{ data: { id: string }[] }>('/api/v1/books')).body;
    expect(await ask('/api/v1/books')).toBe(200);
    expect(await ask(`/api/v1/books/${data[0]?.id}/file`)).toBe(403);
    await page.getByRole('button', { name: 'Edit the key Tablet' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the key Tablet' });
    await edit.getByRole('switch', { name: 'Limit permissions' }).press('Space');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The key Tablet was saved').waitFor();
    await page.getByText('All permissions of its owner').waitFor();
    expect(await ask(`/api/v1/books/${data[0]?.id}/file`)).toBe(200);
    await page.getByRole('button', { name: 'More for Tablet' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('The key Tablet is disabled').waitFor();
    expect(await ask('/api/v1/books')).toBe(401);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => ask('/api/v1/books')).toBe(200);
    await page.getByRole('button', { name: 'More for Tablet' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete the key Tablet?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('The key Tablet was deleted').waitFor();
    expect(await ask('/api/v1/books')).toBe(401);
  });

  test('a KOReader and a Kobo are connected with secrets that are shown once', async () => {
    const page = await web.signedIn('/account/devices', { username: 'otto' });
    await page.getByRole('button', { name: 'Connect KOReader' }).click();
    await page.getByLabel('Device name').fill('Reader');
    await page.keyboard.press('Enter');
    const told = page.getByRole('dialog', { name: 'Password for Reader' });
    expect(await told.getByLabel('Custom sync server', { exact: true }).inputValue()).toBe(
      `${web.base}/koreader`,
    );
    expect(await told.getByLabel('User name', { exact: true }).inputValue()).toBe('otto');
    const secret = await told.getByLabel('Password', { exact: true }).inputValue();
    await expectAccessible(page);
    await show(page, 'koreader');
    await told.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Connect Kobo' }).click();
    await page.getByLabel('Device name').fill('Libra');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    const line = page.getByRole('dialog', { name: 'Configuration for Libra' });
    const value = await line.getByLabel('Configuration line', { exact: true }).inputValue();
    expect(value).toContain(`api_endpoint=${web.base}/kobo/`);
    await show(page, 'kobo');
    await line.getByRole('button', { name: 'Done' }).click();
    await page.reload();
    await page.getByText('All EPUBs you can access').waitFor();
    for (const word of [secret, value]) expect(await page.content()).not.toContain(word);
    await page.getByRole('button', { name: 'Disconnect Reader' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No KOReader devices connected').waitFor();
  });

  test('preferences are forgotten one by one, with a way back', async () => {
    const page = await web.signedIn('/account/reading', { username: 'otto' });
    await page.getByText('No saved preferences').waitFor();
    await page.evaluate(
      `fetch('api/v1/user/preferences', { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{"comic.fit":"width"}' })`,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Delete comic.fit' }).click();
    await page.getByText('No saved preferences').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('comic.fit').waitFor();
    await page.getByText('Other apps', { exact: true }).waitFor();
  });

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

  test('another language and other colours are chosen, and stay', async () => {
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
