import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportDto } from '@lectern/contract/import/imports';
import { expect, test } from 'vitest';
import { exportTo } from '#features/export/index.ts';
import { loadConfig } from '#infrastructure/config/load.ts';
import { startTestServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { makeHousehold } from '../../../test/household.ts';
import { makeImage } from '../../../test/makers/images.ts';

const path = '/api/v1/admin/imports';

test('opens an export by its folder, and reads covers only from there', async () => {
  const old = await startTestServer({ withTasks: true });
  const fresh = await startTestServer({ withTasks: true });
  try {
    await makeHousehold(old, 'import');
    const folder = join(old.folder, 'export');
    const { config } = loadConfig({ environment: old.environment, cwd: old.folder });
    await exportTo(folder, config, { secrets: true });
    const [book] = readFileSync(join(folder, 'books.jsonl'), 'utf8').split('\n');
    const entityId = JSON.parse(book ?? '').id;
    mkdirSync(join(folder, 'covers'), { recursive: true });
    // An image outside the export, reached through a link.
    const picture = join(old.folder, 'outside.jpg');
    writeFileSync(picture, await makeImage({ color: 'red', width: 40, height: 60 }));
    symlinkSync(picture, join(folder, 'covers', 'x.jpg'));
    const cover = { id: 'x', entityType: 'book', entityId, file: 'covers/x.jpg', isSelected: true };
    const lines = `${JSON.stringify(cover)}\n`;
    writeFileSync(join(folder, 'covers.jsonl'), lines);
    const manifest = JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8'));
    manifest.files['covers.jsonl'] = { sha256: hash('sha256', lines, 'hex'), records: 1 };
    manifest.counts.covers = 1;
    writeFileSync(join(folder, 'export.json'), JSON.stringify(manifest));
    const { status, body } = await fresh.admin.post<ImportDto>(path, { path: folder });
    expect([status, body.program, body.plan.booksFound]).toEqual([201, 'Lectern', body.plan.books]);
    expect(body.plan.books).toBeGreaterThan(0);
    expect((await fresh.admin.post(`${path}/${body.id}/start`)).status).toBe(202);
    const ended = await until(async () => {
      const now = (await fresh.admin.get<ImportDto>(`${path}/${body.id}`)).body;
      return now.status !== 'running' && now;
    });
    expect([ended.status, ended.failure]).toEqual(['completed', null]);
    const covers = ended.outcomes?.find(({ kind }) => kind === 'bookCovers');
    expect(covers).toMatchObject({ taken: 0, notes: [{ cause: { reason: 'import_cover_missing' } }] });
  } finally {
    await old.stop();
    await fresh.stop();
  }
});
