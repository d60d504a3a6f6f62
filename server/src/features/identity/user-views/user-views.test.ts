import type { Series } from '@lectern/contract/libraries/series';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, listBooks } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../../test/makers/books.ts';

interface VisibleLibrary {
  id: string;
  name: string;
  seriesCount: number;
  bookCount: number;
}

withServer(
  'views of users',
  (server) => {
    let comics: string;
    let private_: string;
    const limitsOf = (part: object) => ({ sharedLibraryIds: [], allowUnrated: true, ...part });
    const limit = (who: SignedIn, part: object) =>
      server().admin.put(`/api/v1/users/${who.userId}/restrictions`, limitsOf(part));
    const view = async (caller: SignedIn, who: SignedIn, query = '') => {
      const path = `/api/v1/users/${who.userId}/view`;
      const libraries = await caller.get<VisibleLibrary[]>(`${path}/libraries`);
      const series = await caller.get<{ data: Series[] }>(`${path}/series?${query}`);
      return {
        statuses: [libraries.status, series.status],
        libraries:
          libraries.status === 200 && libraries.body.map(({ name, seriesCount }) => [name, seriesCount]),
        series: series.status === 200 && series.body.data.map(({ title }) => title),
        bytes: series.bytes.toString(),
      };
    };

    beforeAll(async () => {
      const comic = (name: string, age: string) =>
        makeCbz({ mark: name, comicInfo: `<Series>${name}</Series><AgeRating>${age}</AgeRating>` });
      const first = await addScannedLibrary(
        server(),
        {
          'Bone/1.cbz': await comic('Bone', 'Everyone'),
          'Saga/1.cbz': await comic('Saga', 'Adults Only 18+'),
        },
        { name: 'Comics' },
      );
      const second = await addScannedLibrary(
        server(),
        { 'Diary/1.cbz': await comic('Diary', 'Everyone') },
        { name: 'Private' },
      );
      comics = first.id;
      private_ = second.id;
    });

    test('list what a user sees, and nothing of the reading', async () => {
      const { admin } = server();
      const child = await signIn(server());
      const [book] = await listBooks(admin, comics);
      await child.put(`/api/v1/books/${book?.id}/progress`, { currentPage: 1 });
      await child.post(`/api/v1/want-to-read/series/${book?.seriesId}`);
      expect(await view(admin, child)).toMatchObject({
        libraries: [
          ['Comics', 2],
          ['Private', 1],
        ],
        series: ['Bone', 'Diary', 'Saga'],
      });
      await limit(child, { sharedLibraryIds: [comics], maxAgeRating: 12, allowUnrated: false });
      const seen = await view(admin, child);
      expect(seen).toMatchObject({ libraries: [['Comics', 1]], series: ['Bone'] });
      const { body } = await admin.get<{ data: Series[] }>(`/api/v1/users/${child.userId}/view/series`);
      expect(body.data).toMatchObject([{ unreadCount: 1, inProgressCount: 0, wantToRead: false }]);
      expect((await view(admin, child, `libraryId=${private_}`)).series).toEqual([]);
      // The same as the child's own list.
      const own = await child.get<{ data: Series[] }>('/api/v1/series');
      expect(own.body.data.map(({ title }) => title)).toEqual(['Bone']);
    });

    test('contain nothing that the caller does not see', async () => {
      const caller = await signIn(server(), { role: 'admin' });
      const adult = await signIn(server());
      await limit(caller, { sharedLibraryIds: [comics], maxAgeRating: 16, allowUnrated: false });
      const seen = await view(caller, adult);
      expect(seen).toMatchObject({ libraries: [['Comics', 1]], series: ['Bone'] });
      expect(seen.bytes).not.toMatch(/Saga|Diary/);
    });

    test('are refused without authority over the user', async () => {
      const user = await signIn(server());
      const helper = await signIn(server(), { permissions: ['users:read', 'users:write'] });
      const boss = await signIn(server(), { role: 'maintainer' });
      expect((await view(user, helper)).statuses).toEqual([403, 403]);
      expect((await view(helper, boss)).statuses).toEqual([403, 403]);
      expect((await view(helper, user)).statuses).toEqual([200, 200]);
      await limit(helper, { sharedLibraryIds: [comics] });
      expect((await view(helper, user)).statuses).toEqual([403, 403]);
      const nobody = { ...user, userId: '01890000-0000-7000-8000-000000000000' };
      expect((await view(server().admin, nobody)).statuses).toEqual([404, 404]);
    });
  },
  { withTasks: true },
);
