import type { Series } from '@lectern/contract/libraries/series';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary, listSeries } from '../../../test/harness/library.ts';
import { onBothDatabases } from '../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../test/makers/books.ts';

const works: Readonly<Record<string, string>> = {
  Watchmen: '<Writer>Alan Moore</Writer><Penciller>Dave Gibbons</Penciller><Genre>Drama</Genre>',
  'From Hell': '<Writer>Alan Moore</Writer><Letterer>Todd Klein</Letterer><Genre>Horror</Genre>',
  Sandman: '<Writer>Neil Gaiman</Writer><Letterer>Todd Klein</Letterer><Genre>Drama</Genre>',
  Maus: '<Writer>Art Spiegelman</Writer><Genre>Drama</Genre><AgeRating>Everyone</AgeRating>',
  Bone: '<Writer>Jeff Smith</Writer><Genre>Fantasy</Genre><AgeRating>Everyone</AgeRating>',
  Alone: '<Writer>Alone</Writer>',
};

interface Found {
  series: { series: Series; shared: { kind: string; name: string }[] }[];
}

onBothDatabases(
  'series similar to one',
  (server) => {
    const ids: Record<string, string> = {};
    const people: SignedIn[] = [];

    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (const [title, more] of Object.entries(works))
        files[`${title}/1.cbz`] = await makeCbz({ mark: `similar ${title}`, pages: 1, comicInfo: more });
      const library = await addScannedLibrary(server(), files);
      for (const { id, title } of await listSeries(server().admin, library.id)) ids[title] = id;
    });

    const find = async (title: string, caller = server().reader, limit = '') => {
      const answer = await caller.get<Found>(`/api/v1/series/${ids[title]}/similar${limit}`);
      expect(answer.status).toBe(200);
      return answer.body.series.map(({ series, shared }) => [series.title, shared.map(({ name }) => name)]);
    };
    const read = (caller: SignedIn, title: string) => caller.post(`/api/v1/series/${ids[title]}/read`);

    test('ranks shared people above common genres and minor roles', async () => {
      const [first, ...others] = await find('Watchmen');
      expect(first).toEqual(['From Hell', ['Alan Moore']]);
      expect(others.toSorted()).toEqual([
        ['Maus', ['Drama']],
        ['Sandman', ['Drama']],
      ]);
      expect((await find('Sandman')).at(-1)).toEqual(['From Hell', ['Todd Klein']]);
      expect(await find('Watchmen', server().reader, '?limit=1')).toEqual([['From Hell', ['Alan Moore']]]);
      expect(await find('Alone')).toEqual([]);
    });

    test('omits series that are hidden from the viewer', async () => {
      const child = await signIn(server());
      const limits = { sharedLibraryIds: [], maxAgeRating: 10, allowUnrated: false };
      await server().admin.put(`/api/v1/users/${child.userId}/restrictions`, limits);
      expect(await find('Maus', child)).toEqual([]);
      expect((await child.get(`/api/v1/series/${ids.Watchmen}/similar`)).status).toBe(404);
    });

    test('counts readers only as a group of five, and at most half of the other accounts', async () => {
      const { admin, reader } = server();
      // Four others. The history of the reader who looks never counts.
      for (let i = 0; i < 4; i++) people.push(await signIn(server()));
      for (const one of people) for (const title of ['Alone', 'Bone']) await read(one, title);
      await reader.post(`/api/v1/series/${ids.Alone}/read`);
      await reader.post(`/api/v1/series/${ids.Bone}/read`);
      for (let i = 0; i < 8; i++) await signIn(server());
      expect(await find('Alone')).toEqual([]);
      const fifth = await signIn(server());
      await read(fifth, 'Alone');
      await read(fifth, 'Bone');
      expect(await find('Alone')).toEqual([['Bone', []]]);
      // A viewer who is one of the five sees four others.
      expect(await find('Alone', fifth)).toEqual([['Bone', []]]);
      await reader.post(`/api/v1/series/${ids.Bone}/unread`);
      expect(await find('Alone', fifth)).toEqual([]);
      // The five are more than half of the others once few accounts are left.
      const { body } = await admin.get<{ data: { id: string; role: string }[] }>(
        '/api/v1/users?pageSize=500',
      );
      const kept = new Set([...people, fifth].map(({ userId }) => userId));
      const { body: self } = await reader.get<{ id: string }>('/api/v1/auth/me');
      for (const { id, role } of body.data)
        if (role === 'reader' && !kept.has(id) && id !== self.id) await admin.delete(`/api/v1/users/${id}`);
      expect(await find('Alone')).toEqual([]);
    });
  },
  { withTasks: true },
);
