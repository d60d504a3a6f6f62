import type { SharedList } from '@lectern/contract/reading/book-lists';
import { expect, test } from 'vitest';
import { withServer } from '../../../../test/harness/server.ts';
import { carryOut, listAll, listNew, listNotes } from '../../../../test/peers/moving.ts';
import { nothing } from '../snapshot/index.ts';

const collections = '/api/v1/collections';
const theirId = (number: number) => `0192f000-0000-7000-8000-${String(number).padStart(12, '0')}`;

withServer(
  'automatic lists that refer to other lists',
  (server) => {
    let made = 0;
    /** Imports collections whose conditions refer to other collections, given by index. */
    async function importLists(naming: readonly (readonly number[])[]) {
      const mark = `n${++made}`;
      const lists = naming.map((others, i) => ({
        id: theirId(i),
        name: `${mark} ${i}`,
        summary: null,
        ordered: false,
        memberIds: [],
        cover: undefined,
        condition: {
          anyOf: [
            { genre: { operator: 'is', value: `genre ${i}` } },
            ...others.map((other) => ({ collectionId: { operator: 'is', value: theirId(other) } })),
          ],
        },
      }));
      const empty = { users: [], libraries: [], series: [], books: [], leftOut: [] };
      const own = { ...empty, program: 'Codex', source: mark };
      const snapshot = { ...nothing, ...own, collections: lists };
      const { snapshotImport } = server().app;
      const take = async () => carryOut(server(), await snapshotImport.plan(snapshot, []));
      const first = await take();
      const again = await take();
      const ours = await listAll<SharedList>(server().admin, collections);
      const idOf = (i: number) => ours.find(({ name }) => name === `${mark} ${i}`)?.id ?? '';
      const namedBy = (i: number) => JSON.stringify(ours.find(({ id }) => id === idOf(i))?.condition);
      expect([listNotes(first), listNew(again)]).toEqual([[], {}]);
      expect(listNew(first)).toEqual({ collections: naming.length });
      for (const [i, others] of naming.entries()) {
        for (const other of others) expect(namedBy(i)).toContain(idOf(other));
        expect(namedBy(i)).not.toContain(theirId(0).slice(0, 20));
      }
    }

    test('imports referenced lists first, regardless of their order', async () => {
      await importLists([[1, 2], [2], []]);
      await importLists([[], [0], [1]]);
    });

    test('supports lists that refer to each other or to themselves', async () => {
      await importLists([[1], [0]]);
      await importLists([[1], [2], [0], [1], []]);
      await importLists([[0]]);
    });
  },
  { withTasks: true },
);
