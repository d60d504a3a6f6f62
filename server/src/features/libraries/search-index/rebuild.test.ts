import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import { wordsVersion } from '#infrastructure/text/document-words.ts';
import { addScannedLibrary } from '../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../test/harness/open-database.ts';
import { waitForQuiet } from '../../../../test/harness/quiet.ts';
import { onBothDatabases, startSecondServer } from '../../../../test/harness/server.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

onBothDatabases(
  'the words of search documents',
  (server) => {
    test('are written again in the background when a server with other words starts', async () => {
      const comicInfo = '<Title>Spider-Man</Title>';
      const bytes = await makeCbz({ mark: `rebuild ${server().kind}`, comicInfo });
      const library = await addScannedLibrary(
        server(),
        { 'S/S 1.cbz': bytes },
        { bookStrategy: 'metadata_first' },
      );
      const database = await openQuietDatabaseOf(server());
      const version = async () =>
        (
          await database.db
            .selectFrom('library')
            .select('wordsVersion')
            .where('id', '=', library.id)
            .executeTakeFirst()
        )?.wordsVersion;
      expect(await version()).toBe(wordsVersion);
      const find = async (fullTextSearch: string) =>
        (
          await server().admin.post<{ data: BookDto[] }>(`/api/v1/libraries/${library.id}/books/list`, {
            fullTextSearch,
          })
        ).body.data.length;
      const [book] = await database.db
        .selectFrom('book')
        .select('id')
        .where('libraryId', '=', library.id)
        .execute();
      // The words of a previous version.
      await database.transaction(async (tx) => {
        const document = { entityId: book?.id ?? '', title: ['spider', 'man'], rest: [] };
        await database.dialect.textSearch.save(tx, 'book', [document]);
        await tx.updateTable('library').set({ wordsVersion: null }).where('id', '=', library.id).execute();
      });
      await database.close();
      expect([await find('spiderman'), await find('spider man')]).toEqual([0, 1]);
      const second = await startSecondServer(server(), { withTasks: true });
      await waitForQuiet(server());
      await expect.poll(() => find('spiderman')).toBe(1);
      await second.stop();
    });
  },
  { withTasks: true },
);
