import { expect, test } from 'vitest';
import { childrenOf, readXml, textOf } from '../../../test/harness/clients/opds.ts';
import { toBases } from './addresses.ts';
import { toEntryDocument } from './atom/entry.ts';
import { toAtomFeed } from './atom/feed.ts';
import type { Feed, Publication } from './feeds/shape/feed.ts';
import { noContributors } from './feeds/shape/publication.ts';
import { toJsonFeed, toPublicationDocument } from './json/feed.ts';

const texts = [
  '\u0000\u0001\u0008\u000b\u000c\u001f',
  '\ud800',
  'a\udc00b',
  '\ufffe\uffff',
  '</title><script>alert(1)</script>',
  ']]><!--',
  `"' onload='x' & &amp; &#0; &nope;`,
  '\u202etxt.exe\u2066',
  '<!DOCTYPE x [<!ENTITY e "e">]>&e;',
  'line\r\nend\ttab\u0085\u2028',
  '👩‍🚀 ｆｕｌｌ',
  '\u007f\u009f',
  '%00{braces}?#',
];

const id = '018f0000-0000-7000-8000-000000000000';
const people = (name: string) => [{ name, sortName: name }];

const toPublication = (text: string): Publication => ({
  bookId: id,
  title: text,
  sortTitle: text,
  subtitle: text,
  addedMs: 0,
  updatedMs: 1,
  format: 'cbz',
  mediaType: 'application/vnd.comicbook+zip',
  sizeBytes: 1,
  fileName: `${text.toWellFormed()}.cbz`,
  otherFiles: [],
  pageCount: 2,
  hasPages: true,
  direction: 'webtoon',
  contributors: { ...noContributors(), author: people(text), translator: people(text) },
  summary: text,
  language: text,
  publisher: text,
  imprint: text,
  issued: '2000',
  isbns: [text],
  genres: [text],
  subjects: [text],
  webLinks: [{ title: text, url: `https://example.org/${text}` }],
  series: { id, title: text, position: 1.5, volume: null },
  progress: { page: 1, atMs: 2 },
  label: text,
});

const toFeed = (text: string): Feed => ({
  id: `urn:uuid:${id}`,
  title: text,
  subtitle: text,
  kind: 'acquisition',
  updatedMs: 3,
  path: '/series?q=%22',
  up: '/catalog',
  navigation: [{ id, title: text, summary: text, updatedMs: 4, path: '/x', kind: 'navigation' }],
  publications: [toPublication(text)],
  groups: [],
  facets: [{ title: text, facets: [{ title: text, path: '/y', isActive: true, count: 0 }] }],
});

const bases = toBases('https://example.org/a&b');
/** The part of a text that XML can contain. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

test.each(texts)(
  '%j is well-formed XML in every place, and is read back without forbidden characters',
  (text) => {
    const root = readXml(toAtomFeed(toFeed(text), bases));
    const [folder, book] = childrenOf(root, 'entry');
    const expected = text.replace(forbidden, '');
    // XML parsers convert CR LF to LF.
    for (const [element, name] of [
      [root, 'title'],
      [folder, 'title'],
      [book, 'dc:publisher'],
    ] as const)
      expect(element && textOf(element, name)).toBe(expected.replaceAll('\r\n', '\n'));
    const link = childrenOf(root, 'link').find(({ attributes }) => attributes.rel?.endsWith('facet'));
    expect(link?.attributes.title).toBe(expected);
    expect(readXml(toEntryDocument(toPublication(text), bases)).name).toBe('entry');
  },
);

test.each(texts)('%j is well-formed JSON of well-formed text', (text) => {
  for (const json of [
    toJsonFeed(toFeed(text), bases),
    toPublicationDocument(toPublication(text), bases, undefined),
  ]) {
    expect(json.isWellFormed()).toBe(true);
    expect(JSON.parse(json).metadata.title).toBe(text.toWellFormed());
    expect(json).not.toMatch(/\\ud[89a-f]/i);
  }
});

test('contains no comment, no CDATA and no document type', () => {
  for (const text of texts) expect(toAtomFeed(toFeed(text), bases)).not.toMatch(/<!|\]\]>/);
});
