// Manifests in the form that strict clients decode, for all kinds of books. OPDS keeps Readium's form.
import { expect, test } from 'vitest';
import { anApp, compatEnvironment } from '../../../../test/compat/app.ts';
import { expectClients } from '../../../../test/compat/clients.ts';
import { corpusRoot, hasCorpus } from '../../../../test/corpus.ts';
import { addScannedLibrary, getBook, listBooks, scan } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeEpub } from '../../../../test/makers/books.ts';

interface Manifest {
  metadata: Record<string, unknown>;
  readingOrder: { href: string; properties?: unknown }[];
}

const people = [
  { name: 'Anna', role: 'author', sortName: 'A, nna' },
  { name: 'Berta', role: 'translator', sortName: null },
  { name: 'Clara', role: 'cover_artist', sortName: null },
  { name: 'Dora', role: 'penciller', sortName: null },
];

withServer(
  'manifests of the compatibility API',
  (server) => {
    test('list people and publishers as names, and link properties as objects', async () => {
      const { admin } = server();
      const fixed = makeEpub({
        metadata: '<dc:title>Fixed</dc:title><meta property="rendition:layout">pre-paginated</meta>',
        spine: '<itemref idref="c1" properties="page-spread-left"/>',
      });
      const library = await addScannedLibrary(server(), { 'A/Fixed.epub': fixed });
      const { id } = await getBook(admin, library.id, 'Fixed.epub');
      const edit = { publisher: 'A House', language: 'fr', authors: people, genres: ['Drama'] };
      expect((await admin.patch(`/api/v1/books/${id}/metadata`, edit)).status).toBe(200);

      const { body } = await anApp(server(), admin).get<Manifest>(`/api/v1/books/${id}/manifest`);
      expectClients('manifest', body);
      expect(body.metadata).toMatchObject({
        publisher: ['A House'],
        language: 'fr',
        author: ['Anna'],
        translator: ['Berta'],
        contributor: ['Clara'],
        penciler: ['Dora'],
        subject: ['Drama'],
        rendition: { layout: 'fixed' },
      });
      expect(body.readingOrder[0]).not.toHaveProperty('properties');

      const readium = (await admin.get<Manifest>(`/opds/v2/books/${id}/manifest`)).body;
      expect(readium.metadata).toMatchObject({
        publisher: 'A House',
        author: [{ name: 'Anna', sortAs: 'A, nna' }],
        layout: 'fixed',
      });
      expect(readium.readingOrder[0]?.properties).toEqual({ page: 'left' });
    });

    test.skipIf(!hasCorpus)('of all real books can be decoded', { timeout: 60_000 }, async () => {
      const { admin } = server();
      const paths = ['Books', 'Comics', 'Documents', 'Manga'].map((folder) => `${corpusRoot}/${folder}`);
      const library = await admin.post<{ id: string }>('/api/v1/libraries', { name: 'Corpus', paths });
      expect((await scan(server(), library.body.id)).status).toBe('completed');
      const app = anApp(server(), admin);
      const books = (await listBooks(admin, library.body.id)).filter(({ analyzed }) => analyzed);
      expect(books.length).toBeGreaterThan(100);
      for (const { id, path } of books) {
        const { status, body } = await app.get(`/api/v1/books/${id}/manifest`);
        expect([path, status]).toEqual([path, 200]);
        expect(() => expectClients('manifest', body), path).not.toThrow();
      }
    });
  },
  { environment: compatEnvironment, withTasks: true },
);
