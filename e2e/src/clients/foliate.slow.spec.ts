// foliate-js, the engine of several reading apps, in a real browser: reads the whole OPDS catalog and opens its books.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, makeCbz, makeEpub, makePdf, writeFiles } from '@lectern/server/testing';
import { EpubCheck } from '@likecoin/epubcheck-ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endAllPrograms } from '../harness/program.ts';
import { readPassword, serve, signIn, waitForTasks } from '../harness/server.ts';
import { openReaderPage, type ReaderPage } from './reader-page.ts';

const foliate = new URL('./', import.meta.resolve('foliate-js/opds.js'));

interface Feed {
  url: string;
  title: string;
  links: { rel: string[] | null; href: string; type: string }[];
  navigation: { href: string; type: string; title: string }[];
  publications: Publication[];
}

interface Publication {
  title: string;
  authors: string[];
  images: { href: string; type: string }[];
  acquisitions: { href: string; type: string }[];
}

/** Parses a feed with foliate-js. */
const readFeed = `
  const { getFeed, isOPDSCatalog } = await app('opds.js');
  const answer = await fetch(argument);
  if (!answer.ok) throw new Error(argument + ': ' + answer.status);
  if (!isOPDSCatalog(answer.headers.get('content-type'))) throw new Error(argument + ' is no catalog');
  const doc = new DOMParser().parseFromString(await answer.text(), 'application/xml');
  if (doc.querySelector('parsererror')) throw new Error(argument + ': ' + doc.querySelector('parsererror').textContent);
  const feed = getFeed(doc);
  const plain = ({ rel, href, type, title }) => ({ rel: rel ?? null, href, type, title });
  return {
    url: argument,
    title: feed.metadata.title,
    links: feed.links.map(plain),
    navigation: (feed.navigation ?? []).map(plain),
    publications: (feed.publications ?? []).map(({ metadata, links, images }) => ({
      title: metadata.title,
      authors: metadata.author.map(({ name }) => name),
      images: images.map(plain),
      acquisitions: links.filter(({ rel }) => rel?.some((one) => one.startsWith('http://opds-spec.org/acquisition'))).map(plain),
    })),
  };`;

/** Opens a book with foliate-js. */
const openBook = `
  const { makeBook } = await app('view.js');
  const answer = await fetch(argument.href);
  const name = decodeURIComponent(new URL(answer.url).pathname.split('/').pop());
  const book = await makeBook(new File([await answer.blob()], name, { type: argument.type }));
  const sizes = [];
  for (const section of book.sections) {
    const document = await section.createDocument?.();
    sizes.push(document ? document.body?.textContent.length ?? 0 : await (await fetch(await section.load())).blob().then((one) => one.size));
  }
  return {
    title: typeof book.metadata?.title === 'string' ? book.metadata.title : null,
    ids: book.sections.map(({ id }) => id),
    toc: (book.toc ?? []).map(({ label, href }) => ({ label, href })),
    sizes,
  };`;

interface OpenedBook {
  title: string | null;
  ids: string[];
  toc: { label: string; href: string }[];
  sizes: number[];
}

describe('a reading app on foliate-js', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
  let admin: Client;
  let page: ReaderPage;
  const novel = makeEpub({ metadata: '<dc:title>A Novel</dc:title><dc:creator>Jo Doe</dc:creator>' });

  beforeAll(async () => {
    const library = join(folder, 'Books');
    writeFiles(library, {
      'Saga/Saga 001.cbz': await makeCbz({
        mark: 'a',
        comicInfo: '<Writer>Ann Lee</Writer><Genre>Drama</Genre>',
      }),
      'Saga/Saga #2 100% & more.cbz': await makeCbz({ mark: 'b' }),
      'Novels/A Novel.epub': novel,
      'Papers/A Paper.pdf': makePdf({ pages: [{}, {}] }),
    });
    const program = serve({ dataDir: join(folder, 'data'), libraries: [library] });
    const password = await readPassword(program);
    admin = await signIn(program, password);
    await waitForTasks(admin);
    const headers = { authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}` };
    page = await openReaderPage(foliate, { url: await program.url(), headers });
  }, 120_000);

  afterAll(async () => {
    await page?.close();
    endAllPrograms();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Rewrites addresses of the server to the app's own origin, which proxies them. */
  const toOwn = (href: string) => {
    const { pathname, search } = new URL(href, page.origin);
    return page.origin + pathname + search;
  };

  /** Returns every feed that is reachable from the root feed. */
  async function walk(): Promise<Feed[]> {
    const feeds = new Map<string, Feed>();
    const waiting = ['/opds/v1/catalog'];
    while (waiting.length > 0 && feeds.size < 300) {
      const url = toOwn(waiting.shift() ?? '');
      if (feeds.has(url)) continue;
      const feed = await page.run<Feed>(readFeed, url);
      feeds.set(url, feed);
      const next = feed.links.filter(({ rel }) => rel?.includes('next'));
      waiting.push(...[...feed.navigation, ...next].map(({ href }) => href));
    }
    return [...feeds.values()];
  }

  test('reads every feed, and every book with author, cover and file', async () => {
    const feeds = await walk();
    expect(feeds.length).toBeGreaterThan(8);
    for (const { url, title, links } of feeds) {
      expect([url, title !== '']).toEqual([url, true]);
      for (const rel of ['self', 'start', 'search'])
        expect([url, rel, links.some((link) => link.rel?.includes(rel))]).toEqual([url, rel, true]);
    }
    const publications = feeds.flatMap((feed) => feed.publications);
    const titles = new Set(publications.map(({ title }) => title));
    expect([...titles].some((title) => title.includes('A Novel'))).toBe(true);
    expect(publications.find(({ title }) => title.includes('A Novel'))?.authors).toEqual(['Jo Doe']);
    for (const { title, images, acquisitions } of publications) {
      expect([title, acquisitions.length]).toEqual([title, 1]);
      for (const { href, type } of [...images, ...acquisitions]) {
        const answer = await fetch(toOwn(href), { method: 'HEAD' });
        expect([href, answer.status]).toEqual([href, 200]);
        expect([href, answer.headers.get('content-type')]).toEqual([href, type]);
      }
    }
    expect(page.complaints).toEqual([]);
  }, 120_000);

  test('searches with the OpenSearch description of a feed', async () => {
    const start = await page.run<Feed>(readFeed, toOwn('/opds/v1/catalog'));
    const description = start.links.find(({ type }) => type === 'application/opensearchdescription+xml');
    const address = await page.run<string>(
      `const { getOpenSearch } = await app('opds.js');
       const answer = await fetch(argument);
       const search = getOpenSearch(new DOMParser().parseFromString(await answer.text(), 'application/xml'));
       return search.search(new Map([[null, new Map([['searchTerms', 'novel']])]]));`,
      toOwn(description?.href ?? ''),
    );
    const both = await page.run<Feed>(readFeed, toOwn(address));
    expect(both.navigation.map(({ title }) => title)).toEqual(['Series: novel', 'Books: novel']);
    const found = await page.run<Feed>(readFeed, toOwn(both.navigation[1]?.href ?? ''));
    expect(found.publications.map(({ title }) => title)).toEqual([expect.stringContaining('A Novel')]);
  });

  test('opens an EPUB from the catalog with the content of our manifest', async () => {
    const feeds = await walk();
    const novelOf = feeds.flatMap((feed) => feed.publications).find(({ title }) => title.includes('A Novel'));
    const [file] = novelOf?.acquisitions ?? [];
    const book = await page.run<OpenedBook>(openBook, { ...file, href: toOwn(file?.href ?? '') });
    const id = /books\/([\w-]+)\//.exec(file?.href ?? '')?.[1];
    const { body } = await admin.get<{
      metadata: { title: string };
      readingOrder: { href: string }[];
      toc?: { title: string; href: string }[];
    }>(`/api/v1/books/${id}/manifest`);
    const inBook = (href: string) => decodeURIComponent(href.replace(/^resources\//, ''));
    expect(book.title).toBe(body.metadata.title);
    expect(book.ids).toEqual(body.readingOrder.map(({ href }) => inBook(href)));
    expect(book.toc.map(({ label, href }) => [label, decodeURIComponent(href)])).toEqual(
      (body.toc ?? []).map(({ title, href }) => [title, inBook(href)]),
    );
    for (const size of book.sizes) expect(size).toBeGreaterThan(0);
  }, 60_000);

  test('opens a comic from the catalog with all of its pages', async () => {
    const feeds = await walk();
    const comics = feeds
      .flatMap((feed) => feed.publications)
      .flatMap(({ acquisitions }) => acquisitions)
      .filter(({ type }) => type === 'application/vnd.comicbook+zip');
    expect(comics.length).toBeGreaterThan(1);
    for (const file of comics) {
      const { sizes } = await page.run<OpenedBook>(openBook, { ...file, href: toOwn(file.href) });
      expect([file.href, sizes.length]).toEqual([file.href, 3]);
    }
  }, 60_000);

  test('receives EPUBs as valid as the files on disk', async () => {
    const { body } = await admin.get<{ data: { id: string; fileFormat: string }[] }>(
      '/api/v1/books?pageSize=50',
    );
    const epub = body.data.find(({ fileFormat }) => fileFormat === 'epub');
    const path = `/opds/v1/books/${epub?.id}/file/book.epub`;
    const bytes = new Uint8Array(await (await fetch(toOwn(path))).arrayBuffer());
    expect(Buffer.from(bytes).equals(novel)).toBe(true);
    const ofDisk = await EpubCheck.validate(new Uint8Array(novel));
    const ofDownload = await EpubCheck.validate(bytes);
    expect(ofDownload.messages).toEqual(ofDisk.messages);
    expect(ofDownload.fatalCount).toBe(0);
  });
});
