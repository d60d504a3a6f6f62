import { expect, test } from 'vitest';
import { addScannedLibrary } from '../../../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../../../test/harness/server.ts';
import { makeCbz } from '../../../../../test/makers/books.ts';
import { type BookFacts, readFacts } from './store.ts';

onBothDatabases(
  'metadata of the books of a series',
  (server) => {
    test('is read in the same order for every batch size', async () => {
      const names = [
        ...['Long/Long 10.cbz', 'Long/Long 9.cbz', 'Long/Long 1.5.cbz', 'Long/Long 1.cbz', 'Long/Long b.cbz'],
        ...[
          'Long/Long a.cbz',
          'Long/Long 2.cbz',
          'Short/Short 1.cbz',
          'Other/Other 2.cbz',
          'Other/Other 1.cbz',
        ],
      ];
      const files = await Promise.all(
        names.map(async (name) => [name, await makeCbz({ mark: name })] as const),
      );
      await addScannedLibrary(server(), Object.fromEntries(files));
      const database = await openQuietDatabaseOf(server());
      try {
        const series = await database.db
          .selectFrom('series')
          .select(['id', 'titleKey', 'bookCount'])
          .orderBy('titleKey')
          .execute();
        const read = (atOnce: number) =>
          database.transaction(async (tx) => {
            const parts: (readonly BookFacts[])[] = [];
            for await (const part of readFacts(tx, series, atOnce)) parts.push(part);
            return { max: Math.max(...parts.map(({ length }) => length)), facts: parts.flat() };
          });
        const inOrder = (facts: readonly BookFacts[]) =>
          series.map(({ id }) => facts.filter(({ seriesId }) => seriesId === id));
        const whole = await read(1_000);
        expect(whole.facts).toHaveLength(names.length);
        for (const atOnce of [1, 2, 3, 6, 7]) {
          const { max, facts } = await read(atOnce);
          expect(max).toBeLessThanOrEqual(atOnce);
          expect(inOrder(facts)).toEqual(inOrder(whole.facts));
        }
      } finally {
        await database.close();
      }
    });
  },
  { withTasks: true },
);
