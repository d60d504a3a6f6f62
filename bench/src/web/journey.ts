// Time from input to the next paint, during a typical visit of a few minutes.
import type { Browser, Page } from 'playwright-core';
import { percentile, report } from '../figures/report.ts';
import type { Program } from '../program/program.ts';
import { openSignedIn, readVitals } from './visit.ts';

const budgetMs = 100;
const part = 0.75;

export async function measureJourney(browser: Browser, program: Program): Promise<void> {
  const page = await openSignedIn(browser, program);
  await page.goto(program.url, { waitUntil: 'networkidle' });
  for (const step of [actOnCards, findBooks, browse, administer]) await step(page);
  const { interactionsMs } = await readVitals(page);
  await page.context().close();
  report({
    name: `interaction to next paint, ${interactionsMs.length} interactions of 16 ms and more: 75th percentile`,
    value: percentile(interactionsMs, part),
    unit: 'ms',
    budget: budgetMs,
  });
}

const cards = 'main :is(li, [role=listitem]) a';

async function actOnCards(page: Page): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await page.locator(cards).nth(n).click({ button: 'right' });
    await page.getByRole('menuitem').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
}

/** Uses the search box, whose results appear during typing. */
async function findBooks(page: Page): Promise<void> {
  for (const name of ['Series 042', 'Series 017']) {
    await page.keyboard.press('/');
    await page.keyboard.type(name.toLowerCase());
    await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }
}

async function browse(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Navigation' }).getByText('All series').click();
  for (const n of [3, 7, 11]) {
    await page.locator(cards).nth(n).click();
    await page.locator('main h1').waitFor();
    await page.getByRole('button', { name: 'Want to read' }).click();
    await page.goBack();
    await page.locator(cards).nth(n).waitFor();
  }
}

async function administer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of bench' }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  for (const name of ['Users', 'Tasks', 'Libraries']) {
    await page.getByRole('main').getByRole('link').filter({ hasText: name }).first().click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await page.goBack();
  }
}
