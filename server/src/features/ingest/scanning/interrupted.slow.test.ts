import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../../test/harness/databases.ts';
import { addLibrary, listSeries, waitForScan } from '../../../../test/harness/library.ts';
import { startSecondServer, startTestServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles, writeManyBooks } from '../../../../test/makers/books.ts';

describe.each(databaseKinds)('a server that stops during a scan on %s', (kind) => {
  test('completes the scan after a restart and names the series of both parts', {
    timeout: 180_000,
  }, async () => {
    const server = await startTestServer({ kind, withTasks: true, backgroundProcesses: 2 });
    const library = await addLibrary(server, {});
    await writeManyBooks(library.folder, 1_500);
    writeFiles(library.folder, {
      'Series 0/Book 0.cbz': await makeCbz({ comicInfo: '<Series>Named</Series>', mark: 'named' }),
    });
    await server.admin.post(`/api/v1/libraries/${library.id}/scan`);
    await expect
      .poll(async () => (await listSeries(server.admin, library.id)).length, { interval: 5 })
      .toBeGreaterThan(20);
    await server.app.close();
    const again = await startSecondServer(server, { withTasks: true });
    const admin = again.as({ authorization: `Bearer ${server.admin.session.accessToken}` });
    expect(await waitForScan(admin, library.id)).toMatchObject({ status: 'completed', booksFound: 1_500 });
    const series = await listSeries(admin, library.id);
    expect(series).toHaveLength(150);
    await again.stop();
  });
});
