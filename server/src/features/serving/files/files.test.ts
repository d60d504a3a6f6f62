import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { addScannedLibrary, getBook, listSeries } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub } from '../../../../test/makers/books.ts';

withServer(
  'files',
  (server) => {
    test('sends whole files and ranges with portable file names', async () => {
      const bytes = await makeCbz({ mark: 'file' });
      const library = await addScannedLibrary(server(), { 'Été/Été "1" 第1巻.cbz': bytes });
      const book = await getBook(server().admin, library.id, '第1巻.cbz');
      const path = `/api/v1/books/${book.id}/file`;
      const whole = await server().reader.get(path);
      expect(whole.bytes.equals(bytes)).toBe(true);
      expect(Object.fromEntries(whole.headers)).toMatchObject({
        'accept-ranges': 'bytes',
        'content-length': String(bytes.length),
        'content-type': 'application/vnd.comicbook+zip',
        'content-disposition': expect.stringContaining(
          "filename*=UTF-8''%C3%89t%C3%A9%20_1_%20%E7%AC%AC1%E5%B7%BB.cbz",
        ),
      });
      const etag = whole.headers.get('etag') ?? '';
      const part = async (range: string, headers = {}) => {
        const answer = await server().reader.get(path, { range, ...headers });
        return [answer.status, answer.headers.get('content-range'), answer.bytes] as const;
      };
      const size = bytes.length;
      expect(await part('bytes=10-19')).toEqual([206, `bytes 10-19/${size}`, bytes.subarray(10, 20)]);
      expect(await part('bytes=-5')).toEqual([
        206,
        `bytes ${size - 5}-${size - 1}/${size}`,
        bytes.subarray(size - 5),
      ]);
      expect(await part(`bytes=${size - 1}-`)).toEqual([
        206,
        `bytes ${size - 1}-${size - 1}/${size}`,
        bytes.subarray(-1),
      ]);
      expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
      expect((await part('bytes=0-0', { 'if-range': etag }))[0]).toBe(206);
      expect((await part('bytes=0-0', { 'if-range': '"other"' }))[0]).toBe(200);
      for (const odd of ['bytes=', 'lines=1-2', 'bytes=5-2', 'bytes=a-b', 'bytes=0-1,3-4']) {
        expect([odd, [200, 206].includes((await part(odd))[0])]).toEqual([odd, true]);
      }
      expect((await server().reader.get(path, { 'if-none-match': etag })).status).toBe(304);
      const head = await server().reader.request('HEAD', path);
      expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
        200,
        String(size),
        0,
      ]);
    });

    test('returns 404 for missing files and serves the others', async () => {
      const library = await addScannedLibrary(server(), { 'A/A 1.cbz': await makeCbz({ mark: 'gone' }) });
      const book = await getBook(server().admin, library.id, 'A 1.cbz');
      rmSync(join(library.folder, 'A/A 1.cbz'));
      const { status, body } = await server().reader.get(`/api/v1/books/${book.id}/file`);
      expect([status, body]).toEqual([404, expect.objectContaining({ error: 'not_found' })]);
      expect((await server().reader.get(`/api/v1/books/${book.id}`)).status).toBe(200);
    });

    test('streams a series as one zip with a known length', async () => {
      const books = { 'Saga 1.cbz': await makeCbz({ mark: 'z1' }), 'Saga 2.epub': makeEpub() };
      const library = await addScannedLibrary(server(), {
        'Saga/Saga 1.cbz': books['Saga 1.cbz'],
        'Saga/Saga 2.epub': books['Saga 2.epub'],
      });
      const [series] = await listSeries(server().reader, library.id);
      const { headers, bytes } = await server().reader.get(`/api/v1/series/${series?.id}/download`);
      expect(headers.get('content-type')).toBe('application/zip');
      expect(Number(headers.get('content-length'))).toBe(bytes.length);
      expect(headers.get('content-disposition')).toContain('Saga.zip');
      const zip = await fromBufferPromise(bytes);
      const found: Record<string, Buffer> = {};
      for await (const entry of zip.eachEntry()) {
        const chunks: Buffer[] = [];
        for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
        found[entry.fileName] = Buffer.concat(chunks);
      }
      expect(Object.keys(found).toSorted()).toEqual(Object.keys(books));
      for (const [name, content] of Object.entries(books))
        expect([name, found[name]?.equals(content)]).toEqual([name, true]);
    });
  },
  { withTasks: true },
);
