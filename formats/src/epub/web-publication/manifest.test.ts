import { expect, test } from 'vitest';
import { anEpub, type EpubParts, page } from '../../../../server/test/makers/epub.ts';
import { compileSchema, hasSchemas } from '../../../../server/test/schemas.ts';
import { defaultLimits } from '../../limits.ts';
import type { EmbeddedMetadata } from '../../metadata.ts';
import { toEmbeddedMetadata } from '../../opf/embedded.ts';
import { listPositions } from '../positions.ts';
import { readEpub } from '../read.ts';
import { toManifest } from './manifest.ts';
import type { WebPubManifest } from './types.ts';

const selfHref = 'https://books.example/api/v1/books/1/manifest';
const positions = {
  rel: 'http://readium.org/position-list',
  href: 'https://books.example/api/v1/books/1/positions',
  type: 'application/vnd.readium.position-list+json',
};

function manifestOf(parts: EpubParts, metadata?: EmbeddedMetadata): WebPubManifest {
  const { opf, structure } = readEpub(anEpub(parts), defaultLimits);
  return toManifest(structure, {
    selfHref,
    metadata: metadata ?? toEmbeddedMetadata(opf),
    fallbackTitle: 'file name',
    identifier: 'urn:uuid:018f0000-0000-7000-8000-000000000001',
    modified: '2026-01-31T12:00:00.000Z',
    links: [positions],
  });
}

const full: EpubParts = {
  metadata: `<dc:title>Ümläut &amp; Co</dc:title><dc:creator id="a">Ann Other</dc:creator>
    <meta refines="#a" property="file-as">Other, Ann</meta><dc:creator opf:role="ill">Ill</dc:creator>
    <dc:contributor opf:role="cov">Cov</dc:contributor><dc:contributor opf:role="oth">Oth</dc:contributor>
    <dc:language>fr</dc:language><dc:date>2012-02-03</dc:date><dc:identifier>urn:isbn:9780306406157</dc:identifier>
    <dc:subject>Fantasy</dc:subject><dc:publisher>P</dc:publisher><dc:description>D</dc:description>
    <meta property="belongs-to-collection" id="s">Saga</meta><meta refines="#s" property="collection-type">series</meta>
    <meta refines="#s" property="group-position">2</meta><meta property="belongs-to-collection">Box</meta>
    <meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">landscape</meta>`,
  manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="c1" href="c1%20%C3%A9%23.xhtml" media-type="application/xhtml+xml" properties="svg"/>
    <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
    <item id="n" href="notes.xhtml" media-type="application/xhtml+xml"/>
    <item id="cover" href="cover.jpg" media-type="image/jpeg" properties="cover-image"/>`,
  spineAttributes: 'page-progression-direction="rtl"',
  spine: `<itemref idref="c1" properties="page-spread-left"/><itemref idref="c2" properties="rendition:layout-reflowable"/>
    <itemref idref="n" linear="no"/>`,
  files: {
    'OEBPS/c1 é#.xhtml': page('x'),
    'OEBPS/notes.xhtml': page('x'),
    'OEBPS/cover.jpg': 'x',
    'OEBPS/nav.xhtml': page(`<nav epub:type="toc"><ol><li><span>Part</span><ol>
      <li><a href="c1%20%C3%A9%23.xhtml#p%C3%A9 1">One</a></li></ol></li></ol></nav>
      <nav epub:type="landmarks"><ol><li><a href="text/c2.xhtml">Start</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="text/c2.xhtml#p2">2</a></li></ol></nav>`),
  },
};

test('includes all facts of the book, with relative addresses', () => {
  const one = 'resources/OEBPS/c1%20%C3%A9%23.xhtml';
  const xhtml = 'application/xhtml+xml';
  expect(manifestOf(full)).toEqual({
    '@context': 'https://readium.org/webpub-manifest/context.jsonld',
    metadata: {
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      '@type': 'http://schema.org/Book',
      title: 'Ümläut & Co',
      identifier: 'urn:uuid:018f0000-0000-7000-8000-000000000001',
      altIdentifier: ['urn:isbn:9780306406157'],
      modified: '2026-01-31T12:00:00.000Z',
      published: '2012-02-03',
      language: 'fr',
      description: 'D',
      publisher: 'P',
      author: [{ name: 'Ann Other', sortAs: 'Other, Ann' }],
      illustrator: ['Ill'],
      contributor: [{ name: 'Cov', role: 'cov' }, { name: 'Oth' }],
      subject: ['Fantasy'],
      belongsTo: { series: [{ name: 'Saga', position: 2 }], collection: [{ name: 'Box' }] },
      readingProgression: 'rtl',
      layout: 'fixed',
      presentation: { layout: 'fixed', spread: 'landscape' },
    },
    links: [{ rel: 'self', href: selfHref, type: 'application/webpub+json' }, positions],
    readingOrder: [
      { href: one, type: xhtml, properties: { contains: ['svg'], page: 'left' } },
      { href: 'resources/OEBPS/text/c2.xhtml', type: xhtml, properties: { layout: 'reflowable' } },
    ],
    resources: [
      { href: 'resources/OEBPS/notes.xhtml', type: xhtml },
      { href: 'resources/OEBPS/nav.xhtml', type: xhtml, rel: 'contents' },
      { href: 'resources/OEBPS/cover.jpg', type: 'image/jpeg', rel: 'cover' },
    ],
    toc: [
      { href: `${one}#p%C3%A9%201`, title: 'Part', children: [{ href: `${one}#p%C3%A9%201`, title: 'One' }] },
    ],
    landmarks: [{ href: 'resources/OEBPS/text/c2.xhtml', title: 'Start' }],
    pageList: [{ href: 'resources/OEBPS/text/c2.xhtml#p2', title: '2' }],
  });
});

test('uses the file name as title of a book without metadata, and prefers edited metadata', () => {
  expect(manifestOf({ metadata: '' }).metadata.title).toBe('file name');
  const metadata = manifestOf(full, {
    source: 'opf',
    title: 'Mine',
    readingDirection: 'ltr',
    year: 2012,
    releaseDate: '2012',
  }).metadata;
  expect(metadata).toMatchObject({ title: 'Mine', readingProgression: 'ltr' });
  expect(metadata).not.toHaveProperty('published');
});

test('follows the profile of comics for a book whose spine consists of images', () => {
  const manifest = '<item id="i" href="1.png" media-type="image/png"/>';
  const parts = { manifest, spine: '<itemref idref="i"/>', files: { 'OEBPS/1.png': 'x' } };
  expect(manifestOf(parts).metadata.conformsTo).toBe('https://readium.org/webpub-manifest/profiles/divina');
  expect(manifestOf(parts).readingOrder).toEqual([
    { href: 'resources/OEBPS/1.png', type: 'image/png', rel: 'cover' },
  ]);
});

test.skipIf(!hasSchemas)('manifests are valid against Readium’s schemas', () => {
  const id = 'https://readium.org/webpub-manifest/schema/publication.schema.json';
  const validate = compileSchema(id, ['webpub', 'opds2']);
  for (const parts of [full, {}, { metadata: '', files: { 'OEBPS/nav.xhtml': undefined } }]) {
    validate(JSON.parse(JSON.stringify(manifestOf(parts))));
    expect(validate.errors).toBe(null);
  }
  expect(validate({ metadata: {}, readingOrder: [] })).toBe(false);
});

test('counts positions over the book and within each resource, with titles from the table of contents', () => {
  const files = { 'OEBPS/c1.xhtml': 'x'.repeat(1500), 'OEBPS/text/c2.xhtml': 'x' };
  const { structure } = readEpub(anEpub({ files }), defaultLimits);
  const one = { href: 'r/OEBPS/c1.xhtml', type: 'application/xhtml+xml', title: 'One' };
  expect(listPositions(structure, 'r/')).toEqual({
    total: 3,
    positions: [
      { ...one, locations: { position: 1, progression: 0, totalProgression: 0 } },
      { ...one, locations: { position: 2, progression: 0.5, totalProgression: 1 / 3 } },
      {
        href: 'r/OEBPS/text/c2.xhtml',
        type: 'application/xhtml+xml',
        title: 'Two',
        locations: { position: 3, progression: 0, totalProgression: 2 / 3 },
      },
    ],
  });
});
