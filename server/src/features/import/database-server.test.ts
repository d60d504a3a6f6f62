import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody } from '@lectern/contract/errors';
import type { ImportDto } from '@lectern/contract/import/imports';
import { expect, test } from 'vitest';
import { withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { makeCbz, writeFiles } from '../../../test/makers/books.ts';
import { aSmallCodex, fillServerDatabase } from '../../../test/peers/codex.ts';

const path = '/api/v1/admin/imports';

withServer(
  'import from a database server',
  (server) => {
    test('imports from the address of a database server, and never stores or shows its password', async () => {
      const mark = 'served';
      const folder = mkdtempSync(join(server().folder, 'codex-'));
      const cbz = await makeCbz({ mark, pages: 3 });
      writeFiles(folder, { 'Saga/1.cbz': cbz });
      const codex = await fillServerDatabase({
        ...aSmallCodex({ root: '/library', mark, sizes: [cbz.length, 1], hash: 'x' }),
        seaql_migrations: [{ version: 'm20260820_000108_create_user_plugin_oauth_states' }],
      });
      try {
        // The test server accepts any password.
        const address = Object.assign(new URL(codex.address), { password: 'codex-secret' });
        const given = { path: address.href, maps: [{ from: '/library', to: folder }] };
        const { status, body } = await server().admin.post<ImportDto>(path, given);
        const name = `postgres://${address.host}${address.pathname}`;
        expect([status, body]).toMatchObject([
          201,
          { status: 'ready', program: 'Codex', source: { kind: 'server', name } },
        ]);
        expect((await server().admin.post(`${path}/${body.id}/start`)).status).toBe(202);
        const show = async () => (await server().admin.get<ImportDto>(`${path}/${body.id}`)).body;
        await until(async () => (await show()).status === 'completed');
        address.pathname = '/nothing';
        const refused = await server().admin.post<ErrorBody>(path, { path: address.href });
        expect(refused).toMatchObject({ status: 422, body: { error: 'import_refused' } });
        const listed = await server().admin.get(path);
        expect(JSON.stringify([listed.body, refused.body])).not.toContain('codex-secret');
      } finally {
        await codex.drop();
      }
    });
  },
  { withTasks: true },
);
