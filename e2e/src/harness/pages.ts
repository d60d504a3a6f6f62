// What several specs of the web client ask the server for, and colours and sizes to look at a page in.
import type { Series } from '@lectern/contract/series';
import type { Page } from 'playwright-core';
import { expectAccessible } from './accessibility.ts';
import { desk, phone, show, type Web } from './web.ts';

export async function findSeries({ admin }: Web, title: string): Promise<Series> {
  const { body } = await admin.get<{ data: Series[] }>('/api/v1/series?pageSize=500');
  const series = body.data.find((one) => one.title === title);
  if (!series) throw new Error(`There is no ${title}`);
  return series;
}

export const screens = [
  ['desk', { viewport: desk, context: { colorScheme: 'light' } }],
  ['desk-dark', { viewport: desk, context: { colorScheme: 'dark' } }],
  ['phone', { viewport: phone, context: { colorScheme: 'light' } }],
] as const;

/** Keeps a picture where one is wanted, and has axe look at the page. */
export async function look(page: Page, name: string): Promise<void> {
  await show(page, name);
  await expectAccessible(page);
}

/** Lifts the line of a list by its handle, and waits until keys move it: what is below is measured in the next frames. */
export async function lift(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Move ${title}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByText(`${title} is lifted`).waitFor({ state: 'attached' });
  const frame = 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))';
  for (let frames = 0; frames < 5; frames++) await page.evaluate(frame);
}
