import type { BookDto } from '@lectern/contract/libraries/books';
import { expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { makeFictionBook } from '../../../../test/makers/texts/fb2.ts';

const path = '/api/v1/duplicates/formats';

interface Group {
  reason: string;
  books: BookDto[];
}

onBothDatabases(
  'the same book in other formats',
  (server) => {
    const anEpub = (title: string, author: string) =>
      makeEpub({ metadata: `<dc:title>${title}</dc:title><dc:creator>${author}</dc:creator>` });
    const aPdf = (title: string, author: string) => makePdf({ info: { Title: title, Author: author } });
    const list = async (libraryId: string, { query = '', who = server().admin as Client } = {}) => {
      const { status, body } = await who.get<{ data: Group[]; total: number }>(
        `${path}?libraryId=${libraryId}${query}`,
      );
      expect([status, body.total]).toEqual([200, body.data.length]);
      return body.data;
    };
    const namesOf = (groups: readonly Group[]) =>
      groups.map(({ reason, books }) => [
        reason,
        ...books.map((book) => book.path.split('/').at(-1)).toSorted(),
      ]);
    const idsOf = (group: Group | undefined) => (group?.books ?? []).map(({ id }) => id);
    const decide = (bookIds: readonly string[], dismissed: boolean, who: Client = server().admin) =>
      who.patch(path, { bookIds, dismissed });

    test('is found by title and author, by number and by ISBN, in any folder', async () => {
      const { kind } = server();
      const library = await addScannedLibrary(server(), {
        'EPUB/The Martian.epub': anEpub(`The Martian ${kind}`, 'Andy Weir'),
        'PDF/martian.pdf': aPdf(`The Martian ${kind}`, 'Andy Weir'),
        'PDF/other.pdf': aPdf(`The Martian ${kind}`, 'Somebody Else'),
        'Saga/Saga 1.cbz': await makeCbz({ mark: `saga ${kind}` }),
        'Saga/Saga 1.pdf': aPdf('First', kind),
        'Saga/Saga 2.pdf': aPdf('Second', kind),
        'Texts/one.epub': anEpub(`Uno ${kind}`, 'Ann'),
        'Texts/two.fb2': makeFictionBook({ info: `<book-title>Due ${kind}</book-title>` }),
      });
      for (const name of ['one.epub', 'two.fb2']) {
        const { id } = await getBook(server().admin, library.id, name);
        const metadata = { isbns: ['9780553418026'] };
        expect((await server().admin.patch(`/api/v1/books/${id}/metadata`, metadata)).status).toBe(200);
      }
      expect(namesOf(await list(library.id)).toSorted()).toEqual([
        ['external_id', 'one.epub', 'two.fb2'],
        ['number', 'Saga 1.cbz', 'Saga 1.pdf'],
        ['title', 'The Martian.epub', 'martian.pdf'],
      ]);
      const page = await server().admin.get<{ data: Group[]; total: number }>(
        `${path}?libraryId=${library.id}&page=2&pageSize=2`,
      );
      expect([page.body.data.length, page.body.total]).toEqual([1, 3]);
    });

    test('is no longer listed after it was merged, nor after a file was split off', async () => {
      const { admin, kind } = server();
      const library = await addScannedLibrary(server(), {
        'S/One.epub': anEpub(`Joined ${kind}`, 'Ann'),
        'S/Uno.pdf': aPdf(`Joined ${kind}`, 'Ann'),
      });
      const [group] = await list(library.id);
      const [id = '', other = ''] = idsOf(group);
      expect((await admin.post(`/api/v1/books/${id}/formats`, { bookIds: [other] })).status).toBe(200);
      expect(await list(library.id)).toEqual([]);
      expect((await admin.delete(`/api/v1/books/${id}/formats/${other}`)).status).toBe(204);
      expect(await listBooks(admin, library.id)).toHaveLength(2);
      expect(await list(library.id)).toEqual([]);
    });

    test('stays dismissed until a user reverts the decision', async () => {
      const { kind } = server();
      const library = await addScannedLibrary(server(), {
        'S/One.epub': anEpub(`Different ${kind}`, 'Ann'),
        'S/Uno.pdf': aPdf(`Different ${kind}`, 'Ann'),
      });
      const [group] = await list(library.id);
      const ids = idsOf(group);
      for (const _ of [1, 2]) expect((await decide(ids, true)).status).toBe(204);
      expect(await list(library.id)).toEqual([]);
      await scan(server(), library.id, '?force=true');
      expect(await list(library.id)).toEqual([]);
      const [dismissed] = await list(library.id, { query: '&dismissed=true' });
      expect([dismissed?.reason, idsOf(dismissed)]).toEqual(['dismissed', ids]);
      expect((await decide(ids.toReversed(), false)).status).toBe(204);
      expect(namesOf(await list(library.id))).toEqual([['title', 'One.epub', 'Uno.pdf']]);
      expect(await list(library.id, { query: '&dismissed=true' })).toEqual([]);
    });

    test('lists only books that the caller can see, and requires at least two ids', async () => {
      const { admin, kind } = server();
      const library = await addScannedLibrary(server(), {
        'S/One.epub': anEpub(`Hidden ${kind}`, 'Ann'),
        'S/Uno.pdf': aPdf(`Hidden ${kind}`, 'Ann'),
      });
      const [group] = await list(library.id);
      const ids = idsOf(group);
      const stranger = await signIn(server(), { permissions: ['books:write'] });
      const other = await addScannedLibrary(server(), { 'S/Two.epub': anEpub(`Other ${kind}`, 'Ann') });
      const limits = { sharedLibraryIds: [other.id] };
      expect((await admin.put(`/api/v1/users/${stranger.userId}/restrictions`, limits)).status).toBe(200);
      expect(await list(library.id, { who: stranger })).toEqual([]);
      expect((await decide(ids, true, stranger)).status).toBe(404);
      expect((await decide(ids.slice(0, 1), true)).status).toBe(400);
      expect((await (await signIn(server(), {})).get(path)).status).toBe(403);
      expect(await list(library.id)).toHaveLength(1);
    });
  },
  { withTasks: true },
);
