import type { ValidateFunction } from 'ajv';
import { beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../test/harness/client.ts';
import {
  basic,
  childrenOf,
  type JsonFeed,
  type JsonPublication,
  linksOf,
  readAtomEntry,
  readAtomFeed,
  readJsonFeed,
  readJsonPublication,
  readXml,
  textOf,
} from '../../../test/harness/clients/opds.ts';
import { addScannedLibrary, listBooks, listSeries } from '../../../test/harness/library.ts';
import { waitForQuiet } from '../../../test/harness/quiet.ts';
import { withServer } from '../../../test/harness/server.ts';
import { makeCbz, makeEpub } from '../../../test/makers/books.ts';
import { type FilledShelf, fillShelf } from '../../../test/makers/shelf.ts';
import { compileSchema, hasSchemas } from '../../../test/schemas.ts';

const atomFeed = /^application\/atom\+xml;profile=opds-catalog;kind=(navigation|acquisition)$/;
/** Published schemas, if available. */
const schemas = hasSchemas
  ? {
      feed: compileSchema('https://drafts.opds.io/schema/feed.schema.json', ['opds2', 'webpub']),
      publication: compileSchema('https://drafts.opds.io/schema/publication.schema.json', [
        'opds2',
        'webpub',
      ]),
    }
  : undefined;
const faultsOf = (validate: ValidateFunction, document: unknown) => {
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const entryType = 'application/atom+xml;type=entry;profile=opds-catalog';

withServer(
  'all OPDS feeds',
  (server) => {
    let shelf: FilledShelf;
    let client: Client;
    beforeAll(async () => {
      shelf = await fillShelf(server(), server().reader);
      const { username, password } = server().reader;
      client = server().as(basic(username, password));
    }, 60_000);

    /**
     * Visits every reachable feed once; `visit` returns its links. Follows only one facet at a time, because
     * combinations would be thousands.
     */
    async function walk(start: string, visit: (address: string) => Promise<string[]>): Promise<string[]> {
      const seen = new Set([start]);
      for (const address of seen)
        for (const next of await visit(address)) if (!next.includes('&')) seen.add(next);
      return [...seen].map((address) => address.slice(server().url.length));
    }

    /** The address of a random order gets a seed. */
    const seeded = (address: string) => {
      const isRandom = address.endsWith(shelf.presetIds[1] ?? '?');
      return isRandom ? expect.stringMatching(`^${address}[?]seed=\\d+$`) : address;
    };

    const shapes = [
      /\/catalog$/,
      /\/libraries$/,
      /\/libraries\/[\w-]{36}$/,
      /\/series$/,
      /\/series\?page=2$/,
      /\/series\?library=/,
      /\/series\?genre=/,
      /\/series\?publisher=/,
      /\/series\/new$/,
      /\/series\/updated$/,
      /\/series\/[\w-]{36}$/,
      /\/series\/[\w-]{36}\?read=unread/,
      /\/books$/,
      /\/books\/new$/,
      /\/books\?sort=title/,
      /\/on-deck$/,
      /\/on-deck\?library=/,
      /\/keep-reading$/,
      /\/collections$/,
      /\/collections\/[\w-]{36}$/,
      /\/readlists$/,
      /\/readlists\/[\w-]{36}$/,
      /\/want-to-read$/,
      /\/want-to-read\/series$/,
      /\/want-to-read\/books$/,
      /\/presets\/[\w-]{36}/,
      /\/genres$/,
      /\/publishers$/,
    ];

    test('every feed of 1.2 is strict XML that a published parser reads, with absolute links', async () => {
      const root = `${server().url}/opds/v1/`;
      const reached = await walk(`${root}catalog`, async (address) => {
        const { status, headers, bytes } = await client.get(address.slice(server().url.length));
        expect([address, status]).toEqual([address, 200]);
        const type = headers.get('content-type') ?? '';
        const feed = readXml(bytes.toString());
        if (type === entryType) {
          expect(readAtomEntry(bytes.toString()).Metadata.Title).toBeTruthy();
          return [];
        }
        expect(type).toMatch(atomFeed);
        const kind = atomFeed.exec(type)?.[1];
        const parsed = readAtomFeed(bytes.toString());
        expect(parsed.Metadata.Title).toBe(textOf(feed, 'title'));
        const folders = parsed.Navigation?.length ?? 0;
        const books = parsed.Publications?.length ?? 0;
        const many = childrenOf(feed, 'entry').length;
        expect([address, folders, books]).toEqual([
          address,
          ...(kind === 'navigation' ? [many, 0] : [0, many]),
        ]);
        expect(textOf(feed, 'id')).toMatch(/^urn:uuid:[\w-]{36}$/);
        expect(linksOf(feed, 'self')).toEqual([{ rel: 'self', href: seeded(address), type }]);
        expect(linksOf(feed, 'start')[0]?.href).toBe(`${root}catalog`);
        expect(linksOf(feed, 'search').map((link) => link.type)).toEqual([
          'application/opensearchdescription+xml',
          'application/atom+xml',
        ]);
        expect(linksOf(feed, 'up')).toHaveLength(address === `${root}catalog` ? 0 : 1);
        const facets = linksOf(feed, 'http://opds-spec.org/facet');
        if (kind === 'navigation') expect(facets).toEqual([]);
        const entries = childrenOf(feed, 'entry');
        const ids = entries.map((entry) => textOf(entry, 'id'));
        expect(new Set(ids).size).toBe(ids.length);
        for (const entry of entries) {
          const acquisitions = linksOf(entry, 'http://opds-spec.org/acquisition');
          expect([address, acquisitions.length]).toEqual([address, kind === 'acquisition' ? 1 : 0]);
          if (kind === 'navigation') expect(childrenOf(entry, 'author')).toEqual([]);
          expect(textOf(entry, 'updated')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
        }
        const links = [feed, ...entries].flatMap((one) => childrenOf(one, 'link'));
        for (const { attributes } of links.filter(({ attributes }) => attributes.type !== 'text/html'))
          expect(attributes.href).toMatch(new RegExp(`^${server().url}/opds/`));
        return links.flatMap(({ attributes: { href = '', type: linked = '' } }) =>
          atomFeed.test(linked) || linked === entryType ? [href] : [],
        );
      });
      for (const shape of [...shapes, /\/books\/[\w-]{36}$/])
        expect(
          reached.filter((path) => shape.test(path)),
          String(shape),
        ).not.toEqual([]);
    }, 60_000);

    test('every feed of 2.0 is read by a published parser, has no empty values, and links with absolute URLs', async () => {
      const root = `${server().url}/opds/v2/`;
      const reached = await walk(`${root}catalog`, async (address) => {
        const { status, headers, bytes, body } = await client.get<JsonFeed>(
          address.slice(server().url.length),
        );
        expect([address, status]).toEqual([address, 200]);
        const type = headers.get('content-type');
        expect(bytes.toString()).not.toMatch(/:(null|""|\[\]|\{\})/);
        const isPublication = type === 'application/opds-publication+json';
        if (schemas)
          expect([address, faultsOf(schemas[isPublication ? 'publication' : 'feed'], body)]).toEqual([
            address,
            [],
          ]);
        if (isPublication) {
          expect(readJsonPublication(body).Metadata.Title).toBe(body.metadata.title);
          return [];
        }
        expect(type).toBe('application/opds+json');
        const parsed = readJsonFeed(body);
        expect(parsed.Metadata.Title).toBeTruthy();
        expect(parsed.Publications?.length ?? 0).toBe(body.publications?.length ?? 0);
        const { navigation = [], publications = [], groups = [], facets = [], links } = body;
        expect(navigation.length + groups.length + publications.length).toBeGreaterThan(0);
        expect(links[0]).toEqual({ rel: 'self', href: seeded(address), type: 'application/opds+json' });
        expect(links.find(({ rel }) => rel === 'search')).toMatchObject({
          href: `${root}search{?query}`,
          templated: true,
        });
        for (const group of groups) {
          expect(group.links[0]?.rel).toBe('self');
          expect([group.navigation, group.publications].filter((list) => list)).toHaveLength(1);
        }
        for (const facet of facets) {
          expect(facet.metadata.title).toBeTruthy();
          expect(facet.links.filter(({ rel }) => rel === 'self').length).toBeLessThanOrEqual(1);
        }
        const all = [...publications, ...groups.flatMap((group) => group.publications ?? [])];
        for (const publication of all) {
          expect(publication.links[0]).toMatchObject({
            rel: 'self',
            type: 'application/opds-publication+json',
          });
          expect(publication.images).toHaveLength(2);
        }
        const others = [
          ...links,
          ...navigation,
          ...groups.flatMap((group) => [...group.links, ...(group.navigation ?? [])]),
          ...facets.flatMap((facet) => facet.links),
          ...all.flatMap((publication) => publication.links.slice(0, 1)),
        ];
        for (const { href } of others) expect(href).toMatch(new RegExp(`^${server().url}/opds/`));
        return others
          .filter(
            ({ type: linked = '', templated }) => !templated && /opds(-publication)?\+json/.test(linked),
          )
          .map(({ href }) => href);
      });
      for (const shape of [...shapes, /\/books\/[\w-]{36}$/])
        expect(
          reached.filter((path) => shape.test(path)),
          String(shape),
        ).not.toEqual([]);
    }, 60_000);

    test('images are linked only if they exist, and a year is not a publication date', async () => {
      const { admin } = server();
      const { id } = await addScannedLibrary(server(), {
        'Bare/Bare.epub': makeEpub({ metadata: '<dc:title>Bare</dc:title><dc:date>1999</dc:date>' }),
        'Broken/Broken.cbz': Buffer.from('no archive'),
        'Drawn/Drawn.cbz': await makeCbz({ mark: 'drawn' }),
      });
      await waitForQuiet(server());
      const emptyList = (
        await admin.post<{ id: string }>('/api/v1/readlists', { name: 'Nothing yet', ids: [] })
      ).body;
      const staff = server().as(basic(admin.username, admin.password));
      const statusOf = async (href: string) => (await staff.get(href.slice(server().url.length))).status;
      for (const { id: bookId, title } of await listBooks(admin, id)) {
        const { body } = await staff.get<JsonPublication>(`/opds/v2/books/${bookId}`);
        const { images = [] } = body;
        expect([title, images.length]).toEqual([title, 2]);
        for (const { href } of images) expect([href, await statusOf(href)]).toEqual([href, 200]);
        const entry = readXml((await staff.get(`/opds/v1/books/${bookId}`)).bytes.toString());
        expect(linksOf(entry, 'http://opds-spec.org/image/thumbnail')).toHaveLength(images.length / 2);
        const manifest = await staff.get<JsonPublication>(`/opds/v2/books/${bookId}/manifest`);
        if (manifest.status === 200) expect(manifest.body.images ?? []).toHaveLength(images.length);
        if (title === 'Bare') {
          expect(body.metadata).not.toHaveProperty('published');
          expect(textOf(entry, 'dc:issued')).toBe('1999');
        }
      }
      const series = readXml((await staff.get(`/opds/v1/series?library=${id}`)).bytes.toString());
      const pictured = childrenOf(series, 'entry')
        .filter((entry) => linksOf(entry, 'http://opds-spec.org/image/thumbnail').length > 0)
        .map((entry) => textOf(entry, 'title'));
      expect((await listSeries(admin, id)).length).toBe(3);
      expect(pictured).toEqual(['Drawn']);
      const lists = readXml((await staff.get('/opds/v1/readlists')).bytes.toString());
      const entry = childrenOf(lists, 'entry').find(
        (one) => textOf(one, 'id') === `urn:uuid:${emptyList.id}`,
      );
      expect(entry && linksOf(entry, 'http://opds-spec.org/image/thumbnail')).toEqual([]);
    });
  },
  { withTasks: true, environment: { LECTERN_OPDS_PAGE_SIZE: '10' } },
);
