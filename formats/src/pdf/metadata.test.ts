import { expect, test } from 'vitest';
import type { PdfInfo } from './document.ts';
import { toPdfMetadata } from './metadata.ts';
import { parseXmp } from './xmp.ts';

const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  prism: 'http://prismstandard.org/namespaces/basic/2.0/',
  calibre: 'http://calibre-ebook.com/xmp-namespace',
  calibreSI: 'http://calibre-ebook.com/xmp-namespace-series-index',
  xmpidq: 'http://ns.adobe.com/xmp/Identifier/qual/1.0/',
};

const names = Object.entries(NAMESPACES).map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`);
const read = (info: Partial<PdfInfo>, body = '') =>
  toPdfMetadata(
    info,
    parseXmp(Buffer.from(`<rdf:RDF ${names.join(' ')}><rdf:Description>${body}</rdf:Description></rdf:RDF>`)),
  );
const list = (property: string, ...items: string[]) =>
  `<${property}><rdf:Seq>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:Seq></${property}>`;

test('returns no values for a document without metadata', () => {
  expect(read({})).toEqual({ authors: [], keywords: [], isbns: [] });
});

test('reads the information dictionary alone', () => {
  const metadata = read({
    title: 'A Book',
    author: 'Jane Doe',
    subject: 'About things',
    keywords: 'one, two,, one',
    creationDate: "D:20230306180657+01'00'",
    modificationDate: 'D:2024',
  });
  expect(metadata).toMatchObject({
    title: 'A Book',
    authors: ['Jane Doe'],
    subject: 'About things',
    keywords: ['one', 'two'],
    date: undefined,
    createdAt: '2023-03-06T18:06:57+01:00',
    modifiedAt: '2024',
  });
});

test('prefers XMP to the dictionary', () => {
  const body = `<dc:title><rdf:Alt><rdf:li xml:lang="fr">Le</rdf:li><rdf:li xml:lang="x-default">The</rdf:li></rdf:Alt></dc:title>
    ${list('dc:creator', 'B, Ann', 'Bo Cee')}${list('dc:description', 'Long')}${list('dc:subject', 'war')}
    <pdf:Keywords>peace; love, tea</pdf:Keywords>${list('dc:language', 'en-GB')}${list('dc:publisher', 'House')}
    ${list('dc:date', '2001-05')}<xmp:CreateDate>2020-01-02T03:04:05Z</xmp:CreateDate>`;
  const metadata = read(
    { title: 'Other', author: 'Other', subject: 'Other', keywords: 'Other', creationDate: 'D:1999' },
    body,
  );
  expect(metadata).toMatchObject({
    title: 'The',
    authors: ['B, Ann', 'Bo Cee'],
    subject: 'Long',
    keywords: ['war', 'peace', 'love, tea'],
    language: 'en-GB',
    publisher: 'House',
    date: '2001-05',
    createdAt: '2020-01-02T03:04:05Z',
  });
});

test('prefers a real title to a generic one from either source', () => {
  const xmpTitle = (title: string) => list('dc:title', title);
  expect(read({ title: 'Moby-Dick' }, xmpTitle('untitled')).title).toBe('Moby-Dick');
  expect(read({ title: 'Microsoft Word - x.doc' }, xmpTitle('Moby-Dick')).title).toBe('Moby-Dick');
  expect(read({ title: 'untitled' }).title).toBe('untitled');
});

test.each([
  ['Jane Doe; John Roe', ['Jane Doe', 'John Roe']],
  ['Jane Doe & John Roe', ['Jane Doe', 'John Roe']],
  ['Jane Doe and John Roe', ['Jane Doe', 'John Roe']],
  ['Jane Doe, John Roe, Max Q. Public', ['Jane Doe', 'John Roe', 'Max Q. Public']],
  ['Carroll, Lewis', ['Carroll, Lewis']],
  ['Dr. Who, Jr.', ['Dr. Who, Jr.']],
  ['Alexandra Sand', ['Alexandra Sand']],
  [' ; ', []],
])('splits the authors of %j into %j', (author, authors) => {
  expect(read({ author }).authors).toEqual(authors);
  expect(read({}, list('dc:creator', author.replaceAll('&', '&amp;'))).authors).toEqual(authors);
});

test('reads series and identifiers of calibre and of magazines', () => {
  const calibre = `<calibre:series rdf:parseType="Resource"><rdf:value>Foundation</rdf:value>
    <calibreSI:series_index>2.50</calibreSI:series_index></calibre:series>
    <xmp:Identifier><rdf:Bag><rdf:li rdf:parseType="Resource"><xmpidq:Scheme>isbn</xmpidq:Scheme>
    <rdf:value>9780553293357</rdf:value></rdf:li></rdf:Bag></xmp:Identifier>`;
  expect(read({}, calibre)).toMatchObject({
    series: 'Foundation',
    seriesPosition: 2.5,
    isbns: ['9780553293357'],
  });
  const apart = `<calibre:series>Epic</calibre:series><calibre:series_index>3</calibre:series_index>`;
  expect(read({}, apart)).toMatchObject({ series: 'Epic', seriesPosition: 3 });
  const magazine = `<prism:publicationName>Byte</prism:publicationName><prism:number>7</prism:number>
    <prism:coverDate>1985-07</prism:coverDate><prism:isbn>0-306-40615-2</prism:isbn>`;
  expect(read({}, magazine)).toMatchObject({
    series: 'Byte',
    seriesPosition: 7,
    date: '1985-07',
    isbns: ['0306406152'],
  });
});

test('accepts an ISBN only with a valid check digit, and in free text only after the word', () => {
  expect(read({ keywords: 'ISBN-13: 978-0-306-40615-7, ISBN 080442957x' }).isbns).toEqual([
    '9780306406157',
    '080442957X',
  ]);
  expect(
    read({ keywords: 'ISBN 978-0-306-40615-8, 9780306406157', subject: 'phone 0306406152' }).isbns,
  ).toEqual([]);
  expect(read({}, list('dc:identifier', 'urn:isbn:9780306406157', 'urn:uuid:1')).isbns).toEqual([
    '9780306406157',
  ]);
});
