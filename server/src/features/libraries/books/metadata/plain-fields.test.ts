import type { BookDto } from '@lectern/contract/libraries/books';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import { expect, test } from 'vitest';
import { addScannedLibrary, listBooks, scan } from '../../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../../test/harness/server.ts';
import { makeCbz, writeFiles } from '../../../../../test/makers/books.ts';

const comicInfo = `<Series>Batman</Series><Characters>Batman, Zoé Ölberg</Characters><Teams>Justice League</Teams>
  <Locations>Gotham City</Locations><StoryArc>Zero Year,Knightfall</StoryArc>
  <StoryArcNumber>1,</StoryArcNumber><ScanInformation>Minutemen</ScanInformation>`;

onBothDatabases(
  'characters, teams, locations, story arcs and the information of the scan',
  (server) => {
    const makeLibrary = async () => {
      const library = await addScannedLibrary(server(), {
        'Batman/1.cbz': await makeCbz({ mark: 'with', comicInfo }),
        'Batman/2.cbz': await makeCbz({ mark: 'without', comicInfo: '<Series>Batman</Series>' }),
      });
      const books = await listBooks(server().admin, library.id);
      const [book] = books.filter(({ path }) => path.endsWith('1.cbz'));
      if (!book) throw new Error('Nothing was found');
      const find = async (condition: object) => {
        const body = {
          condition: { allOf: [{ libraryId: { operator: 'is', value: library.id } }, condition] },
        };
        const found = await server().reader.post<{ data: BookDto[] }>('/api/v1/books/list', body);
        return found.body.data.map(({ path }) => path);
      };
      return { library, find, path: `/api/v1/books/${book.id}/metadata` };
    };

    test('reads them from files, returns them, and finds them by conditions and search', async () => {
      const { library, find, path } = await makeLibrary();
      expect((await server().reader.get<BookMetadata>(path)).body).toMatchObject({
        characters: ['Batman', 'Zoé Ölberg'],
        teams: ['Justice League'],
        locations: ['Gotham City'],
        storyArcs: ['Zero Year', 'Knightfall'],
        scanInformation: 'Minutemen',
        locks: {},
      });
      expect(await find({ character: { operator: 'is', value: 'zoe olberg' } })).toEqual(['1.cbz']);
      expect(await find({ team: { operator: 'contains', value: 'league' } })).toEqual(['1.cbz']);
      expect(await find({ location: { operator: 'isNull' } })).toEqual(['2.cbz']);
      expect(await find({ storyArc: { operator: 'is', value: 'knightfall' } })).toEqual(['1.cbz']);
      expect(await find({ scanInformation: { operator: 'beginsWith', value: 'minute' } })).toEqual(['1.cbz']);
      expect(await find({ scanInformation: { operator: 'isNot', value: 'Minutemen' } })).toEqual(['2.cbz']);
      const search = async (fullTextSearch: string) =>
        (
          await server().reader.post<{ data: BookDto[] }>(`/api/v1/libraries/${library.id}/books/list`, {
            fullTextSearch,
          })
        ).body.data.map((one) => one.path);
      expect(await search('olberg')).toEqual(['1.cbz']);
      expect(await search('gotham')).toEqual(['1.cbz']);
      expect(await search('minutemen')).toEqual([]);
    });

    test('edits and locks them like every other field', async () => {
      const { library, find, path } = await makeLibrary();
      const { admin } = server();
      const edits = { characters: ['Joker'], teams: [], scanInformation: 'Ours' };
      const { status, body } = await admin.patch<BookMetadata>(path, edits);
      expect([status, body.locks]).toEqual([200, { characters: true, teams: true, scanInformation: true }]);
      writeFiles(library.folder, {
        'Batman/1.cbz': await makeCbz({
          mark: 'again',
          comicInfo: comicInfo.replace('Gotham', 'Old Gotham'),
        }),
      });
      await scan(server(), library.id);
      expect((await admin.get(path)).body).toMatchObject({ ...edits, locations: ['Old Gotham City'] });
      expect(await find({ character: { operator: 'is', value: 'Joker' } })).toEqual(['1.cbz']);
      expect(await find({ character: { operator: 'is', value: 'Batman' } })).toEqual([]);
      expect(await find({ team: { operator: 'isNotNull' } })).toEqual([]);
      await admin.put(`${path}/locks`, { characters: false, teams: false });
      expect((await admin.get(path)).body).toMatchObject({
        characters: ['Batman', 'Zoé Ölberg'],
        teams: ['Justice League'],
        scanInformation: 'Ours',
        locks: { scanInformation: true },
      });
      expect(await find({ character: { operator: 'is', value: 'Batman' } })).toEqual(['1.cbz']);
      const refused = await admin.patch(path, { characters: 'Joker' });
      expect(refused.status).toBe(400);
    });

    test('searches by text and year, and updates the year when the date is edited', async () => {
      const library = await addScannedLibrary(server(), {
        '1.cbz': await makeCbz({ comicInfo: '<Characters>Vesper</Characters>' }),
      });
      const [book] = await listBooks(server().admin, library.id);
      const find = async (year: object) => {
        const condition = { allOf: [{ character: { operator: 'is', value: 'Vesper' } }, { year }] };
        return (await server().admin.post<{ total: number }>('/api/v1/books/list', { condition })).body.total;
      };
      const edit = (releaseDate: string | null) =>
        server().admin.patch(`/api/v1/books/${book?.id}/metadata`, { releaseDate });
      expect(await find({ operator: 'gte', value: 1990 })).toBe(0);
      await edit('1990');
      expect(await find({ operator: 'gte', value: 1990 })).toBe(1);
      expect(await find({ operator: 'gt', value: 1990 })).toBe(0);
      await edit(null);
      expect(await find({ operator: 'gte', value: 1990 })).toBe(0);
      expect(await find({ operator: 'isNull' })).toBe(1);
    });

    test('rejects them for a series', async () => {
      const condition = { character: { operator: 'is', value: 'Batman' } };
      expect((await server().reader.post('/api/v1/series/list', { condition })).status).toBe(400);
    });
  },
  { withTasks: true },
);
