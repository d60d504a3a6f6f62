import type { RelatedNames } from '@lectern/contract/libraries/facets';
import { beforeAll, expect, test } from 'vitest';
import { addScannedLibrary } from '../../test/harness/library.ts';
import { onBothDatabases } from '../../test/harness/server.ts';
import { signIn } from '../../test/harness/sign-in.ts';
import { makeCbz } from '../../test/makers/books.ts';

const works: Readonly<Record<string, string>> = {
  Watchmen:
    '<Writer>Alan Moore</Writer><Penciller>Dave Gibbons</Penciller><Genre>Drama</Genre><Publisher>DC</Publisher>',
  'From Hell': '<Writer>Alan Moore</Writer><CoverArtist>Alan Moore</CoverArtist><Genre>Horror</Genre>',
  'Killing Joke':
    '<Writer>Alan Moore</Writer><Genre>Drama</Genre><StoryArc>Joker Arc</StoryArc><Publisher>DC</Publisher>',
  Batman:
    '<Writer>Scott Snyder</Writer><StoryArc>Joker Arc,Other Arc</StoryArc><AgeRating>Everyone</AgeRating>',
};

onBothDatabases(
  'names related to a name',
  (server) => {
    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (const [title, more] of Object.entries(works))
        files[`${title}/1.cbz`] = await makeCbz({ mark: `related ${title}`, pages: 1, comicInfo: more });
      await addScannedLibrary(server(), files);
    });

    const find = (kind: string, name: string, caller = server().reader) =>
      caller.get<RelatedNames>(`/api/v1/related-names?kind=${kind}&name=${encodeURIComponent(name)}`);

    test('lists the most frequent names of each kind, and the roles of a person', async () => {
      expect((await find('author', 'alan MOORE')).body).toEqual({
        kind: 'author',
        name: 'Alan Moore',
        roles: ['writer', 'cover_artist'],
        related: {
          author: ['Dave Gibbons'],
          genre: ['Drama', 'Horror'],
          tag: [],
          publisher: ['DC'],
          storyArc: ['Joker Arc'],
        },
      });
      expect((await find('genre', 'Drama')).body.related.author).toEqual(['Alan Moore', 'Dave Gibbons']);
      expect((await find('storyArc', 'Joker Arc')).body).toMatchObject({
        roles: [],
        related: { author: ['Alan Moore', 'Scott Snyder'], genre: ['Drama'], storyArc: ['Other Arc'] },
      });
    });

    test('lists story arcs with the number of their series', async () => {
      const { body } = await server().reader.get<{ data: object[] }>('/api/v1/story-arcs');
      expect(body.data).toMatchObject([
        { name: 'Joker Arc', seriesCount: 2 },
        { name: 'Other Arc', seriesCount: 1 },
      ]);
    });

    test('returns 404 for names that do not exist or are hidden, and omits hidden names', async () => {
      const child = await signIn(server());
      const limits = { sharedLibraryIds: [], maxAgeRating: 10, allowUnrated: false };
      await server().admin.put(`/api/v1/users/${child.userId}/restrictions`, limits);
      expect((await find('author', 'Nobody')).status).toBe(404);
      expect((await find('tag', 'Drama')).status).toBe(404);
      for (const [kind, name] of [
        ['author', 'Alan Moore'],
        ['genre', 'Drama'],
        ['publisher', 'DC'],
      ] as const)
        expect((await find(kind, name, child)).status).toBe(404);
      expect((await find('storyArc', 'Joker Arc', child)).body.related).toEqual({
        author: ['Scott Snyder'],
        genre: [],
        tag: [],
        publisher: [],
        storyArc: ['Other Arc'],
      });
      expect((await child.get<{ data: { name: string }[] }>('/api/v1/story-arcs')).body.data).toMatchObject([
        { name: 'Joker Arc', seriesCount: 1 },
        { name: 'Other Arc', seriesCount: 1 },
      ]);
    });

    test.each(['', '%00', 'x'.repeat(401)])('refuses the name “%s”', async (name) => {
      expect((await server().reader.get(`/api/v1/related-names?kind=author&name=${name}`)).status).toBe(400);
    });
  },
  { withTasks: true },
);
