import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { GuidedNavigation, PagePanels } from '@lectern/contract/serving/panels';
import type { WebPubManifest } from '@lectern/formats/epub/web-publication/types';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addScannedLibrary, getBook, scan } from '../../../../test/harness/library.ts';
import { onBothDatabases } from '../../../../test/harness/server.ts';
import { signIn } from '../../../../test/harness/sign-in.ts';
import { makeCbz, makeEpub, makePage, writeFiles } from '../../../../test/makers/books.ts';
import { page as xhtml } from '../../../../test/makers/epub.ts';
import { makeVolumes, nameVolumes } from '../../../../test/makers/rar.ts';
import { makeZip } from '../../../../test/makers/zip.ts';

onBothDatabases(
  'panels',
  (server) => {
    async function aComic(mark: string, options = {}) {
      const library = await addScannedLibrary(server(), {
        'Comic/Comic 1.cbz': await makeCbz({ mark, ...options }),
      });
      const book = await getBook(server().admin, library.id, 'Comic 1.cbz');
      return { library, book, base: `/api/v1/books/${book.id}` };
    }
    const corrected = [
      [0, 0, 100, 50],
      [50.25, 50, 49.75, 50],
    ];

    test('of a page without any are empty, in the direction of the series', async () => {
      const { base, book } = await aComic('plain');
      const get = () => server().reader.get<PagePanels>(`${base}/pages/1/panels`);
      expect((await get()).body).toEqual({
        version: expect.any(Number),
        source: 'none',
        direction: 'ltr',
        trust: 0,
        panels: [],
      });
      await server().admin.patch(`/api/v1/series/${book.seriesId}/metadata`, { readingDirection: 'rtl' });
      expect((await get()).body.direction).toBe('rtl');
      for (const number of [0, 4, 2_000_000_000])
        expect((await server().reader.get(`${base}/pages/${number}/panels`)).status).toBe(404);
    });

    test('are corrected for all readers, by users who may edit books', async () => {
      const { base } = await aComic('corrected');
      const path = `${base}/pages/2/panels`;
      expect((await server().reader.put(path, { panels: corrected })).status).toBe(403);
      const editor = await signIn(server(), { permissions: ['books:write'] });
      const answer = await editor.put<PagePanels>(path, { panels: corrected });
      expect(answer.body).toMatchObject({ source: 'user', trust: 1, panels: corrected });
      expect((await server().reader.get(path)).body).toEqual(answer.body);
      expect((await server().reader.get<PagePanels>(`${base}/pages/1/panels`)).body.source).toBe('none');
      const whole = await editor.put<PagePanels>(path, { panels: [] });
      expect(whole.body).toMatchObject({ source: 'user', panels: [] });
      expect((await server().reader.request('DELETE', path)).status).toBe(403);
      expect((await editor.request('DELETE', path)).status).toBe(204);
      expect((await server().reader.get<PagePanels>(path)).body.source).toBe('none');
      expect((await editor.put(`${base}/pages/9/panels`, { panels: [] })).status).toBe(404);
    });

    test('are limited to the page when they are corrected, and refused if they are not boxes', async () => {
      const { base } = await aComic('limited');
      const put = (panels: unknown) => server().admin.put<PagePanels>(`${base}/pages/1/panels`, { panels });
      expect((await put([[90, 99, 30, 0]])).body.panels).toEqual([[90, 98, 10, 2]]);
      for (const bad of [
        [[0, 0, 50]],
        [[0, 0, 101, 50]],
        [[-1, 0, 50, 50]],
        'all',
        new Array(41).fill([0, 0, 9, 9]),
      ])
        expect((await put(bad)).status).toBe(400);
    });

    test('are detected in the direction of the series, and not on covers, in webtoons and on unreadable pages', async () => {
      const panels = [
        [5, 5, 90, 40],
        [5, 50, 42, 45],
        [53, 50, 42, 45],
      ];
      const shapes = (few: number) =>
        panels
          .slice(few)
          .map(([x, y, w, h]) => `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="gray"/>`);
      const draw = (few = 0) =>
        sharp(
          Buffer.from(
            `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900" viewBox="0 0 100 100" preserveAspectRatio="none"><rect width="100" height="100" fill="white"/>${shapes(few).join('')}</svg>`,
          ),
        )
          .png()
          .toBuffer();
      const drawn = await draw();
      const cut = Buffer.concat([drawn.subarray(0, 60), Buffer.alloc(40)]);
      const library = await addScannedLibrary(server(), {
        'Drawn/Drawn 1.cbz': makeZip([
          { name: '1.png', content: await draw(1) },
          { name: '2.png', content: drawn },
          { name: '3.png', content: cut },
          { name: '4.png', content: drawn },
        ]),
      });
      const book = await getBook(server().admin, library.id, 'Drawn 1.cbz');
      const get = async (number: number) =>
        (await server().reader.get<PagePanels>(`/api/v1/books/${book.id}/pages/${number}/panels`)).body;
      const setDirection = (readingDirection: string) =>
        server().admin.patch(`/api/v1/series/${book.seriesId}/metadata`, { readingDirection });
      const found = await get(2);
      expect(found).toMatchObject({ source: 'detected', direction: 'ltr' });
      expect(found.panels.map((box) => box.map(Math.round))).toEqual([
        [5, 5, 90, 40],
        [5, 50, 42, 45],
        [53, 50, 42, 45],
      ]);
      expect(found.trust).toBeGreaterThan(0.75);
      expect(await get(2)).toEqual(found);
      expect([(await get(1)).source, (await get(3)).source, (await get(4)).source]).toEqual([
        'none',
        'none',
        'detected',
      ]);
      const [top, left, right] = found.panels;
      await setDirection('rtl');
      expect(await get(2)).toMatchObject({ direction: 'rtl', panels: [top, right, left] });
      await setDirection('webtoon');
      expect(await get(2)).toMatchObject({ source: 'none', panels: [] });
    });

    describe('are imported', () => {
      const half = [0, 0, 100, 50];
      const left = [0, 0, 50, 100];
      const right = [50, 0, 50, 100];
      const acbf = `<ACBF><body><page><image href="1.jpg"/>
        <frame points="20,0 40,0 40,60 20,60"/><frame points="0,0 20,0 20,60 0,60"/></page></body></ACBF>`;
      const cbxy = (...boxes: number[][]) => {
        const panels = boxes.map(([x = 0, y = 0, w = 0, h = 0]) => ({
          x: x / 100,
          y: y / 100,
          w: w / 100,
          h: h / 100,
        }));
        const content = JSON.stringify({ panels });
        return makeZip([1, 2].map((number) => ({ name: `${number}.json`, content })));
      };
      const aPageOf = (id: string) => async (number: number) => {
        const { body } = await server().reader.get<PagePanels>(`/api/v1/books/${id}/pages/${number}/panels`);
        return [body.source, body.panels];
      };

      test('from the file and from a file next to it, before they are detected', async () => {
        const pages = await Promise.all(
          [1, 2, 3].map(async (n) => ({ name: `${n}.jpg`, content: await makePage(n, 'imported') })),
        );
        const library = await addScannedLibrary(server(), {
          'Comic/Comic 1.cbz': makeZip([...pages, { name: 'a.acbf', content: acbf }]),
          'Comic/Comic 1.cbxy': cbxy(half),
        });
        const book = await getBook(server().admin, library.id, 'Comic 1.cbz');
        const base = `/api/v1/books/${book.id}`;
        const read = aPageOf(book.id);
        const all = async () => [await read(1), await read(2), await read(3)];
        // The order of the document applies in both directions.
        for (const readingDirection of ['ltr', 'rtl']) {
          await server().admin.patch(`/api/v1/series/${book.seriesId}/metadata`, { readingDirection });
          expect(await all()).toEqual([
            ['acbf', [right, left]],
            ['cbxy', [half]],
            ['none', []],
          ]);
        }
        const { guided } = (await server().reader.get<GuidedNavigation>(`${base}/guided-navigation`)).body;
        expect(guided.map(({ imgref }) => imgref)).toEqual([
          'pages/1#xywh=percent:50,0,50,100',
          'pages/1#xywh=percent:0,0,50,100',
          'pages/2#xywh=percent:0,0,100,50',
          'pages/3',
        ]);
        await server().admin.put(`${base}/pages/1/panels`, { panels: [left] });
        expect(await read(1)).toEqual(['user', [left]]);
        await server().admin.request('DELETE', `${base}/pages/1/panels`);
        expect(await read(1)).toEqual(['acbf', [right, left]]);
        writeFiles(library.folder, { 'Comic/Comic 1.cbxy': cbxy(left, right) });
        expect(await read(2)).toEqual(['cbxy', [left, right]]);
        rmSync(join(library.folder, 'Comic/Comic 1.cbxy'));
        expect(await read(2)).toEqual(['none', []]);
        await server().admin.patch(`/api/v1/series/${book.seriesId}/metadata`, {
          readingDirection: 'webtoon',
        });
        expect(await read(1)).toEqual(['none', []]);
      });

      test('from the navigation of an EPUB of pages, and from the file in a folder of images', async () => {
        const page = await makePage(1, 'epub');
        const epub = makeEpub({
          manifest: `<item id="r" href="regions.xhtml" media-type="application/xhtml+xml" properties="data-nav"/>
            <item id="p1" href="1.jpg" media-type="image/jpeg"/>`,
          spine: '<itemref idref="p1"/>',
          files: {
            'OEBPS/1.jpg': page,
            'OEBPS/regions.xhtml': xhtml(
              '<nav epub:type="region-based"><ol><li epub:type="panel"><a href="1.jpg#xywh=percent:50,0,50,100"/></li></ol></nav>',
            ),
          },
        });
        const files = {
          'Epub/Epub.epub': epub,
          'Folder/Chapter/1.jpg': page,
          'Folder/Chapter/2.jpg': await makePage(2, 'epub'),
          'Folder/Chapter/Chapter.cbxy': cbxy(left),
        };
        const library = await addScannedLibrary(server(), files, { allowedFormats: ['epub', 'folder'] });
        const one = await getBook(server().admin, library.id, 'Epub.epub');
        const two = await getBook(server().admin, library.id, 'Chapter');
        expect(await aPageOf(one.id)(1)).toEqual(['epub', [right]]);
        expect(await aPageOf(two.id)(2)).toEqual(['cbxy', [left]]);
        const folder = join(library.folder, 'Folder');
        renameSync(join(folder, 'Chapter'), join(folder, 'Chapter 1'));
        await scan(server(), library.id);
        expect((await getBook(server().admin, library.id, 'Chapter 1')).id).toBe(two.id);
        expect(await aPageOf(two.id)(2)).toEqual(['cbxy', [left]]);
        writeFiles(library.folder, { 'Folder/Chapter 1/Chapter 1.cbxy': cbxy(right) });
        expect(await aPageOf(two.id)(2)).toEqual(['cbxy', [right]]);
      });

      test('from the file that is named like an archive in several volumes', async () => {
        const pages = await Promise.all([1, 2].map((n) => makePage(n, 'volumes')));
        const entries = pages.map((content, i) => ({ name: `${i + 1}.jpg`, content }));
        const volumes = makeVolumes('rar5', entries, { contentBytes: pages[0]?.length ?? 0 });
        const files = nameVolumes('Comic/Big', volumes);
        const library = await addScannedLibrary(server(), { ...files, 'Comic/Big.cbxy': cbxy(half) });
        const book = await getBook(server().admin, library.id, 'Big.part1.rar');
        expect(await aPageOf(book.id)(1)).toEqual(['cbxy', [half]]);
      });
    });

    test('stay corrected when the file is renamed or its metadata changes', async () => {
      const { base, library, book } = await aComic('renamed');
      await server().admin.put(`${base}/pages/1/panels`, { panels: corrected });
      renameSync(join(library.folder, 'Comic/Comic 1.cbz'), join(library.folder, 'Comic/Comic 2.cbz'));
      await scan(server(), library.id);
      const renamed = await getBook(server().admin, library.id, 'Comic 2.cbz');
      expect(renamed.id).toBe(book.id);
      const read = async () => (await server().reader.get<PagePanels>(`${base}/pages/1/panels`)).body.source;
      expect(await read()).toBe('user');
      writeFiles(library.folder, {
        'Comic/Comic 2.cbz': await makeCbz({ mark: 'renamed', comicInfo: '<Title>New</Title>' }),
      });
      await scan(server(), library.id);
      expect(await read()).toBe('user');
    });

    test('are a Guided Navigation document of the book and of a page, which the manifest links', async () => {
      const { base, book } = await aComic('guided');
      await server().admin.put(`${base}/pages/2/panels`, { panels: corrected });
      const manifest = (await server().reader.get<WebPubManifest>(`${base}/manifest`)).body;
      const type = 'application/guided-navigation+json';
      expect(manifest.links).toContainEqual({ rel: 'related', href: 'guided-navigation', type });
      expect(manifest.readingOrder[1]?.alternate).toEqual([{ href: 'guided-navigation?page=2', type }]);
      const { body, headers } = await server().reader.get<GuidedNavigation>(`${base}/guided-navigation`);
      expect(headers.get('content-type')).toContain(type);
      const second = [
        { imgref: 'pages/2#xywh=percent:0,0,100,50', role: ['panel'] },
        { imgref: 'pages/2#xywh=percent:50.25,50,49.75,50', role: ['panel'] },
      ];
      expect(body).toEqual({
        links: [{ rel: 'self', href: `${server().url}${base}/guided-navigation`, type }],
        guided: [{ imgref: 'pages/1' }, ...second, { imgref: 'pages/3' }],
      });
      const page = (await server().reader.get<GuidedNavigation>(`${base}/guided-navigation?page=2`)).body;
      expect(page).toEqual({
        links: [{ rel: 'self', href: `${server().url}${base}/guided-navigation?page=2`, type }],
        guided: second,
      });
      expect((await server().reader.get(`${base}/guided-navigation?page=4`)).status).toBe(404);
      await server().admin.patch(`/api/v1/series/${book.seriesId}/metadata`, { readingDirection: 'webtoon' });
      const scrolled = (await server().reader.get<WebPubManifest>(`${base}/manifest`)).body;
      expect(JSON.stringify(scrolled)).not.toContain('guided-navigation');
    });
  },
  { withTasks: true },
);
