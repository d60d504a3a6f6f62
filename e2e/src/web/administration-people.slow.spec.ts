// Accounts: created and restricted in the pages, and used by their owners.
import { makeCbz } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { fillSignIn, startWeb, type Web } from '../harness/browser/web.ts';

describe('people', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Saga/Saga 001.cbz': await makeCbz({ mark: 'a', comicInfo: '<AgeRating>Mature 17+</AgeRating>' }),
        'Tales/Tales 1.cbz': await makeCbz({ mark: 'b', comicInfo: '<AgeRating>Everyone</AgeRating>' }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  test('adds a user, restricts them by age, and shows them only permitted books', {
    timeout: 90_000,
  }, async () => {
    const page = await web.signedIn('/administration/users');
    await page.getByRole('button', { name: 'Add user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user' });
    await dialog.getByLabel('User name').fill('ben');
    await dialog.getByLabel('E-mail').fill('ben@example.org');
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await dialog.getByRole('button', { name: 'Create user' }).click();
    const told = page.getByRole('dialog', { name: 'User ben created' });
    const word = await told.getByLabel('Password', { exact: true }).inputValue();
    expect(word.length).toBeGreaterThan(15);
    await lookEverywhere(page, 'people secret');
    await told.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: 'Edit ben' }).click();
    await page.getByLabel('Maximum age rating').fill('12');
    await page.getByRole('switch', { name: 'Show series without an age rating' }).press('Space');
    const limits = page.getByRole('region', { name: 'Restrictions' });
    await limits.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The restrictions of ben were saved').waitFor();
    await lookEverywhere(page, 'people one');
    expect(await page.content()).not.toContain(word);

    const ben = await web.open();
    await ben.goto(`${web.base}/series`);
    await fillSignIn(ben, 'ben', word);
    await ben.getByText('Tales', { exact: true }).first().waitFor();
    expect(await ben.getByText('Saga', { exact: true }).count()).toBe(0);
    await ben.getByRole('button', { name: 'Account of ben' }).click();
    await ben.getByRole('menuitem', { name: 'My account' }).waitFor();
    expect(await ben.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
    await ben.goto(`${web.base}/administration/users`);
    await ben.getByRole('heading', { name: 'No access' }).waitFor();
    await expectAccessible(ben);
    await ben.goto(`${web.base}/libraries/new`);
    await ben.getByRole('heading', { name: 'No access' }).waitFor();
  });
});
