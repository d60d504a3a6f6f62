import type { BookDto } from '@lectern/contract/libraries/books';
import type { Progression } from '@lectern/contract/reading/progress';
import type { ReadProgress } from '@lectern/contract/reading/reading';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PositionList, WebPubManifest } from '#features/serving/publications/index.ts';
import { addScannedLibrary, getBook, listSeries } from '../../../../test/harness/library.ts';
import { withServer } from '../../../../test/harness/server.ts';
import { type SignedIn, signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePdf } from '../../../../test/makers/books.ts';
import { page } from '../../../../test/makers/epub.ts';
import { makeImage } from '../../../../test/makers/images.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

/** Fixed after the books are added. Tests advance it to simulate the speed of page turns. */
let nowMs: number | undefined;
const wait = (ms: number) => {
  nowMs = (nowMs ?? Date.now()) + ms;
};

withServer(
  'books over OPDS',
  (server) => {
    const books = new Map<string, BookDto>();
    const idOf = (name: string) => books.get(name)?.id ?? '';
    let seriesId = '';
    let mixed: Buffer;

    beforeAll(async () => {
      mixed = makeZip([
        { name: '1.webp', content: await makeImage({ format: 'webp', width: 80, height: 120 }) },
        { name: '2.png', content: await makeImage({ format: 'png' }) },
        { name: '3.jpg', content: await makeImage() },
      ]);
      const small = await makeImage({ width: 4, height: 6 });
      const library = await addScannedLibrary(server(), {
        'A/Mixed pages #1.cbz': mixed,
        'A/Comic.cbz': await makeCbz({ mark: 'opds', pages: 8 }),
        'A/Long.cbz': makeZip(
          Array.from({ length: 210 }, (_, i) => ({ name: `${1_000 + i}.jpg`, content: small })),
        ),
        'A/Paper.pdf': makePdf({ pages: [{}, {}, {}] }),
        'A/Novel.epub': makeEpub({
          manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
            <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
            <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
            <item id="cover" href="cover.png" media-type="image/png" properties="cover-image"/>`,
          files: { 'OEBPS/cover.png': await makeImage({ format: 'png' }) },
        }),
      });
      for (const name of ['Mixed pages #1.cbz', 'Comic.cbz', 'Long.cbz', 'Paper.pdf', 'Novel.epub'])
        books.set(name, await getBook(server().admin, library.id, name));
      seriesId = (await listSeries(server().admin, library.id))[0]?.id ?? '';
      wait(0);
    });
    afterAll(() => {
      nowMs = undefined;
    });

    const basic = ({ username, password }: SignedIn) => ({
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    });
    async function aReader(agent = 'Panels') {
      const me = await signIn(server());
      const client = server().as({ ...basic(me), 'user-agent': agent });
      return { me, client };
    }
    const placeOf = async (me: SignedIn, name: string) => {
      const { status, body } = await me.get<ReadProgress>(`/api/v1/books/${idOf(name)}/progress`);
      return status === 404 ? undefined : body.currentPage;
    };

    test('streams zero-based pages as JPEG, regardless of the stored format', async () => {
      const { client } = await aReader();
      const base = `/opds/v1/books/${idOf('Mixed pages #1.cbz')}/pages`;
      for (const number of [0, 1, 2]) {
        const { status, headers, bytes } = await client.get(`${base}/${number}?width={maxWidth}`);
        expect([number, status, headers.get('content-type')]).toEqual([number, 200, 'image/jpeg']);
        expect((await sharp(bytes).metadata()).format).toBe('jpeg');
      }
      for (const number of [3, -1, 'x', '{pageNumber}'])
        expect((await client.get(`${base}/${number}`)).status).toBe(404);
      const pdf = await client.get(`/opds/v1/books/${idOf('Paper.pdf')}/pages/2?width=100`);
      expect((await sharp(pdf.bytes).metadata()).width).toBe(100);
      expect((await client.get(`/opds/v1/books/${idOf('Novel.epub')}/pages/0`)).status).toBe(404);
    });

    test.each([
      ['40', 40],
      ['800', 80],
      ['', 80],
      ['{maxWidth}', 80],
      ['0', 80],
      ['-5', 80],
      ['wide', 80],
      ['1e9', 80],
      ['40&width=60', 40],
    ])('a page requested with width=%s is %i pixels wide', async (width, pixels) => {
      const { client } = await aReader();
      const { bytes } = await client.get(
        `/opds/v1/books/${idOf('Mixed pages #1.cbz')}/pages/0?width=${width}`,
      );
      expect((await sharp(bytes).metadata()).width).toBe(pixels);
    });

    test('returns 304 for a cached page, and does not convert it for HEAD', async () => {
      const { client } = await aReader();
      const path = `/opds/v1/books/${idOf('Mixed pages #1.cbz')}/pages/0?width=33`;
      const head = await client.request('HEAD', path);
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const etag = head.headers.get('etag') ?? '';
      expect(head.headers.get('cache-control')).toBe('private, max-age=3600');
      expect((await client.get(path, { 'if-none-match': etag })).status).toBe(304);
    });

    test('consecutive pages advance the position, and the last one completes the book', async () => {
      const { me, client } = await aReader();
      const read = async (index: number) => {
        wait(5_000);
        return client.get(`/opds/v1/books/${idOf('Comic.cbz')}/pages/${index}`);
      };
      await read(0);
      expect(await placeOf(me, 'Comic.cbz')).toBeUndefined();
      for (const index of [1, 2, 3]) {
        await read(index);
        expect(await placeOf(me, 'Comic.cbz')).toBe(index + 1);
      }
      // Paging back, the cover and a page further ahead do not count.
      for (const index of [0, 1, 2, 0, 7]) await read(index);
      expect(await placeOf(me, 'Comic.cbz')).toBe(4);
      for (const index of [4, 5, 6, 7]) await read(index);
      expect((await me.get<ReadProgress>(`/api/v1/books/${idOf('Comic.cbz')}/progress`)).body).toMatchObject({
        currentPage: 8,
        completed: true,
      });
      for (const index of [0, 1, 2]) await read(index);
      expect(await placeOf(me, 'Comic.cbz')).toBe(8);
    });

    test('prefetched pages, interleaved pages of several clients, and HEAD do not count as read', async () => {
      const { me, client } = await aReader();
      const path = `/opds/v1/books/${idOf('Comic.cbz')}/pages`;
      for (const index of [0, 1, 2]) await client.get(`${path}/${index}`);
      expect(await placeOf(me, 'Comic.cbz')).toBeUndefined();
      wait(5_000);
      await client.get(`${path}/3`);
      expect(await placeOf(me, 'Comic.cbz')).toBe(2);
      wait(5_000);
      const other = client.as({ 'user-agent': 'Chunky' });
      await other.get(`${path}/5`);
      wait(5_000);
      await client.as({ 'user-agent': 'KOReader' }).get(`${path}/6`);
      wait(5_000);
      await other.request('HEAD', `${path}/6`);
      expect(await placeOf(me, 'Comic.cbz')).toBe(2);
    });

    test('sends covers of books, series, collections and read lists as JPEG in two sizes', async () => {
      const { client } = await aReader();
      const made = async (kind: 'collections' | 'readlists', ids: string[]) =>
        (
          await server().admin.post<{ id: string }>(`/api/v1/${kind}`, {
            name: `of ${idOf('Comic.cbz')}`,
            ids,
          })
        ).body.id;
      const collection = await made('collections', [seriesId]);
      const list = await made('readlists', [idOf('Comic.cbz')]);
      for (const version of ['v1', 'v2'])
        for (const path of [
          `books/${idOf('Novel.epub')}/cover`,
          `books/${idOf('Novel.epub')}/thumbnail`,
          `books/${idOf('Mixed pages #1.cbz')}/cover`,
          `books/${idOf('Paper.pdf')}/cover`,
          `series/${seriesId}/thumbnail`,
          `collections/${collection}/thumbnail`,
          `readlists/${list}/thumbnail`,
        ]) {
          const { status, headers, bytes } = await client.get(`/opds/${version}/${path}`);
          expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'image/jpeg']);
          expect([path, (await sharp(bytes).metadata()).format]).toEqual([path, 'jpeg']);
          expect(headers.get('cache-control')).toContain('private, max-age');
          // Thumbnails may be redrawn after the scan.
          const again = async () => {
            const etag = (await client.get(`/opds/${version}/${path}`)).headers.get('etag') ?? '';
            return (await client.get(`/opds/${version}/${path}`, { 'if-none-match': etag })).status;
          };
          await expect.poll(again).toBe(304);
        }
      expect((await client.get(`/opds/v1/books/${seriesId}/cover`)).status).toBe(404);
    });

    test('sends unchanged files and ranges with a plain name', async () => {
      const { client } = await aReader();
      for (const version of ['v1', 'v2']) {
        const path = `/opds/${version}/books/${idOf('Mixed pages #1.cbz')}/file/Mixed%20pages%20%231.cbz`;
        const whole = await client.get(path);
        expect([whole.status, whole.headers.get('content-type')]).toEqual([
          200,
          'application/vnd.comicbook+zip',
        ]);
        expect(whole.bytes.equals(mixed)).toBe(true);
        expect(whole.headers.get('content-disposition')).toMatch(
          /^attachment; filename="Mixed pages #1\.cbz"/,
        );
        const part = await client.get(path, { range: 'bytes=4-9' });
        expect([part.status, part.bytes.equals(mixed.subarray(4, 10))]).toEqual([206, true]);
        const head = await client.request('HEAD', path);
        expect(head.headers.get('content-length')).toBe(String(mixed.length));
      }
    });

    test.each(['Novel.epub', 'Comic.cbz', 'Paper.pdf', 'Mixed pages #1.cbz'])(
      'every address in the manifest of %s is absolute and works',
      async (name) => {
        const { client } = await aReader();
        const base = `/opds/v2/books/${idOf(name)}`;
        const { body, headers } = await client.get<WebPubManifest>(`${base}/manifest`);
        expect(headers.get('content-type')).toBe(
          name.endsWith('epub') ? 'application/webpub+json' : 'application/divina+json',
        );
        const links = new Map(body.links.map((link) => [link.rel, link]));
        expect(links.get('self')?.href).toBe(`${server().url}${base}/manifest`);
        for (const rel of ['http://www.cantook.com/api/progression', 'http://opds-spec.org/progression'])
          expect(links.get(rel)?.properties).toHaveProperty(
            'authenticate.href',
            `${server().url}/opds/v2/auth`,
          );
        const alternates = body.readingOrder.flatMap(({ alternate = [] }) => alternate);
        const pictures = alternates.filter(({ type }) => type === 'image/jpeg');
        expect(pictures).toHaveLength(name.startsWith('Mixed') ? 1 : 0);
        const guided = alternates.filter(({ type }) => type === 'application/guided-navigation+json');
        expect(guided).toHaveLength(name.endsWith('epub') ? 0 : body.readingOrder.length);
        const all = [...body.links, ...body.readingOrder, ...(body.resources ?? []), ...(body.images ?? [])];
        for (const { href, type, rel } of [...all, ...alternates]) {
          expect(href.startsWith(`${server().url}/opds/v2/`)).toBe(true);
          const answer = await client.get(href.slice(server().url.length));
          expect([href, answer.status]).toEqual([
            href,
            rel === 'http://www.cantook.com/api/progression' ? 204 : 200,
          ]);
          if (answer.status === 200) expect(answer.headers.get('content-type')).toContain(type);
        }
        const { positions } = (await client.get<PositionList>(`${base}/positions`)).body;
        expect(new Set(positions.map(({ href }) => href))).toEqual(
          new Set(body.readingOrder.map(({ href }) => href)),
        );
      },
    );

    test('a PDF is also available as a file, and a text has no pages', async () => {
      const { client } = await aReader();
      const manifest = (name: string, profile: string) =>
        client.get<WebPubManifest>(`/opds/v2/books/${idOf(name)}/manifest/${profile}`);
      const { body } = await manifest('Paper.pdf', 'pdf');
      expect(body.metadata.conformsTo).toContain('/pdf');
      expect(body.readingOrder).toMatchObject([{ type: 'application/pdf' }]);
      expect((await client.get(body.readingOrder[0]?.href.slice(server().url.length) ?? '')).status).toBe(
        200,
      );
      expect((await manifest('Novel.epub', 'divina')).status).toBe(400);
      expect((await manifest('Comic.cbz', 'epub')).status).toBe(400);
      expect((await manifest('Comic.cbz', 'audio')).status).toBe(404);
    });

    test('stores a Readium progression, returns it with OPDS addresses, and rejects older and invalid ones', async () => {
      const { client } = await aReader();
      const base = `/opds/v2/books/${idOf('Novel.epub')}`;
      const path = `${base}/progression`;
      expect((await client.get(path)).status).toBe(204);
      const document = (href: string, modified: string) => ({
        modified,
        device: { id: 'urn:uuid:1', name: 'Thorium' },
        locator: { href, type: 'application/xhtml+xml', locations: { progression: 0.5 } },
      });
      const put = async (href: string, modified: string) =>
        (await client.put(path, document(href, modified))).status;
      expect(await put('OEBPS/text/c2.xhtml', '2026-02-02T12:00:00+02:00')).toBe(204);
      expect(await put('resources/OEBPS/c1.xhtml', '2026-02-02T09:59:59Z')).toBe(409);
      expect(await put('resources/OEBPS/c9.xhtml', '2026-02-03T00:00:00Z')).toBe(400);
      expect(await put('', '2026-02-03T00:00:00Z')).toBe(400);
      expect((await client.put(path, { modified: 'now' })).status).toBe(400);
      const { body, headers } = await client.get<Progression>(path);
      expect(headers.get('content-type')).toContain('application/vnd.readium.progression+json');
      expect(body).toMatchObject({
        modified: '2026-02-02T10:00:00.000Z',
        device: { name: 'Thorium' },
        locator: {
          href: `${server().url}${base}/resources/OEBPS/text/c2.xhtml`,
          locations: { progression: 0.5, totalProgression: 0.75, position: 2 },
        },
      });
    });

    test('stores an OPDS progression by references or fraction, and returns the current one', async () => {
      const { me, client } = await aReader();
      const path = `/opds/v2/books/${idOf('Comic.cbz')}/progress`;
      const type = 'application/opds-progression+json';
      const none = await client.get(path);
      expect([none.status, none.headers.get('content-type'), none.bytes.length]).toEqual([200, type, 0]);
      const device = { id: 'urn:uuid:2', name: 'Aldiko' };
      const put = (body: object) => client.put<Record<string, unknown>>(path, { device, ...body });
      const first = await put({
        modified: '2026-02-02T10:00:00Z',
        progression: 0.3,
        references: ['#page=5'],
      });
      expect([first.status, first.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
      expect(first.body).toEqual({
        modified: '2026-02-02T10:00:00.000Z',
        device,
        progression: 0.5,
        references: ['#page=5'],
      });
      expect((await client.get(path)).body).toEqual(first.body);
      const older = await put({ modified: '2026-02-02T09:00:00Z', progression: 0.1 });
      expect([older.status, older.body]).toEqual([409, first.body]);
      for (const [body, currentPage] of [
        [{ progression: 0.25 }, 3],
        [{ progression: 0.1, refs: ['#page=2'] }, 2],
        [{ progression: 0.5, references: ['chapter.html', '#page=99'] }, 5],
        [{ progression: 0.999 }, 8],
        [{ progression: 0 }, 1],
      ] as const) {
        expect((await put({ modified: new Date(), ...body })).status).toBe(200);
        expect([body, await placeOf(me, 'Comic.cbz')]).toEqual([body, currentPage]);
      }
      for (const body of [{}, { modified: 'x', progression: 1 }, { modified: new Date(), progression: 2 }])
        expect((await put(body)).status).toBe(400);
      await me.put(`/api/v1/books/${idOf('Comic.cbz')}/progress`, { currentPage: 4, deviceId: 'my phone' });
      const written = (await client.get<{ device: { id: string } }>(path)).body;
      expect(written.device.id).toBe('urn:lectern:device:my%20phone');
      expect((await put({ ...written, modified: new Date(nowMs ?? 0) })).status).toBe(200);
      expect(
        (await me.get<Progression>(`/api/v1/books/${idOf('Comic.cbz')}/progression`)).body.device.id,
      ).toBe('my phone');
    });

    test('only the last page of a long comic completes it', async () => {
      const { me, client } = await aReader();
      const base = `/opds/v2/books/${idOf('Long.cbz')}`;
      const { positions } = (await client.get<PositionList>(`${base}/positions`)).body;
      for (const [index, completed] of [
        [208, false],
        [209, true],
      ] as const) {
        const document = { modified: new Date(nowMs ?? 0), device: { id: 'a', name: 'A' } };
        const locator = positions[index];
        expect((await client.put(`${base}/progression`, { ...document, locator })).status).toBe(204);
        const { body } = await me.get<ReadProgress>(`/api/v1/books/${idOf('Long.cbz')}/progress`);
        expect(body).toMatchObject({ currentPage: index + 1, completed });
        wait(1_000);
      }
    });

    test('keeps the precision of a position in a text in both documents', async () => {
      const { me, client } = await aReader();
      const base = `/opds/v2/books/${idOf('Novel.epub')}`;
      for (const share of [0, 0.1, 0.5, 0.74, 0.98]) {
        await me.put(`/api/v1/books/${idOf('Novel.epub')}/progress`, { progressPercentage: share });
        const { locator } = (await client.get<Progression>(`${base}/progression`)).body;
        expect(locator.locations?.totalProgression).toBeCloseTo(share, 6);
        expect(locator.href).toContain(share < 0.5 ? 'c1.xhtml' : 'text/c2.xhtml');
        const { progression } = (await client.get<{ progression: number }>(`${base}/progress`)).body;
        expect(progression).toBeCloseTo(share, 6);
      }
    });

    test('routes with another permission than reading require that permission', async () => {
      const keyed = await server().reader.post<{ key: string }>('/api/v1/api-keys', {
        name: 'covers',
        permissions: ['books:read'],
      });
      const client = server().as({ authorization: `Basic ${btoa(`any:${keyed.body.key}`)}` });
      const id = idOf('Comic.cbz');
      expect((await client.get(`/opds/v1/books/${id}/thumbnail`)).status).toBe(200);
      for (const path of [`v1/books/${id}/pages/0`, `v1/books/${id}/file/x.cbz`, `v2/books/${id}/manifest`])
        expect([path, (await client.get(`/opds/${path}`)).status]).toEqual([path, 403]);
      const body = { modified: new Date(), device: { id: 'a:b', name: 'a' }, progression: 0.5 };
      expect((await client.put(`/opds/v2/books/${id}/progress`, body)).status).toBe(403);
      const nobody = await server().get(`/opds/v1/books/${id}/thumbnail`);
      expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Basic /),
      ]);
    });

    test('sends a chapter of an EPUB in a sandbox', async () => {
      const { client } = await aReader();
      const chapter = await client.get(`/opds/v2/books/${idOf('Novel.epub')}/resources/OEBPS/c1.xhtml`);
      expect(chapter.bytes.toString()).toBe(page('<p>One.</p>'));
      expect(chapter.headers.get('content-security-policy')).toContain('sandbox');
    });
  },
  { withTasks: true, clock: () => nowMs ?? Date.now() },
);
