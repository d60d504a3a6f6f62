import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../test/harness/client.ts';
import {
  basic,
  childrenOf,
  createOpdsReader,
  entryOf,
  type JsonPublication,
  linksOf,
  readXml,
  textOf,
  titlesOf,
  type XmlElement,
} from '../../../test/harness/clients/opds.ts';
import { withServer } from '../../../test/harness/server.ts';
import { type FilledShelf, fillShelf } from '../../../test/makers/shelf.ts';

withServer(
  'OPDS feeds',
  (server) => {
    let shelf: FilledShelf;
    let client: Client;
    let getXml: ReturnType<typeof createOpdsReader>['getXml'];
    let getJson: ReturnType<typeof createOpdsReader>['getJson'];
    beforeAll(async () => {
      shelf = await fillShelf(server(), server().reader);
      const { username, password } = server().reader;
      client = server().as(basic(username, password));
      ({ getXml, getJson } = createOpdsReader(client));
    }, 60_000);

    test('an entry of 1.2 contains all metadata of a comic, and links to its file, covers and pages', async () => {
      const feed = await getXml(`/opds/v1/series/${shelf.saga.id}`);
      const [, second] = shelf.sagaBooks;
      const entry = entryOf(feed, 'v02 #002 - Part 2 & more');
      const base = `${server().url}/opds/v1/books/${second?.id}`;
      expect(textOf(entry, 'id')).toBe(`urn:uuid:${second?.id}`);
      expect(childrenOf(entry, 'author').map((one) => textOf(one, 'name'))).toEqual(['Brian K. Vaughan']);
      expect(childrenOf(entry, 'contributor').map((one) => textOf(one, 'name'))).toEqual([
        'Ann Other',
        'Fiona Staples',
      ]);
      expect(textOf(entry, 'summary')).toBe('The story of part 2.');
      expect(textOf(entry, 'dc:language')).toBe('en');
      expect(textOf(entry, 'dc:publisher')).toBe('Image');
      expect(textOf(entry, 'dc:issued')).toBe('2012-03-14');
      expect(textOf(entry, 'dc:identifier')).toBe('urn:isbn:9781607066019');
      expect(textOf(entry, 'dc:extent')).toBe('3 pages');
      expect(childrenOf(entry, 'category').map(({ attributes }) => attributes.term)).toEqual([
        'Drama',
        'Space Opera',
        'war',
      ]);
      expect(childrenOf(entry, 'schema:Series')[0]?.attributes).toEqual({
        name: 'Saga',
        'schema:name': 'Saga',
        'schema:position': '2',
      });
      expect(linksOf(entry, 'http://opds-spec.org/acquisition')).toEqual([
        {
          rel: 'http://opds-spec.org/acquisition',
          href: `${base}/file/Saga%202.cbz`,
          type: 'application/vnd.comicbook+zip',
          length: String(second?.fileSize),
        },
      ]);
      expect(linksOf(entry, 'http://opds-spec.org/image')[0]?.href).toBe(`${base}/cover`);
      expect(linksOf(entry, 'http://opds-spec.org/image/thumbnail')[0]?.href).toBe(`${base}/thumbnail`);
      expect(linksOf(entry, 'http://vaemendis.net/opds-pse/stream')).toEqual([
        {
          rel: 'http://vaemendis.net/opds-pse/stream',
          href: `${base}/pages/{pageNumber}?width={maxWidth}`,
          type: 'image/jpeg',
          'pse:count': '3',
          'pse:lastRead': '2',
          'pse:lastReadDate': expect.stringMatching(/^\d{4}-.*Z$/),
        },
      ]);
      const unread = entryOf(feed, 'v02 #003 - Part 3 & more');
      expect(linksOf(unread, 'http://vaemendis.net/opds-pse/stream')[0]).not.toHaveProperty('pse:lastRead');
      const whole = await getXml(`/opds/v1/books/${second?.id}`);
      expect(linksOf(whole, 'related').map(({ href }) => href)).toContain('https://example.org/saga/2');
      const novel = await getXml(`/opds/v1/books/${shelf.epub.id}`);
      expect(linksOf(novel, 'http://vaemendis.net/opds-pse/stream')).toEqual([]);
      expect(linksOf(novel, 'http://opds-spec.org/acquisition')[0]).toMatchObject({
        href: expect.stringMatching(/\.epub$/),
        type: 'application/epub+zip',
      });
    });

    test('a publication of 2.0 contains Readium metadata, two images and its documents', async () => {
      const [, second] = shelf.sagaBooks;
      const { body } = await client.get<JsonPublication>(`/opds/v2/books/${second?.id}`);
      const base = `${server().url}/opds/v2/books/${second?.id}`;
      expect(body.metadata).toMatchObject({
        '@type': 'http://schema.org/ComicIssue',
        title: 'Part 2 & more',
        identifier: `urn:uuid:${second?.id}`,
        altIdentifier: ['urn:isbn:9781607066019'],
        published: '2012-03-14',
        language: 'en',
        author: { name: 'Brian K. Vaughan' },
        penciler: { name: 'Fiona Staples' },
        translator: { name: 'Ann Other' },
        publisher: 'Image',
        numberOfPages: 3,
        readingProgression: 'rtl',
        belongsTo: { series: [{ name: 'Saga', position: 2 }] },
      });
      expect(body.links.map(({ rel, href }) => [rel, href])).toEqual([
        ['self', base],
        ['http://opds-spec.org/acquisition', `${base}/file/Saga%202.cbz`],
        ['alternate', `${base}/manifest`],
        ['http://www.cantook.com/api/progression', `${base}/progression`],
        ['http://opds-spec.org/progression', `${base}/progress`],
        ['related', 'https://example.org/saga/2'],
      ]);
      expect(body.links[1]?.properties).toEqual({
        authenticate: {
          href: `${server().url}/opds/v2/auth`,
          type: 'application/opds-authentication+json',
        },
      });
      expect(body.images?.map(({ href }) => href)).toEqual([`${base}/thumbnail`, `${base}/cover`]);
    });

    test('all links of a book or list work and have the announced type', async () => {
      const check = async (links: readonly { href?: string; type?: string }[]) => {
        for (const { href = '', type = '' } of links.filter((link) => link.type !== 'text/html')) {
          const path = href
            .slice(server().url.length)
            .replace('{pageNumber}', '0')
            .replace('{maxWidth}', '20');
          const { status, headers } = await client.get(path);
          // Without progress, the progression document is empty.
          expect([href, status]).toEqual([href, expect.toBeOneOf([200, 204])]);
          const given = headers.get('content-type')?.split(';')[0];
          if (status === 200 && headers.get('content-length') !== '0')
            expect([href, given]).toEqual([href, type.split(';')[0]]);
        }
      };
      for (const { id } of [...shelf.sagaBooks.slice(1), shelf.epub, shelf.pdf]) {
        const entry = await getXml(`/opds/v1/books/${id}`);
        await check(childrenOf(entry, 'link').map(({ attributes }) => attributes));
        const { links, images = [] } = (await client.get<JsonPublication>(`/opds/v2/books/${id}`)).body;
        await check([...links, ...images]);
      }
      for (const path of ['series', 'collections', 'readlists']) {
        const [entry] = childrenOf(await getXml(`/opds/v1/${path}`), 'entry');
        await check(entry ? linksOf(entry, 'http://opds-spec.org/image/thumbnail') : []);
      }
    }, 60_000);

    test('the root of 2.0 starts with groups of the most used feeds', async () => {
      const { groups = [] } = await getJson('/opds/v2/catalog');
      expect(groups.map(({ metadata }) => metadata)).toEqual([
        { title: 'Continue reading', numberOfItems: 1 },
        { title: 'Recently added books', numberOfItems: 17 },
        { title: 'Recently updated series', numberOfItems: 15 },
        { title: 'Libraries', numberOfItems: 2 },
      ]);
      expect(groups[1]?.publications).toHaveLength(10);
      const { groups: ofTexts = [] } = await getJson(`/opds/v2/libraries/${shelf.texts.id}`);
      expect(ofTexts.map((group) => group.publications?.length ?? group.navigation?.length)).toEqual([2, 2]);
    });

    describe('pages', () => {
      test('link to the first, previous, next and last page, with counts; the last has no next page', async () => {
        const first = await getXml('/opds/v1/series');
        const hrefs = (feed: XmlElement) =>
          ['first', 'previous', 'next', 'last'].map((rel) =>
            linksOf(feed, rel)[0]?.href?.replace(`${server().url}/opds/v1`, ''),
          );
        expect(hrefs(first)).toEqual(['/series', undefined, '/series?page=2', '/series?page=2']);
        expect(textOf(first, 'opensearch:totalResults')).toBe('15');
        expect(textOf(first, 'opensearch:itemsPerPage')).toBe('10');
        const second = await getXml('/opds/v1/series?page=2');
        expect(hrefs(second)).toEqual(['/series', '/series', undefined, '/series?page=2']);
        expect(textOf(second, 'opensearch:startIndex')).toBe('11');
        expect(textOf(second, 'id')).toBe(textOf(first, 'id'));
        expect(new Set([...titlesOf(first), ...titlesOf(second)]).size).toBe(15);
      });

      test.each(['-1', 'x', '', '0', '1.5', '1e99', '%00', 'NaN'])(
        'page=%s is not a server error, and usually the first page',
        async (page) => {
          for (const version of ['v1', 'v2']) {
            const { status } = await client.get(`/opds/${version}/series?page=${page}`);
            expect([version, status]).toEqual([version, page === '%00' ? 400 : 200]);
          }
        },
      );

      test('a page beyond the end is empty and links back, in every feed', async () => {
        for (const path of ['series', 'books', 'on-deck', 'keep-reading', 'collections', 'genres']) {
          const feed = await getXml(`/opds/v1/${path}?page=1000000000`);
          expect([path, titlesOf(feed)]).toEqual([path, []]);
          expect(linksOf(feed, 'next')).toEqual([]);
          expect(linksOf(feed, 'previous')).toHaveLength(1);
        }
        const { publications, navigation } = await getJson('/opds/v2/series?page=1000000000');
        expect([publications, navigation?.map(({ rel }) => rel)]).toEqual([undefined, ['start']]);
      });
    });

    test('facets sort and filter a list, have counts where they are cheap, and mark the active one', async () => {
      const feed = await getXml(`/opds/v1/series/${shelf.saga.id}?read=read&sort=title`);
      expect(titlesOf(feed)).toEqual(['v02 #001 - Part 1 & more']);
      expect(textOf(feed, 'opensearch:totalResults')).toBe('1');
      const facets = linksOf(feed, 'http://opds-spec.org/facet');
      const active = facets.filter((facet) => facet['opds:activeFacet'] === 'true');
      expect(active.map((facet) => [facet['opds:facetGroup'], facet.title])).toEqual([
        ['Sort', 'Title'],
        ['Reading status', 'Read'],
      ]);
      const statuses = facets.filter((facet) => facet['opds:facetGroup'] === 'Reading status');
      expect(statuses.map((facet) => [facet.title, facet['thr:count']])).toEqual([
        ['All', undefined],
        ['Unread', '1'],
        ['In progress', '1'],
        ['Read', '1'],
      ]);
      const series = await getJson('/opds/v2/series');
      const groupOf = (title: string) =>
        series.facets?.find(({ metadata }) => metadata.title === title)?.links;
      expect(groupOf('Genre')?.map(({ title, properties }) => [title, properties?.numberOfItems])).toEqual(
        expect.arrayContaining([
          ['Drama', 1],
          ['All genres', undefined],
        ]),
      );
      expect(groupOf('Library')?.map(({ title, properties }) => [title, properties?.numberOfItems])).toEqual([
        ['All libraries', undefined],
        [shelf.comics.name, 13],
        [shelf.texts.name, 2],
      ]);
      const dramas = await getJson('/opds/v2/series?genre=Drama&read=in_progress');
      expect(dramas.navigation?.map(({ title }) => title)).toEqual(['Saga']);
      expect(dramas.metadata.title).toBe('All series · Drama · In progress');
    });

    test('shelves, lists and filters contain their entries in order', async () => {
      const titles = async (path: string) => titlesOf(await getXml(`/opds/v1/${path}`));
      expect(await titles('keep-reading')).toEqual(['Saga v02 #002 - Part 2 & more']);
      expect(await titles(`keep-reading?library=${shelf.texts.id}`)).toEqual([]);
      expect(await titles('collections')).toEqual(['Best of']);
      expect(await titles(`collections/${shelf.collectionId}`)).toEqual(['Saga']);
      const inOrder = await getJson(`/opds/v2/readlists/${shelf.readListId}`);
      expect(inOrder.publications?.map(({ metadata }) => metadata.identifier)).toEqual(
        [shelf.sagaBooks[2]?.id, shelf.pdf.id, shelf.sagaBooks[0]?.id].map((id) => `urn:uuid:${id}`),
      );
      expect(await titles('want-to-read/series')).toEqual(['Saga']);
      expect(await titles('presets')).toEqual(['Dramas', 'Shuffled']);
      expect(await titles(`presets/${shelf.presetIds[0]}`)).toEqual(['Saga']);
      expect(await titles('publishers')).toEqual(['Image']);
      expect(await titles('series?publisher=Image')).toEqual(['Saga']);
      expect((await titles(`books/new?library=${shelf.texts.id}`)).length).toBe(2);
    });

    test('a filter with random order keeps its order across pages', async () => {
      const first = await getXml(`/opds/v1/presets/${shelf.presetIds[1]}`);
      const next = linksOf(first, 'next')[0]?.href ?? '';
      const second = await getXml(next.slice(server().url.length));
      const ids = [first, second].flatMap((feed) =>
        childrenOf(feed, 'entry').map((entry) => textOf(entry, 'id')),
      );
      expect(new Set(ids).size).toBe(17);
    });

    describe('search', () => {
      test('is described by templates, and links to series and books with counts', async () => {
        const { headers, bytes } = await client.get('/opds/v1/search.xml');
        expect(headers.get('content-type')).toBe('application/opensearchdescription+xml');
        const templates = childrenOf(readXml(bytes.toString()), 'Url').map(
          ({ attributes }) => attributes.template,
        );
        expect(templates).toEqual([
          `${server().url}/opds/v1/search?q={searchTerms}`,
          `${server().url}/opds/v1/search/books?q={searchTerms}`,
        ]);
        const both = await getXml('/opds/v1/search?q=saga');
        const counts = childrenOf(both, 'entry').map(
          (entry) => linksOf(entry, 'subsection')[0]?.['thr:count'],
        );
        expect(titlesOf(both)).toEqual(['Series: saga', 'Books: saga']);
        expect(counts).toEqual(['1', '3']);
        const books = await getXml('/opds/v1/search/books?q=part%203');
        expect(titlesOf(books)).toEqual(['Saga v02 #003 - Part 3 & more']);
        const { groups = [] } = await getJson('/opds/v2/search?query=saga');
        expect(groups.map(({ metadata }) => metadata.title)).toEqual(['Series: saga', 'Books: saga']);
        expect(groups[1]?.publications).toHaveLength(3);
      });

      test.each([
        '',
        '%20',
        '%25',
        '%2C.%3B-',
        encodeURIComponent('a'.repeat(500)),
        '%22',
        '%F0%9F%98%80',
        '%FF',
      ])('finds nothing for text without search words: %s', async (text) => {
        for (const path of ['/opds/v1/search', '/opds/v1/search/books', '/opds/v1/search/series']) {
          const { status, bytes } = await client.get(`${path}?q=${text}`);
          expect([path, status]).toEqual([path, 200]);
          const feed = readXml(bytes.toString());
          const total = textOf(feed, 'opensearch:totalResults');
          if (path !== '/opds/v1/search') expect(total).toBe('0');
        }
        expect((await client.get(`/opds/v2/search?query=${text}`)).status).toBe(200);
      });
    });

    test('a feed is private: with an ETag per user, without a date, and unchanged without changes', async () => {
      const { admin } = server();
      const mine = await client.get('/opds/v1/libraries');
      const theirs = await server().as(basic(admin.username, admin.password)).get('/opds/v1/libraries');
      expect(mine.headers.get('cache-control')).toBe('private, no-cache');
      expect(mine.headers.get('last-modified')).toBeNull();
      expect(mine.headers.get('etag')).toMatch(/^".+"$/);
      expect(theirs.bytes.equals(mine.bytes)).toBe(true);
      expect(theirs.headers.get('etag')).not.toBe(mine.headers.get('etag'));
      const same = await client.get('/opds/v1/libraries', {
        'if-none-match': mine.headers.get('etag') ?? '',
      });
      expect([same.status, same.bytes.length]).toEqual([304, 0]);
      const head = await client.request('HEAD', '/opds/v1/libraries');
      expect(head.headers.get('content-length')).toBe(String(mine.bytes.length));
    });

    test('returns the error for unknown paths in the format of the version', async () => {
      const typeOf = async (path: string, accept?: string) => {
        const { status, headers } = await client.get(path, accept === undefined ? {} : { accept });
        expect([path, status]).toEqual([path, 200]);
        return headers.get('content-type')?.slice(0, 20);
      };
      const both = 'application/opds+json, application/atom+xml;profile=opds-catalog, */*';
      for (const path of ['/opds', '/opds/', '/opds/v1', '/opds/v1/', '/opds/v1.2', '/opds/v1.2/catalog'])
        expect([path, await typeOf(path, both)]).toEqual([path, 'application/atom+xml']);
      for (const path of ['/opds/v2', '/opds/v2/', '/opds/v2/catalog/'])
        expect([path, await typeOf(path)]).toEqual([path, 'application/opds+jso']);
      expect(await typeOf('/opds', 'application/opds+json')).toBe('application/opds+jso');
      expect(await typeOf('/opds/v1/catalog', 'application/opds+json')).toBe('application/atom+xml');
    });

    test.each([
      'sort=__proto__&read=constructor',
      'sort=title&sort=added',
      'page=1&page=2',
      'genre[]=x&library[$ne]=1',
      'unknown=1&q=x',
    ])('ignores invalid parameters: %s', async (query) => {
      for (const path of [`/opds/v1/series?${query}`, `/opds/v1/books?${query}`]) {
        const feed = await getXml(path);
        expect([path, titlesOf(feed).length]).toEqual([path, 10]);
        expect(linksOf(feed, 'previous')).toEqual([]);
      }
    });

    test('returns client errors for malformed URLs', async () => {
      for (const path of ['/opds/v1/%zz', '/opds/v1/series/%00', '/opds/v2/../v1', '/opds/v2/books/a/b/c/d'])
        expect([path, (await client.get(path)).status]).toEqual([path, expect.toBeOneOf([200, 400, 404])]);
      const posted = await client.request('POST', '/opds/v1/series');
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });

    test('returns 404 with a message that clients can show', async () => {
      const id = '018f0000-0000-7000-8000-000000000000';
      for (const path of ['series', 'books', 'libraries', 'collections', 'readlists', 'presets'])
        for (const one of [id, 'nonsense']) {
          const { status, headers } = await client.get(`/opds/v1/${path}/${one}`);
          expect([path, status, headers.get('content-type')]).toEqual([
            path,
            404,
            'text/plain; charset=utf-8',
          ]);
        }
      const { status, body } = await client.get(`/opds/v2/series?library=${id}`);
      expect([status, body.title]).toEqual([404, 'This library does not exist, or you cannot access it.']);
      expect((await client.get('/opds/v3')).status).toBe(404);
    });
  },
  { withTasks: true, environment: { LECTERN_OPDS_PAGE_SIZE: '10' } },
);
