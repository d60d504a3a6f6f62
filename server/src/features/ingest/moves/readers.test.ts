// Moves that let more users see a book need a confirmation.
import type { MovedBook } from '@lectern/contract/ingest/moves';
import type { Reason } from '@lectern/contract/reasons';
import { expect, test } from 'vitest';
import type { Client } from '../../../../test/harness/client.ts';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

const reason = 'move_readers_grow';
const settings = { allowFileChanges: true };

onBothDatabases(
  'moves and the readers of books',
  (server) => {
    const book = (mark: string, comicInfo = '') => makeCbz({ mark: `${mark} ${server().kind}`, comicInfo });
    const adult = '<AgeRating>Adults Only 18+</AgeRating>';

    async function aReader(limits: object): Promise<Client> {
      const who = await signIn(server());
      const body = { sharedLibraryIds: [], ...limits };
      const path = `/api/v1/users/${who.userId}/restrictions`;
      expect((await server().admin.put(path, body)).status).toBe(200);
      return who;
    }

    async function aTag(name: string, seriesIds: readonly string[]): Promise<string> {
      const { admin } = server();
      const body = { name: `${name} ${server().kind}` };
      const { id } = (await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', body)).body;
      for (const seriesId of seriesIds)
        await admin.put(`/api/v1/series/${seriesId}/sharing-tags`, { tagIds: [id] });
      return id;
    }

    /** Expects a warning in the preview, and that the move needs the confirmation. */
    async function expectAsked(path: string, body: object, who: Client = server().admin) {
      const preview = await who.post<{ warning: Reason | null }>(`${path}/move/preview`, body);
      expect(preview.body.warning?.reason).toBe(reason);
      const refused = await who.post<{ reason: string }>(`${path}/move`, body);
      expect([refused.status, refused.body.reason]).toEqual([409, reason]);
      const moved = await who.post<{ books: MovedBook[] }>(`${path}/move`, {
        ...body,
        acceptsOtherReaders: true,
      });
      expect([moved.status, moved.body.books.map(({ problem }) => problem)]).toEqual([
        200,
        moved.body.books.map(() => null),
      ]);
    }

    async function expectNotAsked(path: string, body: object, who: Client = server().admin) {
      const preview = await who.post<{ warning: Reason | null }>(`${path}/move/preview`, body);
      expect([preview.status, preview.body.warning]).toEqual([200, null]);
      expect((await who.post(`${path}/move`, body)).status).toBe(200);
    }

    test('a tagged book is moved into a series without the tag, known or new, after a confirmation', async () => {
      const files: Record<string, Uint8Array> = { 'Open/Open 1.cbz': await book('tag open') };
      for (const n of [1, 2, 3, 4]) files[`Secret/Secret ${n}.cbz`] = await book(`tag secret ${n}`);
      const library = await addScannedLibrary(server(), files, settings);
      const ofSecret = async (n: number) => getBook(server().admin, library.id, `Secret ${n}.cbz`);
      const first = await ofSecret(1);
      const tagId = await aTag('moves', [first.seriesId]);
      // No user has limits yet: the readers stay the same.
      await expectNotAsked(`/api/v1/books/${first.id}`, { folder: 'Open' });
      const reader = await aReader({ sharingTags: [{ tagId, access: 'deny' }] });
      const second = await ofSecret(2);
      const third = await ofSecret(3);
      const fourth = await ofSecret(4);
      const canRead = async (id: string) => (await reader.get(`/api/v1/books/${id}`)).status;
      expect(await canRead(second.id)).toBe(404);
      await expectAsked(`/api/v1/books/${second.id}`, { folder: 'Open' });
      expect(await canRead(second.id)).toBe(200);
      await expectAsked(`/api/v1/books/${third.id}`, { folder: 'Elsewhere' });
      expect(await canRead(third.id)).toBe(200);
      // The last book takes its series along, with the tag. A new name changes no series.
      await expectNotAsked(`/api/v1/books/${fourth.id}`, { name: 'Secret 5.cbz' });
      await expectNotAsked(`/api/v1/series/${fourth.seriesId}`, { folder: 'Hidden' });
      expect(await canRead(fourth.id)).toBe(404);
      // Fewer readers need no confirmation.
      await expectNotAsked(`/api/v1/books/${second.id}`, { folder: 'Hidden' });
      expect(await canRead(second.id)).toBe(404);
    });

    test('an age rating of the file moves along, and one of the series does not', async () => {
      const library = await addScannedLibrary(
        server(),
        {
          'Adult/Adult 1.cbz': await book('age 1', adult),
          'Adult/Adult 2.cbz': await book('age 2', adult),
          'Rated/Rated 1.cbz': await book('age 3'),
          'Rated/Rated 2.cbz': await book('age 4'),
        },
        settings,
      );
      const rated = await getBook(server().admin, library.id, 'Rated 1.cbz');
      await server().admin.patch(`/api/v1/series/${rated.seriesId}/metadata`, { ageRating: 18 });
      await aReader({ maxAgeRating: 12, allowUnrated: true });
      const of = await getBook(server().admin, library.id, 'Adult 1.cbz');
      await expectNotAsked(`/api/v1/books/${of.id}`, { folder: 'New' });
      await expectAsked(`/api/v1/books/${rated.id}`, { folder: 'Other' });
    });

    test('a book for users of other libraries is moved after a confirmation', async () => {
      const library = await addScannedLibrary(server(), { 'A/A 1.cbz': await book('library 1') }, settings);
      const other = await addScannedLibrary(server(), { 'B/B 1.cbz': await book('library 2') }, settings);
      const { id } = await getBook(server().admin, library.id, 'A 1.cbz');
      await expectNotAsked(`/api/v1/books/${id}`, { folder: 'C' });
      await aReader({ sharedLibraryIds: [other.id] });
      await expectAsked(`/api/v1/books/${id}`, { libraryId: other.id });
    });

    test('the answer to a user with limits does not depend on a hidden target', async () => {
      const library = await addScannedLibrary(
        server(),
        {
          'Open/Open 1.cbz': await book('hidden 1'),
          'Open/Open 2.cbz': await book('hidden 2'),
          'Secret/Secret 1.cbz': await book('hidden 3'),
        },
        settings,
      );
      const secret = await getBook(server().admin, library.id, 'Secret 1.cbz');
      const tagId = await aTag('target', [secret.seriesId]);
      await aReader({ sharingTags: [{ tagId, access: 'allow' }] });
      const manager = await signIn(server(), { permissions: ['files:manage'] });
      const limits = { sharedLibraryIds: [], sharingTags: [{ tagId, access: 'deny' }] };
      await server().admin.put(`/api/v1/users/${manager.userId}/restrictions`, limits);
      const one = await getBook(server().admin, library.id, 'Open 1.cbz');
      const two = await getBook(server().admin, library.id, 'Open 2.cbz');
      await expectNotAsked(`/api/v1/books/${one.id}`, { folder: 'Secret' }, manager);
      await expectAsked(`/api/v1/books/${two.id}`, { folder: 'Secret' });
    });
  },
  { withTasks: true },
);
