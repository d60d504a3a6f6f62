import { expect, test } from 'vitest';
import { faultOf } from '../../../server/test/faults.ts';
import { fc } from '../../../server/test/harness/property.ts';
import { defaultLimits as limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { editOpf, type OpfField } from './edit.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { parseOpf } from './parse.ts';

const modifiedAt = new Date('2026-02-03T04:05:06.789Z');

const edit = (text: string, fields: OpfField[], metadata: Omit<EmbeddedMetadata, 'source'>): string =>
  editOpf(Buffer.from(text), { metadata: { source: 'opf', ...metadata }, fields }, { limits, modifiedAt });

const read = (text: string) => toEmbeddedMetadata(parseOpf(Buffer.from(text), limits));

const epub3 = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="uid" prefix="x: http://x/">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="uid">urn:uuid:1</dc:identifier>
    <dc:title id="t">Old</dc:title>
    <meta refines="#t" property="title-type">main</meta>
    <meta refines="#t" property="file-as">Old, The</meta>
    <dc:title id="s">Sub</dc:title>
    <meta refines="#s" property="title-type">subtitle</meta>
    <dc:creator id="a">A</dc:creator>
    <meta refines="#a" property="role" scheme="marc:relators">aut</meta>
    <dc:contributor opf:role="bkp" xmlns:opf="http://www.idpf.org/2007/opf">calibre</dc:contributor>
    <dc:language>en</dc:language>
    <meta property="belongs-to-collection" id="c">Old series</meta>
    <meta refines="#c" property="collection-type">series</meta>
    <meta refines="#c" property="group-position">1</meta>
    <meta property="dcterms:modified">2001-01-01T00:00:00Z</meta>
    <meta property="x:own">kept &amp; all</meta><!-- a note -->
  </metadata>
  <manifest><item id="i" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>
  <spine><itemref idref="i"/></spine>
</package>
`;

const epub2 = `<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="uid">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:title>Old</dc:title><dc:creator opf:role="aut" opf:file-as="B, A">A B</dc:creator><dc:identifier id="uid" opf:scheme="ISBN">9783161484100</dc:identifier><meta name="calibre:series" content="S"/><meta name="cover" content="i"/></metadata>
<manifest/><spine/></package>`;

const said: Omit<EmbeddedMetadata, 'source'> = {
  title: 'New & <better>',
  authors: [
    { name: 'Ann', role: 'author', sortName: 'Ann, The' },
    { name: 'Tom', role: 'translator' },
  ],
  summary: 'Two\nlines.',
  publisher: 'House',
  language: 'de',
  releaseDate: '2004-05-31',
  isbns: ['9780306406157'],
  subjects: ['One', 'Two'],
  genres: ['Fantasy'],
  series: 'Saga',
  seriesPosition: 2.5,
};
const all: OpfField[] = [
  ...(['title', 'authors', 'summary', 'publisher', 'language', 'releaseDate', 'isbns'] as const),
  ...(['subjects', 'genres', 'series', 'seriesPosition'] as const),
];

test.each([
  ['EPUB 3', epub3],
  ['EPUB 2', epub2],
])('%s: reads back written fields, and the same after writing again', (name, text) => {
  const made = edit(text, all, said);
  const isbns = name === 'EPUB 2' ? ['9783161484100', '9780306406157'] : said.isbns;
  expect(read(made)).toMatchObject({ ...said, isbns });
  expect(read(edit(made, all, said))).toEqual(read(made));
  expect(parseOpf(Buffer.from(made), limits)).toMatchObject({
    manifest: parseOpf(Buffer.from(text), limits).manifest,
    identifiers: expect.arrayContaining([expect.objectContaining({ isUnique: true })]),
  });
});

test('EPUB 3: changes only the field and the modification time', () => {
  const made = edit(epub3, ['title'], { title: 'New' });
  expect(made).toBe(
    epub3
      .replace('>Old</dc:title>', '>New</dc:title>')
      .replace('    <meta refines="#t" property="file-as">Old, The</meta>\n', '')
      .replace('2001-01-01T00:00:00Z', '2026-02-03T04:05:06Z'),
  );
});

test('EPUB 3: removes links that refine a removed element, and keeps others', () => {
  const own = '<link refines="#a" rel="onix-record" href="a.xml" media-type="application/xml"/>';
  const other = '<link rel="record" href="b.xml" media-type="application/marc"/>';
  const linked = epub3.replace('    <dc:language>', `    ${own}\n    ${other}\n    <dc:language>`);
  const made = edit(linked, ['authors'], { authors: [{ name: 'Ann', role: 'author' }] });
  expect(made).not.toContain(own);
  expect(made).toContain(other);
});

test.each([
  ['EPUB 3', epub3, '>aut</meta>'],
  ['EPUB 2', epub2, 'opf:role="aut"'],
])('%s: writes writers as authors, because readers show only these', (_, document, role) => {
  const made = edit(document, ['authors'], { authors: [{ name: 'Ann', role: 'writer' }] });
  expect(made).toContain(role);
  expect(made).not.toContain('aus');
});

test('EPUB 2: changes only the field', () => {
  expect(edit(epub2, ['title'], { title: 'New' })).toBe(epub2.replace('>Old<', '>New<'));
  expect(edit(epub2, ['authors'], { authors: [{ name: 'C', role: 'author' }] })).toBe(
    epub2.replace(' opf:file-as="B, A">A B<', '>C<'),
  );
});

test.each([
  ['EPUB 3', epub3, '<meta refines="#t" property="file-as">Book, A</meta>'],
  ['EPUB 2', epub2, '<meta name="calibre:title_sort" content="Book, A" />'],
])('%s: writes a sort title once with its title, and not for another title', (_, document, written) => {
  const sorted = edit(document, ['title', 'titleSort'], { title: 'A Book', titleSort: 'Book, A' });
  expect(sorted).toContain(written);
  expect(sorted.match(/file-as">|title_sort/g)).toHaveLength(1);
  expect(read(sorted)).toMatchObject({ title: 'A Book', titleSort: 'Book, A' });
  // Kept with its title, removed with another title and when it is cleared.
  expect(read(edit(sorted, ['title'], { title: 'A Book', titleSort: 'Book, A' }))?.titleSort).toBe('Book, A');
  expect(read(edit(sorted, ['title'], { title: 'Other', titleSort: 'Book, A' }))?.titleSort).toBeUndefined();
  expect(read(edit(sorted, ['title', 'titleSort'], { title: 'A Book' }))?.titleSort).toBeUndefined();
});

test('keeps programs that made a file, and removes cleared fields with their refinements', () => {
  const made = edit(epub3, ['authors', 'series'], {});
  expect(made).toContain('>calibre</dc:contributor>');
  expect(made).not.toMatch(/#a"|#c"|belongs-to-collection/);
  expect(read(made)).toMatchObject({ title: 'Old', subtitle: 'Sub' });
});

test('leaves a package without a writable field unchanged', () => {
  const odd = `\ufeff${epub3.replaceAll('\n', '\r\n')}\r\n\r\n`;
  expect(edit(odd, [], {})).toBe(odd);
});

test('declares missing prefixes', () => {
  const bare = '<package version="2.0"><metadata></metadata></package>';
  const made = edit(bare, ['title', 'authors'], said);
  expect(read(made)).toMatchObject({ title: said.title, authors: said.authors });
  expect(made).toContain('<dc:title xmlns:dc="http://purl.org/dc/elements/1.1/">');
});

test.each([
  ['<package><metadata>', 'metadata malformed'],
  ['<ncx/>', 'metadata malformed'],
  ['<package version="3.0"/>', 'metadata malformed'],
  ['<!DOCTYPE p [<!ENTITY a "b">]><package><metadata>&a;</metadata></package>', 'metadata doctype'],
])('refuses %s', (text, fault) => {
  expect(faultOf(() => edit(text, ['title'], { title: 'x' }))).toBe(fault);
});

test('writes well-formed documents with the given values for any package', () => {
  const piece = fc.constantFrom(
    '<dc:title id="a">T</dc:title>',
    '<dc:title/>',
    '<dc:creator id="a">C</dc:creator>',
    '<meta refines="#a" property="role">aut</meta>',
    '<meta property="belongs-to-collection" id="b">B</meta>',
    '<meta refines="#b" property="collection-type">series</meta>',
    '<meta name="calibre:series" content="x"></meta>',
    '<dc:description><![CDATA[a < b]]></dc:description>',
    '<!-- <dc:title>no</dc:title> -->',
    '<dc:date opf:event="publication">1999</dc:date>',
    '<dc:identifier>9780306406157</dc:identifier>',
    '\n    ',
    ' text ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('2.0', '3.0'), (pieces, version) => {
      const text = `<package version="${version}"><metadata xmlns:dc="d" xmlns:opf="o">${pieces.join('')}</metadata><manifest/></package>`;
      expect(read(edit(text, all, said))).toMatchObject(said);
    }),
    { numRuns: 500 },
  );
});
