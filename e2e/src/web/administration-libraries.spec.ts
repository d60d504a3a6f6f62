// Library administration: scan and delete libraries; a missing disk; running tasks.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '@lectern/contract/libraries/libraries';
import { makeCbz, writeFiles } from '@lectern/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';
import { waitForTasks } from '../harness/server.ts';

describe('libraries in the administration', () => {
  let web: Web;
  const listLibraries = async () => (await web.admin.get<{ data: Library[] }>('/api/v1/libraries')).body.data;

  beforeAll(async () => {
    const files: Record<string, Buffer> = {};
    for (let n = 1; n <= 30; n++) files[`Series ${n}/1.cbz`] = await makeCbz({ mark: `s${n}`, pages: 2 });
    web = await startWeb({ files });
  }, 120_000);

  afterAll(() => web?.end());

  test('a scan is started and shows its progress; its task appears without a reload', async () => {
    const [library] = await listLibraries();
    const name = library?.name ?? '';
    const files: Record<string, Buffer> = {};
    for (let n = 31; n <= 300; n++) files[`Series ${n}/1.cbz`] = await makeCbz({ mark: `s${n}`, pages: 2 });
    writeFiles(web.library, files);
    const tasks = await web.signedIn('/administration/tasks');
    const all = tasks.getByRole('radiogroup', { name: 'Task status' }).getByText(/^All/);
    await expect.poll(() => all.textContent()).toMatch(/[1-9]/);
    const before = await all.textContent();
    const page = await web.signedIn('/administration/libraries');
    await page.getByRole('button', { name: `Scan ${name}`, exact: true }).click();
    await page.getByText(`Scanning ${name}`).waitFor();
    await page.getByText('Last scan: 300 books').waitFor();
    await page.getByText(/series, 300 books/).waitFor();
    await waitForTasks(web.admin);
    await expect.poll(() => all.textContent()).not.toBe(before);
    await tasks
      .getByText(/^\d+ series with 300 books in the library/)
      .first()
      .waitFor();
    expect(await tasks.getByText(/[{}]/).count()).toBe(0);
    await lookEverywhere(tasks, 'tasks');
  });

  test('a missing disk is reported, and no data is lost', async () => {
    const [library] = await listLibraries();
    const name = library?.name ?? '';
    const page = await web.signedIn('/administration/libraries');
    await page.getByRole('button', { name: `Scan ${name}`, exact: true }).waitFor();
    renameSync(web.library, `${web.library} unplugged`);
    // A scan may have noticed it already: its report has a button of the same name.
    await page
      .getByRole('button', { name: `Scan ${name}`, exact: true })
      .first()
      .click();
    await page.getByText('The last scan failed').waitFor();
    await page.getByText('Nothing is lost').waitFor();
    await lookEverywhere(page, 'library gone');
    renameSync(`${web.library} unplugged`, web.library);
    await page
      .getByRole('button', { name: `Scan ${name}`, exact: true })
      .first()
      .click();
    await page.getByText('Last scan: 300 books').waitFor();
    expect(await page.getByText('Nothing is lost').count()).toBe(0);
  });

  const chooseByKeys = async (page: Page) => {
    await page.getByRole('button', { name: 'More for Other' }).focus();
    await page.keyboard.press('Enter');
    const item = page.getByRole('menuitem', { name: 'Remove library' });
    await item.waitFor();
    const isReached = () => item.evaluate((element) => element.ownerDocument.activeElement === element);
    for (let presses = 0; presses < 10 && !(await isReached()); presses += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };

  test('a library is deleted by keyboard, and its files remain', async () => {
    const other = join(web.library, '..', 'Other');
    writeFiles(other, { 'Tale/Tale 1.cbz': await makeCbz({ mark: 'other' }) });
    await web.admin.post('/api/v1/libraries', { name: 'Other', path: other, scanImmediately: true });
    await waitForTasks(web.admin);
    const page = await web.signedIn('/administration/libraries');
    await chooseByKeys(page);
    const question = page.getByRole('dialog', { name: 'Remove Other?' });
    await question.waitFor();
    await lookEverywhere(page, 'library remove');
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    await chooseByKeys(page);
    await question.waitFor();
    await page.keyboard.type('Other');
    await page.keyboard.press('Enter');
    await page.getByText('Other was removed').waitFor();
    expect((await listLibraries()).map(({ name }) => name)).not.toContain('Other');
    expect(existsSync(join(other, 'Tale/Tale 1.cbz'))).toBe(true);
  });
});
