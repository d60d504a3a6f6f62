import type { BookDto } from '@lectern/contract/libraries/books';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/harness/client.ts';
import { addScannedLibrary, listSeries, type TestLibrary } from '../../../test/harness/library.ts';
import { onBothDatabases } from '../../../test/harness/server.ts';
import { signIn } from '../../../test/harness/sign-in.ts';
import { makeCbz } from '../../../test/makers/books.ts';

interface Found {
  data: BookDto[];
  total: number;
  correctedSearch?: string;
}

const books: Readonly<Record<string, string>> = {
  Watchmen: '<Writer>Alan Moore</Writer><Genre>Superhero</Genre><Summary>Rorschach investigates.</Summary>',
  Watchman: '<Writer>Harper Lee</Writer>',
  'Spider-Man': '<Writer>Stan Lee</Writer><AgeRating>Everyone</AgeRating>',
  'Spider Woman': '<Genre>Superhero</Genre>',
  Batsy: '<AgeRating>Everyone</AgeRating>',
  Bats: '<AgeRating>Adults Only 18+</AgeRating>',
  'War and Peace': '<Writer>Лев Толстой</Writer><Number>1869</Number>',
};

onBothDatabases(
  'typing errors in searches',
  (server) => {
    let library: TestLibrary;

    beforeAll(async () => {
      const files: Record<string, Buffer> = {};
      for (const [title, more] of Object.entries(books)) {
        const comicInfo = `<Title>${title}</Title>${more}`;
        files[`${title}/book.cbz`] = await makeCbz({ mark: `typos ${title}`, pages: 1, comicInfo });
      }
      library = await addScannedLibrary(server(), files, { bookStrategy: 'metadata_first' });
    });

    const find = async (text: string, more: object = {}, caller: Client = server().reader) => {
      const body = { fullTextSearch: text, ...more };
      const answer = await caller.post<Found>('/api/v1/books/list', body);
      expect(answer.status).toBe(200);
      const { data, total, correctedSearch } = answer.body;
      return { titles: data.map(({ title }) => title), total, correctedSearch };
    };

    test.each([
      ['wathcmen', ['Watchmen'], 'watchmen'],
      ['wathcm', ['Watchman', 'Watchmen'], 'watchm'],
      ['Alan Mooer', ['Watchmen'], 'alan moore'],
      ['wathcmen mooer', ['Watchmen'], 'watchmen moore'],
      ['spidre-man', ['Spider-Man'], 'spider-man'],
      ['spiderwomam', ['Spider Woman'], undefined],
      ['superheor', ['Spider Woman', 'Watchmen'], 'superhero'],
      ['Тослтой', ['War and Peace'], 'толстои'],
      // The words exist, but not in the same book.
      ['watchman moore', ['Watchmen'], 'watchmen moore'],
      ['wathcmen -peace', ['Watchmen'], 'watchmen -peace'],
    ])('corrects “%s”', async (text, titles, corrected) => {
      const found = await find(text);
      if (corrected === undefined) return expect(found.total).toBe(0);
      expect(found).toEqual({ titles, total: titles.length, correctedSearch: corrected });
    });

    test.each([
      // Results of the text itself.
      ['watchman', ['Watchman']],
      ['watch', ['Watchman', 'Watchmen']],
      // Quoted and excluded words, short words, digits, words of summaries.
      ['"wathcmen"', []],
      ['-wathcmen -war', ['Bats', 'Batsy', 'Spider Woman', 'Spider-Man', 'Watchman', 'Watchmen']],
      ['wra', []],
      ['1896', []],
      ['rorshcach', []],
      ['nothing alike', []],
    ])('does not correct “%s”', async (text, titles) => {
      const { titles: found, ...rest } = await find(text);
      expect([found.toSorted(), rest]).toEqual([
        titles,
        { total: titles.length, correctedSearch: undefined },
      ]);
    });

    test('returns only results of the text itself on request', async () => {
      expect(await find('wathcmen', { exactSearch: true })).toEqual({
        titles: [],
        total: 0,
        correctedSearch: undefined,
      });
    });

    test('corrects lists of series, of a library, with a condition, in pages', async () => {
      const { reader } = server();
      const { body: series } = await reader.post<Found>('/api/v1/series/list', {
        fullTextSearch: 'wathcmen',
      });
      expect([series.data.map(({ title }) => title), series.correctedSearch]).toEqual([
        ['Watchmen'],
        'watchmen',
      ]);
      const other = await addScannedLibrary(server(), {});
      const path = (id: string) => `/api/v1/libraries/${id}/books/list`;
      const inOther = await reader.post<Found>(path(other.id), { fullTextSearch: 'wathcmen' });
      expect([inOther.body.total, inOther.body.correctedSearch]).toEqual([0, undefined]);
      // Only a correction that meets the condition counts.
      const condition = { author: { operator: 'is', value: 'Harper Lee' } };
      expect((await find('wathcman', { condition })).correctedSearch).toBe('watchman');
      expect((await find('wathcmen', { condition })).correctedSearch).toBe('watchman');
      const second = await reader.post<Found>(`${path(library.id)}?pageSize=1&page=2`, {
        fullTextSearch: 'superheor',
      });
      expect([second.body.data[0]?.title, second.body.total]).toEqual(['Watchmen', 2]);
    });

    test('finds corrected words in OPDS feeds and apps', async () => {
      const { reader } = server();
      const feed = await reader.get('/opds/v2/search/books?query=wathcmen');
      expect(feed.bytes.toString()).toContain('Watchmen');
      const app = await reader.get<{ content: { name: string }[] }>('/compat/api/v1/series?search=wathcmen');
      expect(app.body.content.map(({ name }) => name)).toEqual(['Watchmen']);
    });

    test('never corrects to a word of hidden books', async () => {
      const { admin } = server();
      const child = await signIn(server());
      const limit = async (limits: object) => {
        const path = `/api/v1/users/${child.userId}/restrictions`;
        expect((await admin.put(path, { sharedLibraryIds: [], ...limits })).status).toBe(200);
      };
      await limit({ maxAgeRating: 12, allowUnrated: false });
      expect(await find('bast', {}, admin)).toMatchObject({ correctedSearch: 'bats' });
      // The visible word “Batsy” begins with the hidden one, and differs too much itself.
      const nothing = { titles: [], total: 0, correctedSearch: undefined };
      expect(await find('bast', {}, child)).toEqual(nothing);
      expect(await find('wathcmen', {}, child)).toEqual(nothing);
      expect((await find('spidre', {}, child)).correctedSearch).toBe('spider');
      const tag = await admin.post<{ id: string }>('/api/v1/admin/sharing-tags', { name: 'hidden' });
      const hidden = (await listSeries(admin, library.id)).find(({ title }) => title === 'Watchmen');
      await admin.put(`/api/v1/series/${hidden?.id}/sharing-tags`, { tagIds: [tag.body.id] });
      await limit({
        sharingTags: [{ tagId: tag.body.id, access: 'deny' }],
        maxAgeRating: null,
        allowUnrated: true,
      });
      expect((await find('wathcmen', {}, child)).correctedSearch).toBe('watchman');
      expect((await find('superheor', {}, child)).titles).toEqual(['Spider Woman']);
      expect((await find('mooer', {}, child)).correctedSearch).toBeUndefined();
      await admin.put(`/api/v1/series/${hidden?.id}/sharing-tags`, { tagIds: [] });
    });
  },
  { withTasks: true, environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);
