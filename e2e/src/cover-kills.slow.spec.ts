// A server that is killed during `covers.generate` more often than the task has attempts.
import { join } from 'node:path';
import { makeImage, makeZip, writeFiles } from '@lectern/server/testing';
import { expect, test, vi } from 'vitest';
import { makeFolder, serve, signIn, waitForTasks } from './harness/server.ts';
import { queryDatabase } from './harness/sqlite.ts';

const password = 'a password of my own';
const bookCount = 200;
/** The task has ten attempts. */
const kills = 12;

test('covers.generate completes after twelve kills of the server', { timeout: 300_000 }, async () => {
  const folder = makeFolder();
  const media = join(folder, 'media');
  const dataDir = join(folder, 'data');
  const image = await makeImage({ width: 1_600, height: 2_400 });
  const files: Record<string, Buffer> = {};
  for (let n = 1; n <= bookCount; n++)
    files[`Saga/${n}.cbz`] = makeZip([
      { name: '1.jpg', content: image },
      { name: 'mark.txt', content: `${n}` },
    ]);
  writeFiles(media, files);
  const database = join(dataDir, 'lectern.db');
  const readTasks = () =>
    queryDatabase(
      database,
      `select status, attempts, interruptions, "maxAttempts", "lastError" from task where type = 'covers.generate'`,
    );
  const countMissing = () =>
    Number(queryDatabase(database, 'select count(*) as n from book where "thumbnailState" = 0')[0]?.n);

  const environment = { LECTERN_ADMIN_PASSWORD: password };
  let program = serve({ dataDir, libraries: [media], environment });
  await program.url();
  for (let kill = 0; kill < kills; kill++) {
    // A new run: the row of the killed run also has the status `running`, with one interruption less.
    await vi.waitUntil(
      () => readTasks().some(({ status, interruptions }) => status === 'running' && interruptions === kill),
      { interval: 2, timeout: 60_000 },
    );
    program.signal('SIGKILL');
    await program.ended;
    expect(readTasks()).toMatchObject([{ status: 'running', attempts: 1, interruptions: kill }]);
    program = serve({ dataDir });
    await program.url();
  }
  await vi.waitUntil(() => readTasks().some(({ interruptions }) => interruptions === kills), {
    interval: 2,
    timeout: 60_000,
  });
  await waitForTasks(await signIn(program, password));
  // If a scan has requested the task again while it ran, a second run has reset the interruptions.
  expect(readTasks()).toMatchObject([{ status: 'completed', attempts: 1, maxAttempts: 10, lastError: null }]);
  expect(countMissing()).toBe(0);
  expect(queryDatabase(database, 'select count(*) as n from book')).toEqual([{ n: bookCount }]);
});
