// Comics, texts and a damaged file in two libraries, for tests of the compatibility API.
import type { BookDto } from '@lectern/contract/libraries/books';
import { addScannedLibrary, listBooks, listSeries, type TestLibrary } from '../harness/library.ts';
import type { TestServer } from '../harness/server.ts';
import { makeCbz, makeEpub, makePdf } from '../makers/books.ts';

export interface Shelf {
  library: TestLibrary;
  /** Contains one series, `Zot`. */
  other: TestLibrary;
  /** Returns the id of the series with this title. */
  seriesId(title: string): string;
  /** Returns the id of the book with this file name. */
  bookId(fileName: string): string;
}

const facts: Readonly<Record<string, string>> = {
  Akira: '<Manga>YesAndRightToLeft</Manga><Genre>Drama, Crime</Genre><AgeRating>Teen</AgeRating>',
  Bone: '<Genre>Fantasy</Genre><Tags>dragon</Tags><Publisher>Cartoon</Publisher><LanguageISO>en</LanguageISO>',
  'Saga, Late': '<Genre>Fantasy</Genre><Year>2014</Year><Month>3</Month><Day>9</Day>',
};

export async function addShelf(server: TestServer): Promise<Shelf> {
  const files: Record<string, Uint8Array> = {
    'Texts/Novel.epub': makeEpub(),
    'Texts/Paper.pdf': makePdf(),
    'Texts/Broken.cbz': Buffer.from('no archive at all'),
  };
  for (const [name, more] of Object.entries(facts)) {
    for (const n of ['1', '2', '10.5']) {
      const comicInfo = `<Series>${name}</Series><Title>${name} ${n}</Title><Number>${n}</Number>
        <Writer>Stephen King</Writer><Penciller>Anna</Penciller>${more}`;
      files[`${name}/${name} ${n}.cbz`] = await makeCbz({ mark: `${name}${n}`, comicInfo });
    }
  }
  const library = await addScannedLibrary(server, files, { name: 'Comics' });
  const zot = { 'Zot/Zot 1.cbz': await makeCbz({ mark: 'Akira1' }) };
  const other = await addScannedLibrary(server, zot, { name: 'Zoo' });
  const books: BookDto[] = [];
  const series = new Map<string, string>();
  for (const { id } of [library, other]) {
    books.push(...(await listBooks(server.admin, id)));
    for (const one of await listSeries(server.admin, id)) series.set(one.title, one.id);
  }
  return {
    library,
    other,
    seriesId: (title) => series.get(title) ?? '',
    bookId: (fileName) => books.find(({ path }) => path.endsWith(`/${fileName}`))?.id ?? '',
  };
}
