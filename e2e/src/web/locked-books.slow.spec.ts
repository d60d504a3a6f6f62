// Books with a password: the browser asks for the password of a PDF, and other books show an explanation.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { corpusRoot, hasCorpus, makePdf } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdfFont, say } from '../harness/books/pdfs.ts';
import { findBook as find } from '../harness/books/shelf.ts';
import { expectAccessible } from '../harness/browser/accessibility.ts';
import { desk, phone, show, startWeb, type Web } from '../harness/browser/web.ts';

const secret = 'öffne dich';
const real = join(corpusRoot, 'hostile/pdf/password libreoffice-writer-password.pdf');
const archive = join(corpusRoot, 'hostile/encrypted/rar5 headers.cbr');

const makeLocked = () =>
  makePdf({
    password: secret,
    pages: [1, 2, 3, 4].map((page) => ({ resources: pdfFont, content: say(`Secret page ${page} of four`) })),
  });

describe('a locked book', () => {
  let web: Web;

  beforeAll(async () => {
    web = await startWeb({
      files: {
        'Locked/Locked 1.pdf': makeLocked(),
        'Phone/Phone 1.pdf': makeLocked(),
        ...(hasCorpus && {
          'Real/Real 1.pdf': readFileSync(real),
          'Comic/Comic 1.cbr': readFileSync(archive),
        }),
      },
    });
  }, 120_000);

  afterAll(() => web?.end());

  const findBook = (end: string) => find(web.admin, end);
  const field = (page: Page) => page.getByRole('textbox', { name: 'Document password' });
  const isAt = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true }).waitFor();
  const readPlace = async ({ id }: BookDto) =>
    (await web.admin.get<ReadProgress | undefined>(`/api/v1/books/${id}/progress`)).body;

  test('asks for the password in the browser, reports a wrong one, and opens normally with the right one', {
    timeout: 60_000,
  }, async () => {
    const book = await findBook('Locked 1.pdf');
    expect(book.analysisError).toBe('The PDF document needs a password');
    const page = await web.signedIn(`/books/${book.id}`);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByText('The PDF document needs a password').first().waitFor();
    await show(page, 'a locked PDF, its page');
    await page.getByRole('link', { name: 'Read', exact: true }).click();
    await field(page).waitFor();
    await expectAccessible(page);
    await show(page, 'a locked PDF');
    await field(page).fill('sesame');
    await page.keyboard.press('Enter');
    await page.getByText('Wrong password.').waitFor();
    await expectAccessible(page);
    await field(page).fill(secret);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await isAt(page, '1 / 4');
    await page.getByText('Secret page 1 of four').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('page 3');
    await page.getByText('1 of 1').waitFor();
    await isAt(page, '3 / 4');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(async () => (await readPlace(book))?.currentPage).toBe(3);
    expect(await readPlace(book)).toMatchObject({ progressPercentage: 0.75, completed: false });
    // The server has no images of these pages, so that view is not offered.
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByRole('dialog', { name: 'Appearance' }).waitFor();
    expect(await page.getByRole('button', { name: 'Show pages as images' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('End');
    await isAt(page, '4 / 4');
    await expect.poll(async () => (await readPlace(book))?.completed).toBe(true);
    expect(sent.filter((one) => /sesame|ffne|dich/.test(decodeURIComponent(one)))).toEqual([]);
  });

  test('can be closed by a reader without the password, also on a phone', async () => {
    const book = await findBook('Phone 1.pdf');
    for (const viewport of [phone, desk]) {
      const page = await web.signedIn(`/books/${book.id}/read`, {
        viewport,
        context: { colorScheme: 'dark' },
      });
      await field(page).waitFor();
      await expectAccessible(page);
      await show(page, `a locked PDF ${viewport.width}`);
      await page.getByRole('link', { name: 'Close book' }).click();
      await page.waitForURL(({ pathname }) => !pathname.endsWith('/read'));
      expect(await readPlace(book)).toMatchObject({ error: 'not_found' });
    }
  });

  test('is opened by its password after another program has locked it', async ({ skip }) => {
    if (!hasCorpus) skip();
    const page = await web.signedIn(`/books/${(await findBook('Real 1.pdf')).id}/read`);
    await field(page).fill('openpassword');
    await page.keyboard.press('Enter');
    await isAt(page, '1 / 1');
    await page.locator('.textLayer span').first().waitFor();
    await show(page, 'a real locked PDF');
  });

  test('shows an explanation where the server would have to draw the pages', async () => {
    const book = await findBook('Locked 1.pdf');
    const page = await web.signedIn('/', { allow: /Failed to load resource/ });
    // A browser without access to the file cannot open it either.
    await page.route('**/file', (route) =>
      route.fulfill({ status: 403, json: { error: 'forbidden', message: 'No' } }),
    );
    for (const one of [book, ...(hasCorpus ? [await findBook('Comic 1.cbr')] : [])]) {
      await page.goto(`${web.base}/books/${one.id}/read`);
      await page.getByRole('heading', { name: 'This book is password-protected' }).waitFor();
      await expectAccessible(page);
      await show(page, `a locked ${one.fileFormat} as pictures`);
      await page.getByRole('link', { name: 'Close book' }).click();
      await page.waitForURL(({ pathname }) => !pathname.endsWith('/read'));
    }
  });
});
