import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { OpenedDatabase } from '#infrastructure/database/open.ts';
import { fold } from '#infrastructure/text/fold.ts';
import { createRandom } from '../../../test/conditions/random.ts';
import { addScannedLibrary } from '../../../test/harness/library.ts';
import { openQuietDatabaseOf } from '../../../test/harness/open-database.ts';
import { onBothDatabases } from '../../../test/harness/server.ts';
import { makeCbz } from '../../../test/makers/books.ts';

const seed = Number(process.env.TEST_SEED ?? 20_261_121);
const characters = [...'aabbcd e"\'%_\\é日本の😀-'];

onBothDatabases(
  'letters inside titles',
  (server) => {
    const titles = new Map<string, string>();
    let database: OpenedDatabase;
    const random = createRandom(seed);
    const toText = (most: number) =>
      Array.from(
        { length: 1 + Math.floor(random() * most) },
        () => characters[Math.floor(random() * characters.length)],
      )
        .join('')
        .trim() || 'x';

    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (let n = 0; n < 20; n++) files[`Some/${n}.cbz`] = await makeCbz({ pages: 1, mark: String(n) });
      await addScannedLibrary(server(), files);
      database = await openQuietDatabaseOf(server());
      const { body } = await server().admin.get<{ data: { id: string; title: string }[] }>(
        '/api/v1/books?pageSize=100',
      );
      for (const { id, title } of body.data) titles.set(id, title);
    });
    afterAll(() => database.close());

    const toPart = (title: string) => {
      const all = [...fold(title)];
      const from = Math.floor(random() * Math.max(1, all.length - 2));
      return all.slice(from, from + 3 + Math.floor(random() * 3)).join('');
    };

    const list = async (operator: string, value: string) => {
      const body = { condition: { title: { operator, value } } };
      const answer = await server().admin.post<{ data: { id: string }[]; total: number }>(
        '/api/v1/books/list?pageSize=100',
        body,
      );
      expect([operator, value, answer.status]).toEqual([operator, value, 200]);
      expect(answer.body.total).toBe(answer.body.data.length);
      return answer.body.data.map(({ id }) => id).sort();
    };
    const meets: Record<string, (title: string, text: string) => boolean> = {
      contains: (title, text) => title.includes(text),
      doesNotContain: (title, text) => !title.includes(text),
      beginsWith: (title, text) => title.startsWith(text),
      endsWith: (title, text) => title.endsWith(text),
    };
    const expected = (operator: string, value: string) =>
      [...titles]
        .filter(([, title]) => meets[operator]?.(fold(title), fold(value)))
        .map(([id]) => id)
        .sort();

    test(`are found after any change of titles (seed ${seed})`, async () => {
      let found = 0;
      for (let round = 0; round < 24; round++) {
        for (const id of [...titles.keys()].slice(round % 5, (round % 5) + 4)) {
          const title = toText(12);
          const answer = await server().admin.patch(`/api/v1/books/${id}`, { title });
          expect(answer.status).toBe(200);
          titles.set(id, title);
        }
        const value = round % 2 === 0 ? toText(4) : toPart([...titles.values()][round % titles.size] ?? '');
        for (const operator of Object.keys(meets)) {
          const ids = await list(operator, value);
          expect([operator, value, ids]).toEqual([operator, value, expected(operator, value)]);
          if (operator === 'contains') found += ids.length;
        }
      }
      expect(found).toBeGreaterThan(20);
    }, 60_000);

    test('are not found in the title of a book whose row was deleted', async () => {
      const [id = ''] = titles.keys();
      await server().admin.patch(`/api/v1/books/${id}`, { title: 'Quetzalcoatl' });
      expect(await list('contains', 'zalco')).toEqual([id]);
      // While the server is in a transaction, another connection of this thread is rejected.
      await vi.waitFor(
        async () => {
          for (const table of ['bookContent', 'bookMetadata', 'bookTerm', 'bookError', 'bookEdit'] as const)
            await database.db.deleteFrom(table).where('bookId', '=', id).execute();
          await database.db.deleteFrom('book').where('id', '=', id).execute();
        },
        { timeout: 20_000 },
      );
      titles.delete(id);
      // The server reads its own writes.
      await server().admin.patch(`/api/v1/books/${[...titles.keys()][0]}`, { title: 'Another' });
      expect(await list('contains', 'zalco')).toEqual([]);
      if (database.dialect.name !== 'sqlite') return;
      const left = await sql`select rowid from "bookLetters" where "bookLetters" match '"zal"'`.execute(
        database.db,
      );
      expect(left.rows).toEqual([]);
    });
  },
  { withTasks: true },
);
