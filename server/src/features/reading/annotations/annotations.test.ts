import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Annotation, OwnAnnotation } from '@lectern/contract/reading/annotations';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '#infrastructure/ids.ts';
import type { Client } from '../../../../test/harness/client.ts';
import { bearer, openEvents } from '../../../../test/harness/clients/event-stream.ts';
import { addScannedLibrary, getBook, scan, type TestLibrary } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub } from '../../../../test/makers/books.ts';

interface PageOf<T> {
  data: T[];
  total: number;
}

const aLocator = (totalProgression: number) => ({
  href: 'resources/OEBPS/c1.xhtml',
  type: 'application/xhtml+xml',
  locations: { progression: 0.5, totalProgression, fragments: ['epubcfi(/6/2!/4/2,/1:0,/1:5)'] },
  text: { highlight: 'Ishmael' },
});
const aHighlight = (change: object = {}) => ({
  kind: 'highlight',
  color: 'yellow',
  locator: aLocator(0.5),
  text: 'Call me Ishmael',
  ...change,
});

withServer(
  'annotations',
  (server) => {
    let library: TestLibrary;
    let book: BookDto;
    let comic: BookDto;
    beforeAll(async () => {
      library = await addScannedLibrary(server(), {
        'Novels/Moby.epub': makeEpub(),
        'Saga/Saga 1.cbz': await makeCbz({ mark: '1' }),
      });
      book = await getBook(server().admin, library.id, 'Moby.epub');
      comic = await getBook(server().admin, library.id, 'Saga 1.cbz');
    });

    const pathOf = ({ id }: BookDto) => `/api/v1/books/${id}/annotations`;
    const list = async (who: Client, of: BookDto = book, query = '') =>
      (await who.get<PageOf<Annotation>>(pathOf(of) + query)).body.data;
    const make = async (who: Client, body: object = aHighlight(), of: BookDto = book) => {
      const id = newId();
      const { status } = await who.put(`${pathOf(of)}/${id}`, body);
      expect(status).toBe(201);
      return id;
    };

    test('creates, lists in book order, changes and deletes annotations', async () => {
      const me = await signIn(server());
      const late = await make(me, aHighlight({ locator: aLocator(0.9), note: 'Why?' }));
      const early = await make(me, { kind: 'bookmark', locator: aLocator(0.1) });
      expect((await list(me)).map(({ id }) => id)).toEqual([early, late]);
      expect((await list(me, book, '?kind=bookmark')).map(({ id }) => id)).toEqual([early]);
      const changed = await me.patch<Annotation>(`${pathOf(book)}/${late}`, { color: 'pink', note: null });
      expect(changed.body).toMatchObject({
        color: 'pink',
        note: null,
        text: 'Call me Ishmael',
        locator: aLocator(0.9),
      });
      expect((await me.delete(`${pathOf(book)}/${early}`)).status).toBe(204);
      expect((await list(me)).map(({ id }) => id)).toEqual([late]);
      expect((await me.patch(`${pathOf(book)}/${early}`, { note: 'x' })).status).toBe(404);
    });

    test('creates an annotation once when a device sends it twice, and ignores an older version', async () => {
      const me = await signIn(server());
      const id = newId();
      const path = `${pathOf(book)}/${id}`;
      const made = aHighlight({ changedAt: '2026-01-01T10:00:00Z' });
      expect((await me.put(path, made)).status).toBe(201);
      const again = await me.put<Annotation>(path, made);
      expect([again.status, again.body.createdAt]).toEqual([200, '2026-01-01T10:00:00.000Z']);
      await me.put(path, aHighlight({ note: 'new', changedAt: '2026-01-02T10:00:00Z' }));
      const old = await me.put<Annotation>(
        path,
        aHighlight({ note: 'old', changedAt: '2026-01-01T12:00:00Z' }),
      );
      expect(old.body.note).toBe('new');
      expect(await list(me)).toHaveLength(1);
    });

    test('does not restore a deleted annotation when a device sends it late', async () => {
      const me = await signIn(server());
      const id = await make(me);
      await me.delete(`${pathOf(book)}/${id}`);
      expect((await me.put(`${pathOf(book)}/${id}`, aHighlight())).status).toBe(409);
      expect((await me.delete(`${pathOf(book)}/${id}`)).status).toBe(204);
      expect(await list(me)).toEqual([]);
    });

    test('keeps concurrent changes from two devices, and keeps deleted annotations deleted', async () => {
      const me = await signIn(server());
      for (let round = 0; round < 10; round++) {
        const id = await make(me);
        const path = `${pathOf(book)}/${id}`;
        const note = `Round ${round}`;
        await Promise.all([me.patch(path, { color: 'pink' }), me.patch(path, { note })]);
        expect((await list(me)).find((one) => one.id === id)).toMatchObject({ color: 'pink', note });
        await Promise.all([
          me.patch(path, { note: 'Again' }),
          me.delete(path),
          me.patch(path, { color: 'red' }),
        ]);
        expect((await list(me)).map((one) => one.id)).not.toContain(id);
      }
    });

    test('separates the annotations of users, even with equal ids', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const id = await make(me);
      expect(await list(other)).toEqual([]);
      expect((await other.patch(`${pathOf(book)}/${id}`, { note: 'mine' })).status).toBe(404);
      expect((await other.put(`${pathOf(book)}/${id}`, aHighlight({ note: 'theirs' }))).status).toBe(201);
      expect((await list(me))[0]?.note).toBeNull();
      expect((await me.put(`${pathOf(comic)}/${id}`, aHighlight())).status).toBe(409);
      expect((await me.delete(`${pathOf(comic)}/${id}`)).status).toBe(404);
    });

    test('lists the annotations of all books, newest first, and finds words in text and notes', async () => {
      const me = await signIn(server());
      const first = await make(me, aHighlight({ note: 'Über 100% Wal_fang' }));
      const second = await make(
        me,
        { kind: 'bookmark', locator: { href: 'pages/2' }, text: 'Page 2' },
        comic,
      );
      const all = (await me.get<PageOf<OwnAnnotation>>('/api/v1/annotations')).body;
      expect(all.data.map(({ id, bookTitle }) => [id, bookTitle])).toEqual([
        [second, comic.title],
        [first, book.title],
      ]);
      const find = async (query: string) =>
        (await me.get<PageOf<OwnAnnotation>>(`/api/v1/annotations?${query}`)).body.data.map(({ id }) => id);
      expect(await find('search=uber')).toEqual([first]);
      expect(await find('search=100%25')).toEqual([first]);
      expect(await find('search=l_f')).toEqual([first]);
      expect(await find('search=b_r')).toEqual([]);
      expect(await find('search=ISHMAEL&color=yellow&withNote=true')).toEqual([first]);
      expect(await find('withNote=false')).toEqual([second]);
      expect(await find('pageSize=1&page=2')).toEqual([first]);
    });

    test('rejects values beyond the limits', async () => {
      const me = await signIn(server());
      const path = `${pathOf(book)}/${newId()}`;
      for (const wrong of [
        { note: 'x'.repeat(10_001) },
        { color: 'red' },
        { kind: 'scribble' },
        { locator: { locations: {} } },
        { text: 'a\0b' },
        { locator: { href: 'a', more: 'x'.repeat(70_000) } },
      ])
        expect([wrong, (await me.put(path, aHighlight(wrong))).status]).toEqual([wrong, 400]);
      expect((await me.put(path, aHighlight({ note: 'x'.repeat(10_000) }))).status).toBe(201);
      expect((await me.put(`${pathOf(book)}/no-id`, aHighlight())).status).toBe(404);
    });

    test('sends events only to the devices of the same user', async () => {
      const me = await signIn(server());
      const other = await signIn(server());
      const mine = await openEvents(server().url, { headers: bearer(me) });
      const theirs = await openEvents(server().url, { headers: bearer(other) });
      await make(me);
      const { data } = await mine.waitFor(({ type }) => type === 'annotations_updated');
      expect(data).toMatchObject({ bookId: book.id });
      await make(other);
      await theirs.waitFor(({ type }) => type === 'annotations_updated');
      expect(theirs.events.filter(({ type }) => type === 'annotations_updated')).toHaveLength(1);
    });

    test('keeps annotations when the file of a book is missing', async () => {
      const me = await signIn(server());
      const lost = await addScannedLibrary(server(), {
        'Lost/Lost.epub': makeEpub(),
        'Lost/Kept.epub': makeEpub({ metadata: '<dc:title>Kept</dc:title>' }),
      });
      const one = await getBook(server().admin, lost.id, 'Lost.epub');
      const id = await make(me, aHighlight(), one);
      renameSync(join(lost.folder, 'Lost/Lost.epub'), join(lost.folder, 'Lost/Moved.epub'));
      await scan(server(), lost.id);
      const moved = await getBook(server().admin, lost.id, 'Moved.epub');
      expect((await list(me, moved)).map((row) => row.id)).toEqual([id]);
    });
  },
  { withTasks: true },
);
