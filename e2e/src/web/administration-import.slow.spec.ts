// Import from another server in the browser: a Komga database is selected, its folder is mapped, previewed and
// imported.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { komgaPassword, layOutKomga, makeCbz, makeImage, makeZip } from '@lectern/server/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lookEverywhere } from '../harness/browser/pages.ts';
import { startWeb, type Web } from '../harness/browser/web.ts';
import { startProgram } from '../harness/program.ts';
import { signIn } from '../harness/server.ts';

describe('the import from another server', () => {
  let web: Web;
  let komga: { media: string; file: string };

  beforeAll(async () => {
    web = await startWeb({ files: {} });
    komga = await layOutKomga(join(web.library, '..', 'other'), 'web', (rows) => ({
      ...rows,
      BOOK: [
        ...(rows.BOOK ?? []),
        { ID: 'b3', URL: 'file:/mnt/comics/Saga/Gone.cbz', SERIES_ID: 's1', LIBRARY_ID: 'l1', FILE_SIZE: 1 },
      ],
    }));
  }, 120_000);

  afterAll(() => web?.end());

  test('goes from the database to the result, and can be undone', { timeout: 120_000 }, async () => {
    // The restart of the server at the end.
    const allow = /status of (?:4\d\d|50\d)|ERR_|Failed to fetch/;
    const page = await web.signedIn('/administration/import', { allow });
    await page.getByRole('heading', { name: 'Import from another server' }).waitFor();
    await lookEverywhere(page, 'import-choose');

    await page.locator('input[type=file]').setInputFiles(komga.file);
    await page.getByText('Database of Komga: database.sqlite').waitFor();
    await page.getByText('Not found on this server').waitFor();
    await lookEverywhere(page, 'import-folders');
    await page.getByRole('button', { name: 'Choose folder for /mnt/comics' }).click();
    await page.getByRole('combobox', { name: 'Choose a folder' }).fill(komga.media);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use this folder' }).click();
    await page.getByText(`This server: ${komga.media}`).waitFor();
    await page.getByText('2 of 3 books found').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByText('2 of 2 reading positions found').first().waitFor();
    await page.getByText('anna-web can download files, which Komga did not allow').waitFor();
    await page.getByText('/mnt/comics/Saga/Gone.cbz').waitFor();
    await lookEverywhere(page, 'import-preview');
    await page.getByRole('button', { name: 'Start import' }).click();

    await page.getByText('Import complete').waitFor({ timeout: 60_000 });
    const row = page.getByRole('row', { name: /^Reading positions/ });
    expect(await row.getByRole('cell').allInnerTexts()).toEqual(['Reading positions', '2', '0', '0']);
    await page.getByText('/mnt/comics/Saga/Gone.cbz').waitFor();
    await lookEverywhere(page, 'import-result');
    const anna = await signIn(web.program, komgaPassword.typed, 'anna-web');
    expect((await anna.get<{ data: unknown[] }>('/api/v1/books')).body.data).toHaveLength(2);

    await page.getByRole('button', { name: 'Undo import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Undo the whole import?' });
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await page
      .getByText(/The server is restarting|Import undone/)
      .first()
      .waitFor();
    await expect
      .poll(async () => (await web.admin.get<{ data: unknown[] }>('/api/v1/books')).body?.data?.length, {
        timeout: 30_000,
      })
      .toBe(0);
  });
});

test('uploads and imports the packed export of another Lectern', { timeout: 120_000 }, async () => {
  const old = await startWeb({ files: { 'Saga/1.cbz': await makeCbz({ mark: 'packed', pages: 3 }) } });
  onTestFinished(() => old.end());
  const fresh = await startWeb({ files: {} });
  onTestFinished(() => fresh.end());
  const { body } = await old.admin.get<{ data: { id: string }[] }>('/api/v1/books');
  const [book] = body.data;
  const form = new FormData();
  form.append(
    'file',
    new Blob([new Uint8Array(await makeImage({ color: 'red', width: 40, height: 60 }))]),
    'x.jpg',
  );
  expect(
    (await old.admin.request('POST', `/api/v1/books/${book?.id}/cover`, { raw: form })).status,
  ).toBeLessThan(300);
  const folder = join(old.library, '..', 'export');
  const program = startProgram(['export', folder, '--data-dir', join(old.library, '..', 'data')]);
  expect((await program.ended).code).toBe(0);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const entries = files.map((one) => {
    const file = join(one.parentPath, one.name);
    return { name: `my export/${file.slice(folder.length + 1)}`, content: readFileSync(file) };
  });
  const zip = join(old.library, '..', 'my export.zip');
  writeFileSync(zip, makeZip(entries));
  const hostile = join(old.library, '..', 'hostile.zip');
  writeFileSync(hostile, makeZip([...entries, { name: '../../evil', content: 'x' }]));

  const page = await fresh.signedIn('/administration/import', { allow: /status of 422/ });
  await page.locator('input[type=file]').setInputFiles(hostile);
  await page.getByRole('alert').filter({ hasText: 'The archive cannot be imported: the path' }).waitFor();
  await page.locator('input[type=file]').setInputFiles(zip);
  await page.getByText('Export of Lectern: my export.zip').waitFor();
  await page.getByText(/^1 of 1 books? found/).waitFor();
  expect(await page.getByRole('button', { name: /log/i }).count()).toBe(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Import complete').waitFor({ timeout: 60_000 });
  const row = page.getByRole('row', { name: /^Book covers/ });
  expect((await row.getByRole('cell').allInnerTexts()).slice(1)).toEqual(['1', '0', '0']);
});
