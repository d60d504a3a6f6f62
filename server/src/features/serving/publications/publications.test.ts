import type { WrittenProgress } from '@lectern/contract/reading/progress';
import type { PositionList } from '@lectern/formats/epub/positions';
import type { WebPubManifest } from '@lectern/formats/epub/web-publication/types';
import { expect, test } from 'vitest';
import { addScannedLibrary, getBook } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { page } from '../../../../test/makers/epub.ts';

withServer(
  'publications',
  (server) => {
    const hostile = page('<script src="evil.js"></script><img src="https://example.org/track.png"/>');
    async function anEpub() {
      const library = await addScannedLibrary(server(), {
        'Novels/A Book.epub': makeEpub({
          manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
            <item id="c2" href="text/%C3%A9%20%23%20two.xhtml" media-type="application/xhtml+xml"/>
            <item id="css" href="style.css" media-type="text/css"/>
            <item id="js" href="evil.js" media-type="Text/JavaScript"/>`,
          files: {
            'OEBPS/text/c2.xhtml': undefined,
            'OEBPS/text/é # two.xhtml': hostile,
            'OEBPS/style.css': 'p { color: red }',
            'OEBPS/evil.js': 'alert(1)',
            'OEBPS/hidden.txt': 'not in the manifest',
          },
        }),
      });
      return getBook(server().admin, library.id, 'A Book.epub');
    }
    const get = <T>(path: string, headers?: Record<string, string>) => server().reader.get<T>(path, headers);

    test('of an EPUB list their reading order, and all links work', async () => {
      const book = await anEpub();
      const base = `/api/v1/books/${book.id}`;
      const { body, headers } = await get<WebPubManifest>(`${base}/manifest`);
      expect(headers.get('content-type')).toContain('application/webpub+json');
      expect(body.metadata).toMatchObject({ title: 'A Book', identifier: `urn:uuid:${book.id}` });
      expect(body.readingOrder).toHaveLength(2);
      const self = body.links.find(({ rel }) => rel === 'self')?.href ?? '';
      expect(self).toBe(`${server().url}${base}/manifest`);
      const all = [...body.links, ...body.readingOrder, ...(body.resources ?? []), ...(body.toc ?? [])];
      for (const { href, type } of all) {
        const url = new URL(href, self);
        const answer = await get(url.pathname);
        expect([href, answer.status]).toEqual([href, 200]);
        // Scripts keep their type in the manifest, but are sent with a type that browsers do not run.
        if (type !== undefined && answer.status === 200 && !/script/i.test(type))
          expect([href, answer.headers.get('content-type')]).toEqual([href, expect.stringContaining(type)]);
      }
      const positions = await get<PositionList>(`${base}/positions`);
      expect(positions.headers.get('content-type')).toContain('application/vnd.readium.position-list+json');
      expect(positions.body.total).toBe(book.pageCount);
      expect(positions.body.positions[0]).toMatchObject({
        href: 'resources/OEBPS/c1.xhtml',
        locations: { position: 1 },
      });
    });

    test('have separate addresses and positions for a document that the spine repeats', async () => {
      const library = await addScannedLibrary(server(), {
        'Novels/Chorus.epub': makeEpub({
          spine: '<itemref idref="c1"/><itemref idref="c2"/><itemref idref="c1"/>',
        }),
      });
      const { id } = await getBook(server().admin, library.id, 'Chorus.epub');
      const base = `/api/v1/books/${id}`;
      const { body } = await get<PositionList>(`${base}/positions`);
      expect(body.positions.map(({ href }) => href)).toEqual([
        'resources/OEBPS/c1.xhtml',
        'resources/OEBPS/text/c2.xhtml',
        'resources/OEBPS/c1.xhtml?again=2',
      ]);
      expect((await get(`${base}/resources/OEBPS/c1.xhtml?again=2`)).status).toBe(200);
      for (const { href, type } of body.positions) {
        const locator = { href, type, locations: { progression: 0 } };
        const { currentPage } = (await server().reader.put<WrittenProgress>(`${base}/progress`, { locator }))
          .body;
        expect([href, currentPage]).toEqual([href, 1 + body.positions.findIndex((one) => one.href === href)]);
      }
    });

    test('send audio in ranges, regardless of its length', async () => {
      const sound = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * 31 + (i >> 9)) % 251));
      const library = await addScannedLibrary(server(), {
        'Novels/Sound.epub': makeEpub({
          manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
            <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
            <item id="a1" href="c1.mp3" media-type="audio/mpeg"/>`,
          files: { 'OEBPS/c1.mp3': sound },
        }),
      });
      const { id } = await getBook(server().admin, library.id, 'Sound.epub');
      const path = `/api/v1/books/${id}/resources/OEBPS/c1.mp3`;
      for (const [start, end] of [
        [0, 699_999],
        [5, 6],
        [200_000, 650_001],
        [699_999, 699_999],
      ] as const) {
        const part = await get(path, { range: `bytes=${start}-${end}` });
        expect([part.status, part.headers.get('content-type'), part.headers.get('content-range')]).toEqual([
          ...[206, 'audio/mpeg', `bytes ${start}-${end}/700000`],
        ]);
        expect(part.bytes.equals(sound.subarray(start, end + 1))).toBe(true);
      }
      expect((await get(path)).bytes.equals(sound)).toBe(true);
    });

    test('send files in a sandbox: no scripts, no external images, no files outside the book', async () => {
      const book = await anEpub();
      const base = `/api/v1/books/${book.id}/resources`;
      const chapter = await get(`${base}/OEBPS/text/%C3%A9%20%23%20two.xhtml`);
      expect(chapter.bytes.toString()).toBe(hostile);
      const policy = chapter.headers.get('content-security-policy') ?? '';
      expect(policy).toContain('sandbox');
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('allow-scripts');
      expect(policy).not.toContain('http');
      expect(chapter.headers.get('x-content-type-options')).toBe('nosniff');
      const etag = chapter.headers.get('etag') ?? '';
      expect(
        (await get(`${base}/OEBPS/text/%C3%A9%20%23%20two.xhtml`, { 'if-none-match': etag })).status,
      ).toBe(304);
      const part = await get(`${base}/OEBPS/style.css`, { range: 'bytes=0-2' });
      expect([part.status, part.bytes.toString()]).toEqual([206, 'p {']);
      const beyond = await get(`${base}/OEBPS/style.css`, { range: 'bytes=999-' });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */16']);
      for (const path of [
        'OEBPS/hidden.txt',
        'mimetype',
        'META-INF/container.xml',
        '..%2f..%2fetc%2fpasswd',
        '%2e%2e/%2e%2e/etc/passwd',
        'OEBPS/../OEBPS/c1.xhtml',
        'OEBPS//c1.xhtml',
        '%00',
        '',
      ]) {
        const { status } = await get(`${base}/${path}`);
        expect([path, [400, 404].includes(status) || path === 'OEBPS/../OEBPS/c1.xhtml']).toEqual([
          path,
          true,
        ]);
      }
    });

    test('allow a book to load only its files, on every interface', async () => {
      const { id } = await anEpub();
      const { host } = new URL(server().url);
      const folders = [
        `/api/v1/books/${id}/resources/`,
        `/opds/v2/books/${id}/resources/`,
        `/compat/api/v1/books/${id}/resource/`,
      ];
      for (const folder of folders) {
        const { headers } = await get(`${folder}OEBPS/c1.xhtml`);
        const policy = Object.fromEntries(
          (headers.get('content-security-policy') ?? '').split('; ').map((one) => {
            const [name = '', ...sources] = one.split(' ');
            return [name, sources];
          }),
        );
        for (const kind of ['img-src', 'media-src', 'font-src', 'style-src'])
          expect([kind, policy[kind]?.filter((one) => !/^('unsafe-inline'|data:|blob:)$/.test(one))]).toEqual(
            [kind, [`${host}${folder}`]],
          );
        expect(policy['default-src']).toEqual(["'none'"]);
        const script = await get(`${folder}OEBPS/evil.js`);
        expect([script.status, script.headers.get('content-type')]).toEqual([
          200,
          'application/octet-stream',
        ]);
        expect(script.headers.get('x-content-type-options')).toBe('nosniff');
        for (const kind of ['script', 'worker', 'sharedworker', 'serviceworker'])
          for (const file of ['evil.js', 'c1.xhtml'])
            expect((await get(`${folder}OEBPS/${file}`, { 'sec-fetch-dest': kind })).status).toBe(403);
        expect((await get(`${folder}OEBPS/evil.js`, { 'service-worker': 'script' })).status).toBe(403);
        expect((await get(`${folder}OEBPS/c1.xhtml`, { 'sec-fetch-dest': 'iframe' })).status).toBe(200);
      }
    });

    test('of comics and PDFs are lists of page images', async () => {
      const library = await addScannedLibrary(server(), {
        'A/Comic.cbz': await makeCbz({ mark: 'divina', comicInfo: '<Manga>YesAndRightToLeft</Manga>' }),
        'A/Paper.pdf': makePdf({ pages: [{}, {}] }),
      });
      for (const [name, count] of [
        ['Comic.cbz', 3],
        ['Paper.pdf', 2],
      ] as const) {
        const book = await getBook(server().admin, library.id, name);
        const { body, headers } = await get<WebPubManifest>(`/api/v1/books/${book.id}/manifest`);
        expect(headers.get('content-type')).toContain('application/divina+json');
        expect(body.readingOrder).toHaveLength(count);
        expect(body.metadata).toMatchObject({ numberOfPages: count });
        const self = body.links.find(({ rel }) => rel === 'self')?.href;
        const first = await get(new URL(body.readingOrder[0]?.href ?? '', self).pathname);
        expect([first.status, first.headers.get('content-type')]).toEqual([200, body.readingOrder[0]?.type]);
        const { total } = (await get<PositionList>(`/api/v1/books/${book.id}/positions`)).body;
        expect(total).toBe(count);
      }
      const comic = await getBook(server().admin, library.id, 'Comic.cbz');
      for (const route of ['manifest', 'positions']) {
        const path = `/api/v1/books/${comic.id}/${route}`;
        const etag = (await get(path)).headers.get('etag') ?? '';
        expect((await server().reader.get(path, { 'if-none-match': etag })).status).toBe(304);
      }
      const { body } = await get<WebPubManifest>(`/api/v1/books/${comic.id}/manifest`);
      expect(body.metadata).toMatchObject({ readingProgression: 'rtl' });
    });
  },
  { withTasks: true, environment: { LECTERN_COMPAT_API_ENABLED: 'true' } },
);
