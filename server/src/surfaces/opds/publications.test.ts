import { expect, test } from 'vitest';
import {
  basic,
  createOpdsReader,
  type JsonPublication,
  linksOf,
} from '../../../test/harness/clients/opds.ts';
import { addScannedLibrary, listBooks } from '../../../test/harness/library.ts';
import { withServer } from '../../../test/harness/server.ts';
import { makeCbz, makeEpub } from '../../../test/makers/books.ts';

withServer(
  'OPDS publications',
  (server) => {
    const aClient = () => server().as(basic(server().reader.username, server().reader.password));

    test('the publication at `self` is a Web Publication, except for keys that cannot read pages', async () => {
      const library = await addScannedLibrary(server(), {
        'A/1.cbz': await makeCbz({ mark: 'self', pages: 3 }),
      });
      const [comic] = await listBooks(server().reader, library.id);
      const path = `/opds/v2/books/${comic?.id}`;
      const { body } = await aClient().get<JsonPublication>(path);
      const base = `${server().url}${path}`;
      expect(body.metadata.conformsTo).toBe('https://readium.org/webpub-manifest/profiles/divina');
      expect(body.readingOrder?.map(({ href }) => href)).toEqual([1, 2, 3].map((n) => `${base}/pages/${n}`));
      const { body: key } = await server().reader.post<{ key: string }>('/api/v1/api-keys', {
        name: 'books only',
        permissions: ['books:read'],
      });
      const limited = await server().as({ 'x-api-key': key.key }).get<JsonPublication>(path);
      expect([limited.status, limited.body.readingOrder]).toEqual([200, undefined]);
    });

    test('the publication of an EPUB lists its documents, and that of a broken file has no reading order', async () => {
      const library = await addScannedLibrary(server(), {
        'A/Novel.epub': makeEpub(),
        'A/Broken.cbz': Buffer.from('no archive'),
      });
      for (const { id, fileFormat } of await listBooks(server().reader, library.id)) {
        const base = `/opds/v2/books/${id}`;
        const { status, body } = await aClient().get<JsonPublication>(base);
        const manifest = await aClient().get<JsonPublication>(`${base}/manifest`);
        expect([fileFormat, status, manifest.status]).toEqual([
          fileFormat,
          200,
          fileFormat === 'epub' ? 200 : 422,
        ]);
        expect(body.readingOrder).toEqual(manifest.body.readingOrder);
        if (fileFormat === 'epub') expect(body.readingOrder?.length).toBeGreaterThan(1);
      }
    });

    test('links to a designed cover for a book whose cover cannot be drawn', async () => {
      const library = await addScannedLibrary(server(), { 'Bare/Bare.epub': makeEpub() });
      const [bare] = await listBooks(server().reader, library.id);
      const client = aClient();
      const { getXml } = createOpdsReader(client);
      const { images = [] } = (await client.get<JsonPublication>(`/opds/v2/books/${bare?.id}`)).body;
      const entry = await getXml(`/opds/v1/books/${bare?.id}`);
      const links = linksOf(entry, 'http://opds-spec.org/image');
      expect([images.length, links.length]).toEqual([2, 1]);
      for (const { href = '' } of [...images, ...links]) {
        const { status, bytes } = await client.get(href.slice(server().url.length));
        expect([href, status, bytes.subarray(0, 2).toString('hex')]).toEqual([href, 200, 'ffd8']);
      }
    }, 60_000);
  },
  { withTasks: true },
);
