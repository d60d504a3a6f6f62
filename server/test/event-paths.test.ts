// Events that readers receive must not contain paths of the server. The test adds a library, scans it with an
// unreadable file, changes it, scans it again with a file missing, and deletes it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addLibrary, listBooks, listSeries, scan } from './harness/library.ts';
import { withServer } from './harness/server.ts';
import { makeCbz } from './makers/books.ts';

/** Returns the raw text of a stream. */
async function record(url: string, headers: Record<string, string>): Promise<() => string> {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const { status, body } = await fetch(url, { headers, signal: controller.signal });
  expect(status).toBe(200);
  let text = '';
  const read = async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  };
  read().catch(() => {});
  return () => text;
}

withServer(
  'the events of a reader',
  (server) => {
    test('contain no path of the server on either stream', async () => {
      const { admin, reader, url, folder } = server();
      await admin.put('/api/v1/admin/settings/compat_api.enabled', { value: true });
      const { session, username, password } = reader;
      const basic = Buffer.from(`${username}:${password}`).toString('base64');
      const streams = [
        await record(`${url}/api/v1/events`, { authorization: `Bearer ${session.accessToken}` }),
        await record(`${url}/compat/sse/v1/events`, { authorization: `Basic ${basic}` }),
      ];
      const library = await addLibrary(server(), {
        'Saga/Saga 1.cbz': await makeCbz({ mark: 'one' }),
        'Saga/Saga 2.cbz': await makeCbz({ mark: 'two' }),
      });
      writeFileSync(join(library.folder, 'Saga', 'Saga 3.cbz'), 'no archive');
      await scan(server(), library.id);
      const [series] = await listSeries(admin, library.id);
      const [book] = await listBooks(admin, library.id);
      await admin.patch(`/api/v1/books/${book?.id}/metadata`, { summary: 'Changed' });
      await admin.patch(`/api/v1/series/${series?.id}/metadata`, { summary: 'Changed' });
      await admin.patch(`/api/v1/libraries/${library.id}`, { description: 'Changed' });
      rmSync(join(library.folder, 'Saga', 'Saga 2.cbz'));
      await scan(server(), library.id, 'confirmRemovals=true');
      const { body: list } = await admin.post<{ id: string }>('/api/v1/collections', {
        name: 'The last thing',
        seriesIds: [series?.id],
      });
      await vi.waitUntil(() => streams.every((text) => text().includes(list.id)), { timeout: 20_000 });
      for (const text of streams) {
        expect(text()).toContain(library.id);
        for (const secret of [folder, library.folder, '/Saga', 'Saga 3.cbz'])
          expect([secret, text().includes(secret)]).toEqual([secret, false]);
      }
    });
  },
  { withTasks: true },
);
