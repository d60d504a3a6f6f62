import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

withServer(
  'scans of watched libraries',
  (server) => {
    const countOf = async (id: string) => (await listBooks(server().admin, id)).length;

    test('run soon after a change in a watched library', { timeout: 40_000 }, async () => {
      const library = await addScannedLibrary(server(), { 'A/A 1.cbz': await makeCbz({ mark: 'watch' }) });
      await server().admin.patch(`/api/v1/libraries/${library.id}`, { scanning: { watch: true } });
      // Watching starts shortly after the response, so the change is repeated until it is detected. Each change needs a
      // quiet period.
      let looks = 0;
      const look = async () => {
        if (looks++ % 8 === 0) {
          writeFiles(library.folder, { [`A/A ${looks}.cbz`]: await makeCbz({ mark: `watch ${looks}` }) });
        }
        return (await countOf(library.id)) > 1;
      };
      await expect.poll(look, { interval: 1_000, timeout: 30_000 }).toBe(true);
      await server().admin.patch(`/api/v1/libraries/${library.id}`, { scanning: { watch: false } });
    });
  },
  { withTasks: true },
);
