// Events of deleted items, whose visibility can no longer be read from their rows.
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { beforeAll, describe, expect, test } from 'vitest';
import { bearer, type EventStream, openEvents } from '../../../../test/harness/clients/event-stream.ts';
import {
  addScannedLibrary,
  listBooks,
  listSeries,
  scan,
  type TestLibrary,
} from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, writeFiles } from '../../../../test/makers/books.ts';

const times = { heartbeatMs: 1_000, checkMs: 50, windowMs: 20 };
const forAdults = '<AgeRating>Adults Only 18+</AgeRating>';
const forAll = '<AgeRating>Everyone</AgeRating>';
let marks = 0;

withServer(
  'deleted items',
  (server) => {
    let library: TestLibrary;
    /** Users restricted by age, by library and by tag, and a user who sees everything. */
    let people: Record<'child' | 'guest' | 'tagged' | 'anybody', SignedIn>;

    const limit = (who: SignedIn, limits: object) =>
      server().admin.put(`/api/v1/users/${who.userId}/restrictions`, { sharedLibraryIds: [], ...limits });
    const aComic = (comicInfo: string) => makeCbz({ mark: `gone ${++marks}`, pages: 1, comicInfo });
    const seriesOf = async (name: string): Promise<Series> => {
      const found = (await listSeries(server().admin, library.id)).find(({ title }) => title === name);
      if (!found) throw new Error(`Series ${name} not found`);
      return found;
    };

    beforeAll(async () => {
      library = await addScannedLibrary(server(), {
        'Open/1.cbz': await aComic(forAll),
        'Open/2.cbz': await aComic(forAll),
        'Hidden/1.cbz': await aComic(forAdults),
      });
      const elsewhere = await addScannedLibrary(server(), { 'Else/1.cbz': await aComic(forAll) });
      const [child, guest, tagged, anybody] = await Promise.all([1, 2, 3, 4].map(() => signIn(server())));
      if (!child || !guest || !tagged || !anybody) throw new Error('Nobody');
      people = { child, guest, tagged, anybody };
      const tag = await server().admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'shown' });
      const tagIds = [tag.body.id];
      const open = await seriesOf('Open');
      await server().admin.put(`/api/v1/series/${open.id}/sharing-tags`, { tagIds });
      await limit(child, { maxAgeRating: 12 });
      await limit(guest, { sharedLibraryIds: [elsewhere.id] });
      await limit(tagged, { sharingTags: [{ tagId: tag.body.id, access: 'allow' }] });
    });

    const open = (who: SignedIn, lastEventId = '') =>
      openEvents(server().url, {
        query: lastEventId && `lastEventId=${lastEventId}`,
        headers: bearer(who),
      });

    /** Opens the stream of every user. Also returns the event id from which later events can be replayed. */
    async function openAll() {
      const streams = {
        child: await open(people.child),
        guest: await open(people.guest),
        tagged: await open(people.tagged),
        anybody: await open(people.anybody),
      };
      return { streams, from: await mark(streams.anybody) };
    }

    /** Returns the id of an event that every user receives. */
    async function mark(stream: EventStream): Promise<string> {
      const made = await server().admin.post<{ id: string }>('/api/v1/collections', {
        name: `Mark ${++marks}`,
      });
      const { id } = await stream.waitFor(({ data }) => data.collectionId === made.body.id);
      return id;
    }

    /** Returns the events of one item that each user received before a mark. */
    async function whatWasTold(streams: Record<string, EventStream>, id: string) {
      const last = await mark(Object.values(streams).at(-1) ?? (await open(people.anybody)));
      const published: Record<string, string[]> = {};
      for (const [name, stream] of Object.entries(streams)) {
        await stream.waitFor((event) => event.id === last);
        published[name] = stream.events
          .filter(({ data }) => [data.bookId, data.seriesId, data.collectionId, data.readListId].includes(id))
          .map(({ type }) => type);
        stream.close();
      }
      return published;
    }

    async function replayAll(from: string) {
      const { child, guest, tagged, anybody } = people;
      return {
        child: await open(child, from),
        guest: await open(guest, from),
        tagged: await open(tagged, from),
        anybody: await open(anybody, from),
      };
    }

    const remove = async (path: string) => {
      rmSync(join(library.folder, path), { recursive: true });
      await scan(server(), library.id);
    };
    const add = async (path: string, comic: Buffer): Promise<BookDto> => {
      writeFiles(library.folder, { [path]: comic });
      await scan(server(), library.id);
      const book = (await listBooks(server().admin, library.id)).find((one) => one.path.endsWith(path));
      if (!book) throw new Error(`Book ${path} not found`);
      return book;
    };

    test('a series is deleted with its last book, and restored with it', async () => {
      const comic = await aComic(forAll);
      const { id, seriesId } = await add('Going/1.cbz', comic);
      const { streams } = await openAll();
      await remove('Going');
      await streams.child.waitFor(({ type, data }) => type === 'book_deleted' && data.bookId === id);
      await streams.child.waitFor(
        ({ type, data }) => type === 'series_deleted' && data.seriesId === seriesId,
      );
      await add('Going/1.cbz', comic);
      await streams.child.waitFor(({ type, data }) => type === 'book_created' && data.bookId === id);
      const published = await whatWasTold(streams, seriesId);
      expect(published.child).toContain('series_created');
      expect([published.guest, published.tagged]).toEqual([[], []]);
    });

    test('the deletion of a hidden series is not sent to users who could not see it, now or later', async () => {
      const { id, seriesId } = await add('Unseen/1.cbz', await aComic(forAdults));
      const { streams, from } = await openAll();
      await remove('Unseen');
      await streams.anybody.waitFor(
        ({ type, data }) => type === 'series_deleted' && data.seriesId === seriesId,
      );
      expect(await whatWasTold(streams, id)).toMatchObject({ child: [], guest: [], tagged: [] });
      const later = await replayAll(from);
      expect(await whatWasTold(later, seriesId)).toMatchObject({ child: [], guest: [], tagged: [] });
      const published = Object.fromEntries(
        Object.entries(later).map(([name, { events }]) => [
          name,
          events.some(({ data }) => data.bookId === id),
        ]),
      );
      expect(published).toEqual({ child: false, guest: false, tagged: false, anybody: true });
    });

    test('a series that its only book has left is reported to users who could see it, although its row is gone', async () => {
      const seen = await add('Left/1.cbz', await aComic(forAll));
      const hidden = await add('Secret/1.cbz', await aComic(forAdults));
      await add('Arrived/0.cbz', await aComic(forAll));
      const { streams, from } = await openAll();
      renameSync(join(library.folder, 'Left/1.cbz'), join(library.folder, 'Arrived/1.cbz'));
      renameSync(join(library.folder, 'Secret/1.cbz'), join(library.folder, 'Arrived/2.cbz'));
      await scan(server(), library.id);
      expect((await server().admin.get(`/api/v1/series/${seen.seriesId}`)).status).toBe(404);
      await streams.anybody.waitFor(({ type }) => type === 'series_deleted');
      expect((await whatWasTold(streams, seen.seriesId)).child).toContain('series_deleted');
      // Replayed later, when only the event itself contains the visibility.
      const again = await whatWasTold(await replayAll(from), seen.seriesId);
      expect(again).toMatchObject({ guest: [], tagged: [] });
      expect(again.child).toContain('series_deleted');
      const secret = await whatWasTold(await replayAll(from), hidden.seriesId);
      expect(secret).toMatchObject({ child: [], guest: [], tagged: [] });
      expect(secret.anybody).toContain('series_deleted');
    });

    test('a deleted book is reported when its series is purged, to users who may see it now', async () => {
      const book = await add('Forgotten/1.cbz', await aComic(forAll));
      const { streams, from } = await openAll();
      await remove('Forgotten');
      await server().admin.delete(`/api/v1/libraries/${library.id}/purge-deleted`);
      expect((await server().admin.get(`/api/v1/series/${book.seriesId}`)).status).toBe(404);
      await whatWasTold(streams, book.id);
      const published = await whatWasTold(await replayAll(from), book.id);
      expect(published.child?.filter((type) => type === 'book_deleted')).toHaveLength(1);
      expect([published.guest, published.tagged]).toEqual([[], []]);
      // "Everyone" means 0 years. No user is restricted below it, but unrated series and tags may now matter.
      await limit(people.child, { sharingTags: [{ tagId: await aTag(), access: 'allow' }] });
      const later = await open(people.child, from);
      await expect.poll(() => later.events.length).toBeGreaterThan(0);
      expect((await whatWasTold({ later }, book.id)).later).toEqual([]);
      await limit(people.child, { maxAgeRating: 12 });
    });

    const aTag = async () =>
      (await server().admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: `tag ${++marks}` }))
        .body.id;

    describe.each([
      { path: '/api/v1/collections', member: (one: BookDto) => one.seriesId, type: 'collection_deleted' },
      { path: '/api/v1/readlists', member: (one: BookDto) => one.id, type: 'readlist_deleted' },
    ])('$path', ({ path, member, type }) => {
      async function deleteOne(body: object) {
        const { streams } = await openAll();
        const made = await server().admin.post<{ id: string }>(path, { name: `List ${++marks}`, ...body });
        expect(made.status).toBe(201);
        await server().admin.delete(`${path}/${made.body.id}`);
        await streams.anybody.waitFor((event) => event.type === type);
        const published = await whatWasTold(streams, made.body.id);
        return Object.keys(published).filter((name) => published[name]?.includes(type));
      }
      const booksOf = async (name: string) =>
        (await listBooks(server().admin, library.id)).filter(({ seriesName }) => seriesName === name);
      const idsOf = async (...names: string[]) =>
        (await Promise.all(names.map(booksOf)))
          .flat()
          .map(member)
          .filter((id, i, all) => all.indexOf(id) === i);

      test('deleted lists are reported to users who could see a member', async () => {
        expect(await deleteOne({ ids: await idsOf('Open') })).toEqual(['child', 'tagged', 'anybody']);
        expect(await deleteOne({ ids: await idsOf('Hidden') })).toEqual(['anybody']);
        expect(await deleteOne({ ids: await idsOf('Hidden', 'Open') })).toEqual([
          'child',
          'tagged',
          'anybody',
        ]);
      });

      test('empty lists are reported to all users', async () => {
        expect(await deleteOne({ ids: [] })).toEqual(['child', 'guest', 'tagged', 'anybody']);
      });

      test('lists with a condition are reported to users with matching items', async () => {
        const titled = (value: string) => ({ condition: { series: { operator: 'is', value } } });
        const condition = (value: string) =>
          path.endsWith('collections') ? { condition: { title: { operator: 'is', value } } } : titled(value);
        expect(await deleteOne(condition('Open'))).toEqual(['child', 'tagged', 'anybody']);
        expect(await deleteOne(condition('Hidden'))).toEqual(['anybody']);
      });
    });
  },
  { withTasks: true, eventTimes: times },
);
