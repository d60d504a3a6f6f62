// A library with EPUBs for Kobo tests, and users with devices that sync it.

import type { CreatedKoboDevice } from '@lectern/contract/devices/kobo';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import { afterAll, beforeAll } from 'vitest';
import type { Client } from '../harness/client.ts';
import { addScannedLibrary, getBook, type TestLibrary } from '../harness/library.ts';
import { waitForQuiet } from '../harness/quiet.ts';
import type { TestServer } from '../harness/server.ts';
import { signIn } from '../harness/sign-in.ts';
import { makeCbz, makeEpub } from '../makers/books.ts';
import { page } from '../makers/epub.ts';
import { makeImage } from '../makers/images.ts';
import { createKoboDevice, type KoboDevice } from './kobo.ts';

export const koboDevices = '/api/v1/user/kobo';
const chapters = ['c1', 'c2', 'c3', 'c4'];

async function aNovel(title: string, more = ''): Promise<Buffer> {
  const items = chapters.map(
    (id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const cover = await makeImage({ color: 'hsl(120, 80%, 45%)', width: 600, height: 900 });
  return makeEpub({
    metadata: `<dc:title>${title}</dc:title><dc:creator>A. Writer</dc:creator><dc:language>de-DE</dc:language>${more}`,
    manifest: `${items.join('')}<item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>`,
    spine: chapters.map((id) => `<itemref idref="${id}"/>`).join(''),
    files: {
      ...Object.fromEntries(chapters.map((id) => [`OEBPS/${id}.xhtml`, page(`<p>${id} of ${title}</p>`)])),
      'OEBPS/cover.jpg': cover,
    },
  });
}

export const seconds = (ms = Date.now()) => new Date(ms).toISOString().replace(/\.\d+Z/, 'Z');

/** A reading state as a Kobo sends it. */
export const reading = (percent: number, chapter: number, source: string, ms = Date.now()) => ({
  LastModified: seconds(ms),
  StatusInfo: { Status: 'Reading', LastModified: seconds(ms), TimesStartedReading: 2 },
  Statistics: { SpentReadingMinutes: 12, RemainingTimeMinutes: 90 },
  CurrentBookmark: {
    LastModified: seconds(ms),
    ProgressPercent: percent,
    ContentSourceProgressPercent: chapter,
    Location: { Value: 'kobo.12.3', Type: 'KoboSpan', Source: source },
  },
});

/**
 * Creates a library with Novel, Other and Fixed, EPUBs of four chapters, and a comic. Call it where tests are declared.
 */
export function useKoboLibrary(server: () => TestServer) {
  const files = new Map<string, Buffer>();
  let library: TestLibrary;
  const books = new Map<string, BookDto>();
  const idOf = (name: string) => books.get(name)?.id ?? '';

  beforeAll(async () => {
    files.set('Novel.epub', await aNovel('Novel'));
    files.set('Other.epub', await aNovel('Other'));
    files.set('Fixed.epub', await aNovel('Fixed', '<meta property="rendition:layout">pre-paginated</meta>'));
    files.set('Comic.cbz', await makeCbz({ mark: 'kobo' }));
    library = await addScannedLibrary(
      server(),
      Object.fromEntries([...files].map(([name, bytes]) => [`${name.split('.')[0]}/${name}`, bytes])),
    );
    for (const name of files.keys()) books.set(name, await getBook(server().admin, library.id, name));
  });

  afterAll(() => waitForQuiet(server()), 90_000);

  const makeDevice = async (me: Client, more: object = {}) =>
    (await me.post<CreatedKoboDevice>(koboDevices, { name: 'Libra', ...more })).body;

  async function aDevice(me: Client, more: object = {}): Promise<KoboDevice> {
    const device = createKoboDevice((await makeDevice(me, more)).apiEndpoint);
    await device.start();
    return device;
  }

  async function aReader(more: object = {}) {
    const me = await signIn(server());
    return {
      me,
      device: await aDevice(me, more),
      place: async (name: string) =>
        (await me.get<ReadProgress>(`/api/v1/books/${idOf(name)}/progress`)).body,
    };
  }

  const titles = (device: KoboDevice) =>
    [...device.library.values()].map(({ metadata }) => metadata.Title).toSorted();

  return {
    files,
    books,
    idOf,
    libraryId: () => library.id,
    makeDevice,
    aDevice,
    aReader,
    titles,
  };
}
