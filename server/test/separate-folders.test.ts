// Two servers that share only the database and the books. Each has its own data folder, and neither ever serves an
// image that the other has replaced.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BookDto } from '@lectern/contract/libraries/books';
import type { Cover } from '@lectern/contract/serving/covers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { anApp, compatEnvironment } from './compat/app.ts';
import type { Client } from './harness/client.ts';
import { addScannedLibrary, getBook, listBooks, scan, type TestLibrary } from './harness/library.ts';
import { startSecondServer, startTestServer, type TestServer } from './harness/server.ts';
import { makeCbz } from './makers/books.ts';
import { makeImage } from './makers/images.ts';

let one: TestServer;
let dataDir: string;
let two: Client & { stop(): Promise<void> };
/** The administrator at the second server. */
let admin: Client;
let library: TestLibrary;
let book: BookDto;
let number = 0;

beforeAll(async () => {
  one = await startTestServer({ kind: 'postgres', withTasks: true, environment: compatEnvironment });
  dataDir = join(one.folder, 'the data of another machine');
  mkdirSync(dataDir);
  copyFileSync(join(one.folder, 'data', 'secret'), join(dataDir, 'secret'));
  two = await startSecondServer(one, { environment: { LECTERN_DATA_DIR: dataDir } });
  admin = two.as({ authorization: `Bearer ${one.admin.session.accessToken}` });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});
beforeEach(async () => {
  library = await addScannedLibrary(one, { 'Saga/Saga 1.cbz': await makeCbz({ mark: `two ${++number}` }) });
  const [first] = await listBooks(one.admin, library.id);
  if (!first) throw new Error('No book found');
  book = first;
});

const look = async (client: Client, path: string) => {
  const { status, bytes, headers } = await client.get(`/api/v1/${path}`);
  return { status, etag: headers.get('etag'), text: status === 200 ? bytes.toString('base64') : '' };
};
const upload = async (path: string, color: string) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await makeImage({ width: 60, height: 90, color }))]), 'a');
  return (await one.admin.request<Cover>('POST', `/api/v1/${path}/cover`, { raw: form })).body;
};

/** Loads the image at both servers, changes it at the first, and verifies that the second serves the new one. */
async function expectAlike(path: string, change: () => Promise<unknown>): Promise<void> {
  const thumbnail = `${path}/thumbnail`;
  const before = await look(admin, thumbnail);
  expect(before).toEqual(await look(one.admin, thumbnail));
  expect(before.status).toBe(200);
  await change();
  const now = await look(one.admin, thumbnail);
  expect([now.status, now.text === before.text]).toEqual([200, false]);
  await expect.poll(() => look(admin, thumbnail)).toEqual(now);
}

test('serves a cover in both sizes that the other server has received, until it is deleted', async () => {
  const path = `books/${book.id}`;
  let cover: Cover | undefined;
  await expectAlike(path, async () => {
    cover = await upload(path, 'teal');
  });
  const image = `${path}/covers/${cover?.id}/image`;
  expect(await look(admin, image)).toEqual(await look(one.admin, image));
  await expectAlike(path, () => admin.delete(`/api/v1/${path}/covers/${cover?.id}`));
  expect([(await look(admin, image)).status, (await look(one.admin, image)).status]).toEqual([404, 404]);
});

test('serves a new cover by its version before the server was notified of the change', async () => {
  const path = `books/${book.id}`;
  for (const color of ['red', 'green', 'blue', 'gold', 'black']) {
    await look(admin, `${path}/thumbnail`);
    await upload(path, color);
    const version = (await one.admin.get<{ book: BookDto }>(`/api/v1/${path}`)).body.book.coverVersion;
    const { bytes, headers } = await admin.get(`/api/v1/${path}/thumbnail?v=${version}`);
    expect(headers.get('cache-control')).toMatch(/immutable/);
    expect(bytes.equals((await one.admin.get(`/api/v1/${path}/thumbnail?v=${version}`)).bytes)).toBe(true);
  }
});

test('shows a new cover of a series on the other server, and the cover of its book after the deletion', async () => {
  const path = `series/${book.seriesId}`;
  await expectAlike(path, () => upload(path, 'orange'));
  await expectAlike(path, () => admin.put(`/api/v1/${path}/covers/first_book/select`));
});

test('shows a new cover of a collection on the other server', async () => {
  const made = await one.admin.post<{ id: string }>('/api/v1/collections', {
    name: `Both ${number}`,
    ids: [book.seriesId],
  });
  const path = `collections/${made.body.id}`;
  await expectAlike(path, async () => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await makeImage({ width: 60, height: 90 }))]), 'a');
    const app = anApp(one, one.admin);
    expect((await app.request('POST', `/api/v1/${path}/thumbnails`, { raw: form })).status).toBe(200);
  });
});

test('shows the new image of a replaced file on both servers', async () => {
  await expectAlike(`books/${book.id}`, async () => {
    const file = join(library.folder, 'Saga', 'Saga 1.cbz');
    writeFileSync(file, await makeCbz({ mark: `another ${number}`, pages: 12 }));
    await scan(one, library.id);
    await expect.poll(async () => (await getBook(one.admin, library.id, 'Saga 1.cbz')).pageCount).toBe(12);
  });
});

test('both servers create thumbnails again after a request to regenerate them', async () => {
  const { id } = book;
  const thumbnail = `books/${id}/thumbnail`;
  const folders = [join(one.folder, 'data'), dataDir];
  /** Returns what each server has cached. */
  const readMappedEntry = async () => {
    for (const who of [one.admin, admin]) expect((await look(who, thumbnail)).status).toBe(200);
    return folders.map((folder) =>
      readFileSync(join(folder, 'thumbnails', id.slice(-2), `${id}.jpg`)).toString('base64'),
    );
  };
  const [before] = await readMappedEntry();
  expect(new Set(await readMappedEntry())).toEqual(new Set([before]));
  expect((await anApp(one, one.admin).request('PUT', '/api/v1/books/thumbnails')).status).toBe(202);
  await expect
    .poll(async () => {
      const kept = await readMappedEntry();
      return new Set(kept).size === 1 && kept[0] !== before;
    })
    .toBe(true);
});
