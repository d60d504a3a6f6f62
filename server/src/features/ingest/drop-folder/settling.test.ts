import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AcceptedFiles, DroppedFile } from '@lectern/contract/ingest/drop-folder';
import { afterAll, expect, test } from 'vitest';
import { addLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { until } from '../../../../test/harness/until.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const drop = mkdtempSync(join(tmpdir(), 'lectern-drop-'));
afterAll(() => rmSync(drop, { recursive: true, force: true }));
const base = '/api/v1/drop-folder';

withServer(
  'a drop folder with a waiting time',
  (server) => {
    const find = async () =>
      (await server().admin.get<{ data: DroppedFile[] }>(`${base}/files`)).body.data.at(0);

    test('waits for a growing file, and reads it when it is unchanged for a while', async () => {
      const { admin } = server();
      await addLibrary(server(), {});
      const bytes = await makeCbz({ mark: `${server().kind} growing` });
      const file = join(drop, 'Slow 001.cbz');
      writeFileSync(file, bytes.subarray(0, 20));
      await admin.post(`${base}/check`);
      await until(async () => (await find()) !== undefined);
      const waiting = await find();
      if (!waiting?.isReady) {
        expect(waiting?.problem).toMatchObject({ reason: 'drop_arriving' });
        const { body } = await admin.post<AcceptedFiles>(`${base}/accept`, { ids: [waiting?.id] });
        expect(body.refused).toMatchObject([{ reason: { reason: 'drop_arriving' } }]);
      }
      appendFileSync(file, bytes.subarray(20));
      await until(async () => {
        await admin.post(`${base}/check`);
        const found = await find();
        return found?.isReady === true && found.problem === null;
      });
      expect((await find())?.sizeBytes).toBe(bytes.length);
    });
  },
  {
    withTasks: true,
    environment: { LECTERN_DROP_FOLDER_PATH: drop, LECTERN_DROP_FOLDER_SETTLE_SECONDS: '1' },
  },
);
