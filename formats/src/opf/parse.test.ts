import { expect, test } from 'vitest';
import { type EpubParts, packageXml } from '../../../server/test/makers/epub.ts';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { parseOpf } from './parse.ts';
import type { Opf } from './types.ts';

const parse = (parts: EpubParts): Opf =>
  parseOpf(Buffer.from(packageXml(parts)), defaultLimits, { name: 'OEBPS/content.opf' });
const embedded = (metadata: string, version = '3.0'): EmbeddedMetadata =>
  toEmbeddedMetadata(parse({ version, metadata }));

test('reads EPUB 3 refinements in any order, with and without #', () => {
  expect(
    embedded(`
    <meta refines="#t1" property="title-type">main</meta><meta refines="t1" property="file-as">Book, The</meta>
    <dc:title id="t2">And how it came about</dc:title><dc:title id="t1"> The
      Book </dc:title>
    <meta refines="#t2" property="title-type">subtitle</meta><dc:title id="t3">2nd edition</dc:title>
    <meta refines="#t3" property="title-type">edition</meta>
    <meta refines="#a2" property="display-seq">1</meta><meta refines="#a1" property="display-seq">2</meta>
    <dc:contributor id="c">C</dc:contributor><meta refines="#c" property="role" scheme="marc:relators">trl</meta>
    <dc:creator id="a1">Ann Other</dc:creator><dc:creator id="a2">Bo Body</dc:creator>
    <meta refines="package.opf#a1" property="file-as">Other, Ann</meta>
    <meta refines="#a2" property="role">ill</meta><meta refines="#a2" property="role">aut</meta>
    <meta property="belongs-to-collection" id="s">Saga</meta><meta refines="#s" property="collection-type">series</meta>
    <meta refines="#s" property="group-position">2.5</meta>
    <meta property="belongs-to-collection" id="b">Box</meta><meta refines="#b" property="collection-type">set</meta>
    <dc:identifier id="uid">urn:uuid:AAAA</dc:identifier><dc:identifier id="i">9780306406157</dc:identifier>
    <dc:identifier id="j">0306406152</dc:identifier><dc:identifier id="k">080442957X</dc:identifier>
    <meta refines="#k" property="identifier-type" scheme="onix:codelist5">02</meta>
    <dc:date>2012-02-03T10:00:00Z</dc:date><dc:language>pt_BR</dc:language><dc:publisher>P</dc:publisher>
    <dc:subject>Fantasy</dc:subject><dc:subject>fantasy</dc:subject><dc:rights>CC0</dc:rights>
    <dc:description>&lt;p&gt;One &lt;b&gt;two&lt;/b&gt;&lt;/p&gt;</dc:description>
    <meta property="schema:genre">Mystery</meta>`),
  ).toEqual({
    source: 'opf',
    title: 'The Book',
    titleSort: 'Book, The',
    subtitle: 'And how it came about',
    edition: '2nd edition',
    summary: 'One two',
    numberText: '2.5',
    number: 2.5,
    series: 'Saga',
    seriesPosition: 2.5,
    collections: [{ name: 'Box' }],
    authors: [
      { name: 'Bo Body', role: 'illustrator' },
      { name: 'Bo Body', role: 'author' },
      { name: 'Ann Other', role: 'author', sortName: 'Other, Ann' },
      { name: 'C', role: 'translator' },
    ],
    publisher: 'P',
    language: 'pt-BR',
    releaseDate: '2012-02-03',
    year: 2012,
    month: 2,
    day: 3,
    isbns: ['9780306406157', '9780804429573'],
    identifiers: [
      { scheme: 'uuid', value: 'AAAA' },
      { scheme: '', value: '0306406152' },
    ],
    subjects: ['Fantasy'],
    genres: ['Mystery'],
    rights: 'CC0',
  });
});

test('reads EPUB 2 attributes and calibre metas', () => {
  expect(
    embedded(
      `<dc:title>The Book</dc:title><dc:creator opf:role="aut" opf:file-as="Other, Ann">Ann Other</dc:creator>
    <dc:contributor opf:role="bkp">calibre (7.0)</dc:contributor><dc:contributor opf:role="edt">Ed</dc:contributor>
    <dc:identifier opf:scheme="ISBN" id="uid">978-0-306-40615-7</dc:identifier>
    <dc:identifier opf:scheme="MOBI-ASIN">B000</dc:identifier><dc:identifier>goodreads:77</dc:identifier>
    <dc:date opf:event="modification">2020-01-01</dc:date><dc:date opf:event="publication">1999</dc:date>
    <dc:date opf:event="original-publication">1865</dc:date>
    <meta name="calibre:series" content="Saga"/><meta name="calibre:series_index" content="3.0"/>
    <meta content="Book, The" name="calibre:title_sort"/><meta name="calibre:rating" content="9"/>`,
      '2.0',
    ),
  ).toEqual({
    source: 'opf',
    title: 'The Book',
    titleSort: 'Book, The',
    numberText: '3',
    number: 3,
    series: 'Saga',
    seriesPosition: 3,
    authors: [
      { name: 'Ann Other', role: 'author', sortName: 'Other, Ann' },
      { name: 'Ed', role: 'editor' },
    ],
    releaseDate: '1999',
    year: 1999,
    originalYear: 1865,
    isbns: ['9780306406157'],
    identifiers: [
      { scheme: 'asin', value: 'B000' },
      { scheme: 'goodreads', value: '77' },
    ],
    communityRating: 4.5,
  });
});

test.each([
  ['<dc:date opf:event="original-publication">1865-11-26</dc:date>', '1865-11-26'],
  ['<dc:date>2010</dc:date><dc:date opf:event="original-publication">1865</dc:date>', '1865'],
  [
    '<dc:date opf:event="original-publication">1865</dc:date><dc:date opf:event="publication">1999</dc:date>',
    '1999',
  ],
  ['<dc:date opf:event="creation">2001</dc:date><dc:date>2010</dc:date>', '2010'],
  ['<dc:date opf:event="modification">2020</dc:date><dc:date opf:event="creation">2001</dc:date>', '2001'],
  ['<dc:date opf:event="modification">2020</dc:date>', undefined],
])('reads from %s the release date %s', (dates, released) => {
  expect(embedded(`<dc:title>Dates</dc:title>${dates}`, '2.0').releaseDate).toBe(released);
});

test('prefers the EPUB 3 series to calibre’s, and calibre’s to a collection without a type', () => {
  const calibre = '<meta name="calibre:series" content="C"/><meta name="calibre:series_index" content="1"/>';
  const collection = '<meta property="belongs-to-collection" id="s">S</meta>';
  const kind = '<meta refines="#s" property="collection-type">series</meta>';
  const place = '<meta refines="#s" property="group-position">1.2.3</meta>';
  expect(embedded(calibre + collection + kind)).toMatchObject({ series: 'S' });
  expect(embedded(calibre + collection)).toMatchObject({ series: 'C', collections: [{ name: 'S' }] });
  expect(embedded(collection + place)).toMatchObject({ series: 'S', seriesPosition: 1.2 });
  expect(embedded(collection)).toEqual({ source: 'opf', collections: [{ name: 'S' }] });
});

test('assigns refinements in order if persons wrongly share an id', () => {
  const twins = '<dc:creator id="x">A</dc:creator><dc:creator id="x">B</dc:creator>';
  const refine = (value: string) => `<meta refines="#x" property="file-as">${value}</meta>`;
  const sortNames = (metadata: string) => embedded(metadata).authors?.map((author) => author.sortName);
  expect(sortNames(twins + refine('a') + refine('b'))).toEqual(['a', 'b']);
  expect(sortNames(twins + refine('a'))).toEqual(['a', 'a']);
});

test('reads metadata in OEB 1 groups, in capitals and with undeclared prefixes', () => {
  expect(
    embedded(
      '<dc-metadata><dc:Title>T</dc:Title></dc-metadata><x-metadata><meta name="a" content="b"/></x-metadata>',
    ),
  ).toEqual({
    source: 'opf',
    title: 'T',
  });
  expect(embedded('<dcx:title>T</dcx:title><dcx:creator opfx:role="trl">X</dcx:creator>')).toMatchObject({
    title: 'T',
    authors: [{ name: 'X', role: 'translator' }],
  });
});

test('resolves manifest, spine and guide inside the archive and omits external references', () => {
  const opf = parse({
    manifest: `<item id="a" href="a%20b.xhtml" media-type="application/xhtml+xml; charset=utf-8" properties="nav  scripted"/>
      <item id="a" href="second.xhtml"/><item id="web" href="https://example.org/x.mp3"/><item id="empty" href=""/>
      <item href="noid.jpg" media-type="image/JPEG"/><item id="ncx" href="../toc.ncx"/>`,
    spine: '<itemref idref="a" linear="NO" properties="page-spread-left"/><itemref idref="web"/><itemref/>',
    spineAttributes: 'toc="ncx" page-progression-direction="RTL"',
    afterSpine:
      '<guide><reference type="Cover" title="C" href="c.xhtml#top"/><reference href="http://x/"/></guide>',
  });
  expect(opf.manifest).toEqual([
    {
      id: 'a',
      name: 'OEBPS/a b.xhtml',
      encodedName: 'OEBPS/a%20b.xhtml',
      mediaType: 'application/xhtml+xml',
      properties: ['nav', 'scripted'],
    },
    { id: '#4', name: 'OEBPS/noid.jpg', mediaType: 'image/jpeg', properties: [] },
    { id: 'ncx', name: 'toc.ncx', mediaType: '', properties: [] },
  ]);
  expect(opf.spine.map(({ item, linear }) => [item?.id, linear])).toEqual([
    ['a', false],
    [undefined, true],
    [undefined, true],
  ]);
  expect(opf.toc?.id).toBe('ncx');
  expect(opf.pageProgressionDirection).toBe('rtl');
  expect(opf.guide).toEqual([{ type: 'cover', title: 'C', name: 'OEBPS/c.xhtml', fragment: 'top' }]);
});

test('reads the direction from the spine, otherwise from Amazon’s writing mode, and a roll as webtoon', () => {
  const direction = (parts: EpubParts) => toEmbeddedMetadata(parse(parts)).readingDirection;
  const mode = '<meta name="primary-writing-mode" content="horizontal-rl"/>';
  expect(direction({ metadata: mode, spineAttributes: 'page-progression-direction="ltr"' })).toBe('ltr');
  expect(direction({ metadata: mode, spineAttributes: 'page-progression-direction="default"' })).toBe('rtl');
  expect(direction({ metadata: '<meta property="rendition:layout">roll</meta>' })).toBe('webtoon');
  expect(direction({})).toBe(undefined);
});

test('throws for a malformed document or another root, and returns nothing for an empty package', () => {
  const read = (text: string) => parseOpf(Buffer.from(text), defaultLimits);
  expect(() => read('<html/>')).toThrow(FormatError);
  expect(() => read('<package><metadata></package>')).toThrow(FormatError);
  const empty = read('<package/>');
  expect(empty.spine).toEqual([]);
  expect(toEmbeddedMetadata(empty)).toEqual({ source: 'opf' });
});

test('reads a package with unclosed and mis-nested elements, and keeps its manifest and spine', () => {
  const faults: FormatError[] = [];
  const text = packageXml({
    metadata: '<dc:title>One<dc:creator>Ann</creator><dc:language>en</dc:language>',
    manifest: '<item id="a" href="a.xhtml"><item id="b" href="b.xhtml">'.repeat(100),
  });
  const opf = parseOpf(Buffer.from(text), defaultLimits, { onRepair: (fault) => void faults.push(fault) });
  expect([opf.titles, opf.people.map(({ name }) => name), opf.languages]).toEqual([
    [{ text: 'One' }],
    ['Ann'],
    ['en'],
  ]);
  expect(opf.manifest.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(opf.spine).toHaveLength(2);
  expect(faults.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(['metadata malformed']);
});

test('reads several people of one element, and roles in words, lists and brackets', () => {
  const metadata = `<dc:creator opf:role="aut" opf:file-as="P., Terry &amp; G., Neil">Terry P. &amp; Neil G.</dc:creator>
    <dc:creator opf:role="aut">Ada One; Bob Two</dc:creator><dc:creator opf:role="art, clr">Cy Three</dc:creator>
    <dc:creator>Di Four (Translator)</dc:creator><dc:creator>Ed Five (Junior)</dc:creator>`;
  const { authors } = toEmbeddedMetadata(parseOpf(Buffer.from(packageXml({ metadata })), defaultLimits));
  expect(authors).toEqual([
    { name: 'Terry P.', role: 'author', sortName: 'P., Terry' },
    { name: 'Neil G.', role: 'author', sortName: 'G., Neil' },
    { name: 'Ada One', role: 'author' },
    { name: 'Bob Two', role: 'author' },
    { name: 'Cy Three', role: 'illustrator' },
    { name: 'Cy Three', role: 'colorist' },
    { name: 'Di Four', role: 'translator' },
    { name: 'Ed Five (Junior)', role: 'author' },
  ]);
});

test('limits lists', () => {
  const limits = { ...defaultLimits, maxEntries: 3, maxPages: 2 };
  const item = (n: number) => `<item id="i${n}" href="${n}.xhtml"/>`;
  const many = packageXml({
    manifest: [1, 2, 3, 4, 5].map(item).join(''),
    spine: '<itemref idref="i1"/>'.repeat(5),
  });
  const opf = parseOpf(Buffer.from(many), limits);
  expect([opf.manifest.length, opf.spine.length]).toEqual([3, 2]);
});
