import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withServer } from '../harness/server.ts';
import { makeEpub, makePage, makePdf } from '../makers/books.ts';
import { containerXml } from '../makers/epub.ts';
import { makeZip } from '../makers/zip.ts';
import { type HostileLibrary, type ReadBook, scanHostile } from './hostile-library.ts';

/** Records requests that a document causes. None is permitted. */
let listener: Server;
const received: string[] = [];
let address = '';
beforeAll(async () => {
  listener = createServer((request, response) => {
    received.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
});
afterAll(() => listener.close());

/** Creates a valid comic with this document. */
async function comicWith(document: string | Uint8Array): Promise<Buffer> {
  return makeZip([
    { name: '1.jpg', content: await makePage(1, 'document') },
    { name: 'ComicInfo.xml', content: document, method: 'deflate' },
  ]);
}

const slowName = `${'((((a+)+)+'.repeat(20)}.cbz`;

const laughs = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">${Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`,
).join('')}]><ComicInfo><Title>&j;</Title></ComicInfo>`;

const external = (target: string) =>
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "${target}">]><ComicInfo><Title>&e;</Title></ComicInfo>`;

const files = async () => ({
  'Laughs.cbz': await comicWith(laughs),
  'Secret.cbz': await comicWith(external('file:///etc/passwd')),
  'Remote.cbz': await comicWith(external(`${address}/entity`)),
  'Remote.epub': makeEpub({
    files: {
      'META-INF/container.xml': containerXml.replace('?>', `?><!DOCTYPE x SYSTEM "${address}/container">`),
      'OEBPS/nav.xhtml': `<!DOCTYPE html PUBLIC "x" "${address}/nav"><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>`,
    },
  }),
  'Long.cbz': await comicWith(`<ComicInfo><Summary>${'x'.repeat(20_000_000)}</Summary></ComicInfo>`),
  'Deep.cbz': await comicWith(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
  'Utf16.cbz': await comicWith(
    Buffer.from(
      '\ufeff<?xml version="1.0" encoding="UTF-16"?><ComicInfo><Title>Größe</Title></ComicInfo>',
      'utf16le',
    ),
  ),
  'Bytes.cbz': await comicWith(
    Buffer.concat([
      Buffer.from('<ComicInfo><Title>Caf'),
      Buffer.of(0xe9, 0xff),
      Buffer.from('</Title></ComicInfo>'),
    ]),
  ),
  'Outside.epub': makeEpub({
    files: { 'META-INF/container.xml': containerXml.replace('OEBPS/content.opf', '../../../etc/passwd') },
  }),
  'No package.epub': makeEpub({ files: { 'OEBPS/content.opf': undefined } }),
  'Many.epub': makeEpub({
    manifest: Array.from(
      { length: 100_000 },
      (_, n) => `<item id="i${n}" href="c1.xhtml" media-type="application/xhtml+xml"/>`,
    ).join(''),
    spine: Array.from({ length: 100_000 }, (_, n) => `<itemref idref="i${n}"/>`).join(''),
  }),
  'Protected.epub': makeEpub({
    files: {
      'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#">
        <enc:EncryptedData><enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>
        <enc:CipherData><enc:CipherReference URI="OEBPS/c1.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`,
    },
  }),
  'Plain.epub': makeEpub(),
  'Scripts.pdf': makePdf({
    catalog: `/OpenAction<</S/JavaScript/JS(app.launchURL\\("${address}/js"\\))>>/AA<</WC<</S/Launch/F(/bin/sh)>>>>`,
  }),
  'Endless.pdf': Buffer.from(
    '%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Count 9/Kids[2 0 R 2 0 R]>>\nendobj\ntrailer\n<</Size 3/Root 1 0 R>>\nstartxref\n0\n%%EOF\n',
  ),
  'Wide.pdf': makePdf({ pages: [{ width: 14_400_000, height: 14_400_000 }] }),
  'Locked.pdf': makePdf().subarray(0, 200),
  [slowName]: await comicWith('<ComicInfo/>'),
});

withServer(
  'hostile metadata and documents',
  (server) => {
    let library: HostileLibrary;
    const readBook = (name: string): Promise<ReadBook> => library.readBook(`Hostile/${name}`);
    beforeAll(async () => {
      library = await scanHostile(server(), await files());
    }, 180_000);

    test('rejects exponential entity expansion and keeps the book', async () => {
      const { errors, statuses } = await readBook('Laughs.cbz');
      expect([errors, statuses]).toEqual([[expect.stringMatching(/^metadata/)], [200]]);
    });

    test('neither reads files nor sends requests that a document refers to', async () => {
      for (const name of ['Secret.cbz', 'Remote.cbz']) {
        const { book, statuses } = await readBook(name);
        expect([name, book.title.includes('root:'), statuses]).toEqual([name, false, [200]]);
      }
      expect((await readBook('Remote.epub')).book.pageCount).toBeGreaterThan(0);
      expect(received).toEqual([]);
    });

    test('ignores at most the metadata of long, deep and unusually encoded documents', async () => {
      for (const name of ['Long.cbz', 'Deep.cbz', 'Utf16.cbz', 'Bytes.cbz'])
        expect([name, (await readBook(name)).statuses]).toEqual([name, [200]]);
      expect((await readBook('Long.cbz')).errors).toEqual(['metadata too_large']);
      expect((await readBook('Utf16.cbz')).book.title).toBe('Größe');
      expect((await readBook('Bytes.cbz')).book.title).toMatch(/^Caf/);
    });

    test('opens an EPUB by its own package, reports a missing one, and limits one with 100,000 parts', async () => {
      // Its container names a file outside the archive.
      expect((await readBook('Outside.epub')).errors).toEqual([]);
      expect((await readBook('No package.epub')).errors).toEqual([expect.stringMatching(/^parser/)]);
      const { book, errors } = await readBook('Many.epub');
      expect(book.pageCount).toBeLessThanOrEqual(50_000);
      expect(errors.length <= 1).toBe(true);
    });

    test('returns only resources that the EPUB contains under the name', async () => {
      const { book } = await readBook('Plain.epub');
      for (const path of [
        '..%2f..%2fetc%2fpasswd',
        '%2fetc%2fpasswd',
        '..%5c..%5cwindows',
        '%252e%252e%252fmimetype',
        'OEBPS%2f..%2f..%2fx',
      ]) {
        const { status, bytes } = await server().admin.get(`/api/v1/books/${book.id}/resources/${path}`);
        expect([path, status >= 400 && status < 500]).toEqual([path, true]);
        expect(bytes.toString()).not.toContain('root:');
      }
    });

    test('reports a protected EPUB', async () => {
      expect((await readBook('Protected.epub')).errors).toEqual(['parser encrypted']);
    });

    test('does not execute scripts and actions of a PDF', async () => {
      const { statuses } = await readBook('Scripts.pdf');
      expect([statuses, received]).toEqual([[200], []]);
    });

    test('limits a recursive page tree and a page of five kilometers, and draws the next document', async () => {
      const endless = await readBook('Endless.pdf');
      expect(endless.book.pageCount).toBeLessThanOrEqual(50_000);
      const wide = await readBook('Wide.pdf');
      expect(wide.statuses.every((status) => status === 200 || status === 422)).toBe(true);
      expect((await readBook('Scripts.pdf')).statuses).toEqual([200]);
    });

    test('repairs or reports a truncated PDF without a server error', async () => {
      const { errors, statuses } = await readBook('Locked.pdf');
      expect(errors.length + statuses.length).toBeGreaterThan(0);
      expect(statuses.every((status) => status === 200 || status === 422)).toBe(true);
    });

    test('parses a name that is designed to slow down regular expressions', async () => {
      expect((await readBook(slowName)).statuses).toEqual([200]);
    });
  },
  { withTasks: true },
);
