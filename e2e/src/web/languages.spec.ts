// The interface in each of its languages, as selected by the browser.
import { makeCbz } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillSignIn, startWeb, type Web } from '../harness/browser/web.ts';

let web: Web;

beforeAll(async () => {
  web = await startWeb({ files: { 'Saga/Saga 001.cbz': await makeCbz({ mark: 'a' }) } });
}, 60_000);

afterAll(() => web?.end());

const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('a browser in French shows the interface in French', async () => {
  const page = await web.signedIn('/', { context: { locale: 'fr-FR' } });
  await headingOf(page, 'Livres récemment ajoutés').waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('fr');
  expect(await page.getByRole('navigation', { name: 'Navigation' }).textContent()).toMatch(
    /Accueil[\s\S]*Toutes les séries[\s\S]*Listes de lecture/,
  );
  await page.goto(`${web.base}/administration/tasks`);
  await headingOf(page, 'Tâches').waitFor();
  await page.getByText('Terminée').first().waitFor();
  await page.goto(`${web.base}/series`);
  await page.getByText('1 série', { exact: true }).first().waitFor();
});

test('shows form errors in the language of the interface', async () => {
  const page = await web.open({ context: { locale: 'de' } });
  await page.goto(`${web.base}/`);
  const name = page.locator('input[name=username]');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  const message = await name.evaluate(
    (input) => (input as unknown as { validationMessage: string }).validationMessage,
  );
  expect(message).toBe('Bitte dieses Feld ausfüllen');
  await fillSignIn(page, 'admin');
  await headingOf(page, 'Kürzlich hinzugefügte Bücher').waitFor();
});
