import { expect, test } from 'vitest';
import { findRefusal, makeEpubOf, scanBytes } from '../../../../server/test/made-epub.ts';

const bodiesOf = async (bytes: Uint8Array, name: string) =>
  Object.entries((await makeEpubOf(bytes, name)).files)
    .filter(([file]) => file.startsWith('text/'))
    .map(([, content]) => /<body>([\s\S]*)<\/body>/.exec(content)?.[1])
    .join('\n');
const titlesOf = async (bytes: Uint8Array, name: string) =>
  ((await makeEpubOf(bytes, name)).content.epub?.toc ?? []).map(({ title }) => title);

test('detects text by its file name only, and rejects other unknown data', async () => {
  const bytes = Buffer.from('Just a text.');
  expect((await scanBytes(bytes, 'a.txt')).format).toBe('txt');
  expect((await scanBytes(bytes, 'a.MD')).format).toBe('md');
  expect((await scanBytes(bytes, 'a.cbz')).faults).toMatchObject([{ reason: 'unknown_format' }]);
});

test('joins wrapped lines to paragraphs, and splits chapters at headings', async () => {
  const text =
    'CHAPTER I\n\nOne line\nand another.\n\nA second\nparagraph.\n\nChapter 2: The Sea\n\nThe end.\n';
  expect(await bodiesOf(Buffer.from(text), 'a.txt')).toBe(
    '<h2>CHAPTER I</h2><p>One line and another.</p><p>A second paragraph.</p>\n<h2>Chapter 2: The Sea</h2><p>The end.</p>',
  );
});

test('makes one paragraph per line of a text without blank lines', async () => {
  expect(await bodiesOf(Buffer.from('One.\nTwo & three.'), 'a.txt')).toBe(
    '<p>One.</p><p>Two &amp; three.</p>',
  );
});

test.each([
  ['Глава 4', 'Глава 4'],
  ['第五章 海', '第五章 海'],
  ['Kapitel IV', 'Kapitel IV'],
  ['Prologue', 'Prologue'],
])('begins a chapter at %s', async (heading, title) => {
  expect(await titlesOf(Buffer.from(`x\n\n${heading}\n\ntext`), 'a.txt')).toEqual([title]);
});

test('splits a long text without headings into documents', async () => {
  const text = Array.from({ length: 3_000 }, (_, i) => `Paragraph ${i} of a long text about nothing.`).join(
    '\n\n',
  );
  const { content } = await makeEpubOf(Buffer.from(text), 'a.txt');
  expect(content.epub?.spine.length).toBeGreaterThan(2);
});

const russian =
  'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. ';
const toWindows1251 = (text: string) =>
  Buffer.from(
    [...text].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );

test.each<[string, Uint8Array, string]>([
  ['UTF-8', Buffer.from('\ufeffcafé'), 'café'],
  ['UTF-16', Buffer.from('\ufeffcafé', 'utf16le'), 'café'],
  ['windows-1251', toWindows1251(russian.repeat(8)), 'несчастливая'],
  ['windows-1252', Buffer.from('Le café était fermé. '.repeat(20), 'latin1'), 'café était'],
])('reads %s', async (_, bytes, words) => {
  expect(await bodiesOf(bytes, 'a.txt')).toContain(words);
});

test('rejects binary data with the name of a text file', async () => {
  const bytes = Buffer.from([1, 2, 0, 4, 5, 0, 7]);
  expect((await scanBytes(bytes, 'a.txt')).faults).toMatchObject([
    { kind: 'format_detection', reason: 'unknown_format' },
  ]);
  expect(await findRefusal(bytes, 'a.txt')).toBe('format_detection unknown_format');
});

test('reads metadata from front matter, and the table of contents from the headings of Markdown', async () => {
  const text =
    '---\ntitle: "Notes: on trains"\nauthors:\n  - Ada\n  - Bo\nlang: fr\n---\n# One\n\na **b**\n\n## Two\n\n- c\n';
  const bytes = Buffer.from(text);
  expect((await scanBytes(bytes, 'a.md')).metadata).toMatchObject({
    title: 'Notes: on trains',
    authors: [{ name: 'Ada' }, { name: 'Bo' }],
    language: 'fr',
  });
  const { files, content } = await makeEpubOf(bytes, 'a.md');
  expect(content.epub?.toc).toMatchObject([{ title: 'One', children: [{ title: 'Two' }] }]);
  expect(files['text/0001.xhtml']).toContain('<p>a <strong>b</strong></p>');
});

test('removes scripts and external references from HTML in Markdown', async () => {
  const text =
    '<script>alert(1)</script>\n\n<p onclick="x()">a</p>\n\n![p](http://x/y.png) [b](javascript:alert(1))';
  expect(await bodiesOf(Buffer.from(text), 'a.md')).not.toMatch(/script|onclick|<img|javascript/);
});

const nestedList = (depth: number, indent: string) =>
  Array.from({ length: depth }, (_, i) => `${indent.repeat(i)}- level ${i}`).join('\n');

test.each<[string, string]>([
  ['5,000 quotes', `${'>'.repeat(5_000)} deepest`],
  ['5,000 quotes with spaces', `${'> '.repeat(5_000)}deepest`],
  ['1,500 nested lists', `${nestedList(1_500, '  ')} deepest`],
  ['1,500 lists nested by tabs', `${nestedList(1_500, '\t')} deepest`],
  ['1,500 lists in one line', `${'1. '.repeat(1_500)}deepest`],
  ['5,000 nested emphases', `${'*a '.repeat(5_000)}deepest${' a*'.repeat(5_000)}`],
  [
    '5,000 nested emphases of different kinds',
    `${'(***a _b ~~c '.repeat(5_000)}deepest${'~~ _ ***'.repeat(5_000)}`,
  ],
  ['a word of 200,000 letters', `${'a'.repeat(200_000)}@ deepest`],
])(
  'flattens Markdown with %s within seconds',
  async (_, text) => {
    expect(await bodiesOf(Buffer.from(text), 'a.md')).toContain('deepest');
  },
  10_000,
);

test('keeps the nesting of usual Markdown', async () => {
  const text = `> > two\n\n${nestedList(10, '    ')}\n\n**a *b ~~c~~* d**`;
  const body = await bodiesOf(Buffer.from(text), 'a.md');
  expect(body.match(/<ul>/g)).toHaveLength(10);
  expect(body.match(/<blockquote>/g)).toHaveLength(2);
  expect(body).toContain('<strong>a <em>b <del>c</del></em> d</strong>');
});

const upperHalf = (charset: string) =>
  new TextDecoder(charset).decode(Buffer.from(Array.from({ length: 128 }, (_, i) => 0x80 + i)));
const ibm855 =
  'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№ ыЫзЗшШэЭщЩчЧ§■ ';
const encodeBy = (text: string, upper: string) =>
  Buffer.from(
    [...text].map((sign) => (sign < '\u0080' ? (sign.codePointAt(0) ?? 0) : 0x80 + upper.indexOf(sign))),
  );

test.each<[string, Uint8Array, string]>([
  ['KOI8-R', encodeBy(russian.repeat(8), upperHalf('koi8-r')), 'несчастливая'],
  ['IBM866', encodeBy(russian.repeat(8), upperHalf('ibm866')), 'несчастливая'],
  ['IBM855', encodeBy(russian.repeat(8), ibm855), 'несчастливая'],
  ['Mac Cyrillic', encodeBy(russian.repeat(8), upperHalf('x-mac-cyrillic')), 'несчастливая'],
  ['ISO 8859-5', encodeBy(russian.repeat(8), upperHalf('iso-8859-5')), 'несчастливая'],
  ['UTF-16LE without a mark', Buffer.from(russian.repeat(8), 'utf16le'), 'несчастливая'],
  ['UTF-16BE without a mark', Buffer.from('The train leaves.', 'utf16le').swap16(), 'train leaves'],
  ['ISO-2022-JP', Buffer.from('\x1b$B$3$s$K$A$O\x1b(B abc', 'latin1'), 'こんにちは abc'],
  ['ISO-2022-KR', Buffer.from('\x1b$)C\x0e>H3g\x0f abc', 'latin1'), '안녕 abc'],
  ['ISO-2022-CN', Buffer.from('\x1b$)A\x0eDcND\x0f abc', 'latin1'), '你文 abc'],
  [
    'German in windows-1252',
    Buffer.from('Müßige Größe über alle Maßen. '.repeat(20), 'latin1'),
    'Müßige Größe',
  ],
])('detects %s', async (_, bytes, words) => {
  expect(await bodiesOf(bytes, 'a.txt')).toContain(words);
});
