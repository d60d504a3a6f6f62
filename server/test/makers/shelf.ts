// A small library of every format with progress, lists and presets, for tests of other protocols.
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Series } from '@lectern/contract/libraries/series';
import { addScannedLibrary, listBooks, listSeries, type TestLibrary } from '../harness/library.ts';
import type { TestServer } from '../harness/server.ts';
import type { SignedIn } from '../harness/sign-in.ts';
import { makeCbz, makeCoveredEpub, makePdf } from './books.ts';

export interface FilledShelf {
  comics: TestLibrary;
  texts: TestLibrary;
  /** Three books: the first is read, the second is at page 2. */
  saga: Series;
  sagaBooks: BookDto[];
  epub: BookDto;
  pdf: BookDto;
  collectionId: string;
  readListId: string;
  /** Pinned presets, of series and of books. */
  presetIds: string[];
}

const toInfo = (number: number) => `
  <Title>Part ${number} &amp; more</Title><Series>Saga</Series><Number>${number}</Number><Volume>2</Volume>
  <Summary>The story of part ${number}.</Summary><Writer>Brian K. Vaughan</Writer><Penciller>Fiona Staples</Penciller>
  <Translator>Ann Other</Translator><Publisher>Image</Publisher><Genre>Drama, Space Opera</Genre><Tags>war</Tags>
  <LanguageISO>en</LanguageISO><Year>2012</Year><Month>3</Month><Day>14</Day><GTIN>9781607066019</GTIN>
  <Manga>YesAndRightToLeft</Manga><Web>https://example.org/saga/${number}</Web>`;

/** Adds twelve series of one book each, so that lists have several pages of ten. */
export async function fillShelf(server: TestServer, reader: SignedIn): Promise<FilledShelf> {
  const files: Record<string, Buffer> = {};
  for (const n of [1, 2, 3])
    files[`Saga/Saga ${n}.cbz`] = await makeCbz({ mark: `saga ${n}`, comicInfo: toInfo(n) });
  for (let n = 10; n < 22; n++) files[`Other ${n}/One #50% & ${n}.cbz`] = await makeCbz({ mark: `o${n}` });
  const comics = await addScannedLibrary(server, files, { name: `Comics ${server.kind}` });
  const texts = await addScannedLibrary(
    server,
    { 'Novel/A Novel.epub': await makeCoveredEpub(), 'Paper/Paper.pdf': makePdf() },
    { name: `Texts ${server.kind}` },
  );
  const saga = (await listSeries(reader, comics.id)).find(({ title }) => title === 'Saga');
  const sagaBooks = (await listBooks(reader, comics.id)).filter(({ seriesId }) => seriesId === saga?.id);
  const [epub, pdf] = await listBooks(reader, texts.id);
  if (!saga || !epub || !pdf || sagaBooks.length < 3) throw new Error('The shelf is incomplete');
  await reader.post(`/api/v1/books/${sagaBooks[0]?.id}/read`);
  await reader.put(`/api/v1/books/${sagaBooks[1]?.id}/progress`, { currentPage: 2 });
  const { admin } = server;
  const make = async (path: string, body: object, who = admin) => {
    const made = await who.post<{ id: string }>(path, body);
    if (made.status !== 201) throw new Error(`${path} was not created: ${made.bytes.toString()}`);
    return made.body.id;
  };
  const preset = { scope: 'list', pinned: true };
  const [first, , third] = sagaBooks;
  await reader.post(`/api/v1/want-to-read/series/${saga.id}`);
  await reader.post(`/api/v1/want-to-read/books/${pdf.id}`);
  return {
    comics,
    texts,
    saga,
    sagaBooks,
    epub,
    pdf,
    collectionId: await make('/api/v1/collections', { name: 'Best of', ids: [saga.id] }),
    readListId: await make('/api/v1/readlists', { name: 'Backwards', ids: [third?.id, pdf.id, first?.id] }),
    presetIds: [
      await make(
        '/api/v1/filter-presets',
        {
          ...preset,
          name: 'Dramas',
          target: 'series',
          condition: { genre: { operator: 'is', value: 'Drama' } },
        },
        reader,
      ),
      await make(
        '/api/v1/filter-presets',
        { ...preset, name: 'Shuffled', target: 'books', condition: { allOf: [] }, sort: 'random' },
        reader,
      ),
    ],
  };
}
