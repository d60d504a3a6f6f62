// Import operations that API keys cannot perform, because imported passwords would outlive the key.
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorBody } from '@lectern/contract/errors';
import type { User } from '@lectern/contract/identity/users';
import type { ImportDto } from '@lectern/contract/import/imports';
import { expect, test } from 'vitest';
import { makeKey } from '../../../test/harness/api-key.ts';
import type { Client } from '../../../test/harness/client.ts';
import { waitForQuiet } from '../../../test/harness/quiet.ts';
import { withServer } from '../../../test/harness/server.ts';
import { until } from '../../../test/harness/until.ts';
import { layOutKomga } from '../../../test/peers/komga.ts';

const path = '/api/v1/admin/imports';

withServer(
  'an API key of an administrator',
  (server) => {
    const aKomga = async (mark: string) => {
      const { media, file } = await layOutKomga(mkdtempSync(join(server().folder, 'komga-')), mark);
      return { path: file, maps: [{ from: '/mnt/comics', to: media }] };
    };
    const aKey = async (): Promise<Client> =>
      server().as({ 'x-api-key': (await makeKey(server().admin)).key });
    const send = (who: Client, to: string, file: string) => {
      const raw = new FormData();
      raw.append('file', new Blob([readFileSync(file)]), 'database.sqlite');
      return who.request<ImportDto & ErrorBody>('POST', to, { raw });
    };
    const show = async (id: string) => (await server().admin.get<ImportDto>(`${path}/${id}`)).body;
    const countUsers = async () =>
      (await server().admin.get<{ data: User[] }>('/api/v1/users')).body.data.length;

    test('can prepare an import, but cannot start it or add a log', async () => {
      const komga = await aKomga('k1');
      const byKey = await aKey();
      const before = await countUsers();
      const uploaded = await send(byKey, `${path}/upload`, komga.path);
      const prepared = await byKey.post<ImportDto>(path, komga);
      expect([uploaded.status, prepared.status, prepared.body.plan.obstacle]).toEqual([201, 201, null]);
      for (const answer of [
        await byKey.post<ErrorBody>(`${path}/${prepared.body.id}/start`),
        await send(byKey, `${path}/${uploaded.body.id}/log`, komga.path),
      ])
        expect([answer.status, answer.body.reason]).toEqual([403, 'api_key_refused']);
      expect(await show(prepared.body.id)).toMatchObject({ status: 'ready', backup: null });
      expect(await show(uploaded.body.id)).toMatchObject({ status: 'ready', hasLog: false });
      expect(await countUsers()).toBe(before);
    });

    test('cannot revert an import', async () => {
      const { body } = await server().admin.post<ImportDto>(path, await aKomga('k2'));
      expect((await server().admin.post(`${path}/${body.id}/start`)).status).toBe(202);
      await until(async () => (await show(body.id)).status === 'completed');
      await waitForQuiet(server());
      const byKey = await aKey();
      const refused = await byKey.post<ErrorBody>(`${path}/${body.id}/take-back`);
      // On PostgreSQL, imports create no backup.
      const isEmbedded = server().kind === 'sqlite';
      expect([refused.status, refused.body.reason]).toEqual(
        isEmbedded ? [403, 'api_key_refused'] : [409, 'backup_database_server'],
      );
    });
  },
  { withTasks: true },
);
