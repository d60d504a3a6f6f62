import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findRefusal, listDeadLinks, makeEpubOf, scanBytes } from '../../../../server/test/made-epub.ts';
import { makeImage } from '../../../../server/test/makers/images.ts';
import { makeFictionBook, writeFictionBook } from '../../../../server/test/makers/texts/fb2.ts';
import { makeZip } from '../../../../server/test/makers/zip.ts';

const tocOf = async (bytes: Uint8Array) => (await makeEpubOf(bytes)).content.epub?.toc ?? [];

test('reads the metadata of a FictionBook without its text', async () => {
  const { format, metadata, faults, content } = await scanBytes(makeFictionBook());
  expect([format, faults, content?.epub]).toEqual(['fb2', [], null]);
  expect(metadata).toEqual({
    source: 'fb2',
    title: 'Night Train',
    summary: 'A journey.',
    authors: [{ name: 'Ada Abe', role: 'author', sortName: 'Abe, Ada' }],
    series: 'Rails',
    numberText: '2',
    number: 2,
    seriesPosition: 2,
    genres: ['sf'],
    language: 'en',
    publisher: 'Rail Press',
    isbns: ['9780306406157'],
    releaseDate: '2004-05-01',
    year: 2004,
    month: 5,
    day: 1,
  });
});

test('reads a description that is not well-formed, and reports it', async () => {
  const bytes = makeFictionBook().toString().replace('Night Train</book-title>', 'Caf&eacute; <3 Train');
  const { metadata, faults } = await scanBytes(Buffer.from(bytes));
  expect(metadata).toMatchObject({ title: 'Café <3 Train', series: 'Rails', language: 'en' });
  expect(faults.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(['metadata malformed']);
});

test('converts chapters and notes to separate documents, and resolves links to both', async () => {
  const cover = await makeImage({ width: 20, height: 30, format: 'png' });
  const { files, content } = await makeEpubOf(makeFictionBook({ cover }));
  expect(content.epub?.toc).toMatchObject([
    { title: 'Night Train' },
    { title: 'Departure', name: 'text/0002.xhtml' },
    { title: 'Arrival', name: 'text/0003.xhtml' },
    { title: 'Notes', name: 'text/0004.xhtml' },
  ]);
  expect(files['text/0002.xhtml']).toContain('<a epub:type="noteref" href="0004.xhtml#n1">1</a>');
  expect(files['text/0003.xhtml']).toContain('<a href="0002.xhtml#one">departure</a>');
  expect(files['text/0002.xhtml']).toContain('<img src="../images/0001.png" alt=""/>');
  expect(content.epub?.cover).toBe('images/0001.png');
});

test('nests sections in the table of contents', async () => {
  const body =
    '<section><title><p>Part</p></title><section><title><p>One</p><p>begins</p></title><p>a</p></section>' +
    '<section><title><p>Two</p></title><p>b</p></section></section>';
  expect(await tocOf(makeFictionBook({ body }))).toMatchObject([
    { title: 'Part', children: [{ title: 'One begins' }, { title: 'Two' }] },
    { title: 'Notes' },
  ]);
});

test('returns the same bytes for the same file', async () => {
  const first = await makeEpubOf(makeFictionBook());
  const second = await makeEpubOf(makeFictionBook());
  expect(Buffer.from(first.epub).equals(Buffer.from(second.epub))).toBe(true);
});

test('has the number of pages of the scan', async () => {
  const paragraphs = Array.from({ length: 900 }, (_, i) => `<p>Paragraph ${i} ${'of words '.repeat(20)}</p>`);
  const body = Array.from(
    { length: 9 },
    (_, i) => `<section>${paragraphs.slice(i * 100, i * 100 + 100).join('')}</section>`,
  );
  const bytes = makeFictionBook({ body: body.join('') });
  const { pageCount } = await scanBytes(bytes);
  expect([pageCount > 60, (await makeEpubOf(bytes)).pageCount]).toEqual([true, pageCount]);
});

const russian = 'Ночной поезд';
const inRussian = (encoding: string) =>
  writeFictionBook({
    encoding,
    info: `<book-title>${russian}</book-title>`,
    body: `<section><p>${russian}</p></section>`,
  });
/** Encodes Russian letters by their offset in the alphabet. */
const toWindows1251 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
    }),
  );
const koi8 = 'юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ';
const toKoi8 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((sign) => (koi8.includes(sign) ? 0xc0 + koi8.indexOf(sign) : sign.charCodeAt(0))),
  );

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(inRussian('utf-8'))],
  ['UTF-8 that declares windows-1251', Buffer.from(inRussian('windows-1251'))],
  ['windows-1251', toWindows1251(inRussian('windows-1251'))],
  ['windows-1251 that declares UTF-8', toWindows1251(inRussian('utf-8'))],
  ['windows-1251 without a declaration', toWindows1251(inRussian('utf-8').replace(/<\?.*\?>/, ''))],
  ['KOI8-R', toKoi8(inRussian('koi8-r'))],
  ['UTF-16', Buffer.from(`\ufeff${inRussian('utf-16')}`, 'utf16le')],
  ['UTF-16, big endian', Buffer.from(`\ufeff${inRussian('utf-16')}`, 'utf16le').swap16()],
])('reads %s', async (_, bytes) => {
  expect((await scanBytes(bytes)).metadata).toMatchObject({ title: russian });
  expect(Object.values((await makeEpubOf(bytes)).files).join()).toContain(`<p>${russian}</p>`);
});

test('removes scripts and external references of a book', async () => {
  const body =
    '<section><p onclick="alert(1)">A<script>alert(2)</script><a l:href="javascript:alert(3)">b</a></p>' +
    '<iframe src="http://x/"/><image l:href="http://x/y.png"/><p style="background:url(http://x/)">c</p></section>';
  const text = (await makeEpubOf(makeFictionBook({ body, rest: '' }))).files['text/0001.xhtml'];
  expect(text).toContain('<p>A<a>b</a></p><p>c</p>');
});

test('omits data that is not an image, whatever its declared type', async () => {
  const cover = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const { files, content } = await makeEpubOf(makeFictionBook({ cover }));
  expect([content.epub?.cover, Object.keys(files).filter((name) => name.startsWith('images/'))]).toEqual([
    undefined,
    [],
  ]);
});

test('reads the available text of a malformed or truncated book', async () => {
  const broken = writeFictionBook({ body: '<section><p>One & <b>two<p>three</section>' });
  expect(Object.values((await makeEpubOf(Buffer.from(broken))).files).join()).toContain('One &amp; <b>two');
  const cut = Buffer.from(writeFictionBook()).subarray(0, -300);
  expect((await makeEpubOf(cut)).content.epub?.spine.length).toBeGreaterThan(1);
});

test('does not expand entities that the document declares', async () => {
  const lol = '<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY b "&a;&a;">]>';
  const bytes = Buffer.from(
    writeFictionBook({ body: '<section><p>&b;</p></section>' }).replace('?>', `?>${lol}`),
  );
  expect(Object.values((await makeEpubOf(bytes)).files).join()).not.toContain('boom');
});

test('refuses 100,000 nested sections, and flattens a few hundred', async () => {
  const nested = (depth: number) =>
    makeFictionBook({ body: `${'<section>'.repeat(depth)}<p>deep</p>${'</section>'.repeat(depth)}` });
  expect(await findRefusal(nested(100_000))).toBe('parser too_deep');
  expect(Object.values((await makeEpubOf(nested(500))).files).join()).toContain('deep');
});

test('refuses an image beyond the limits before decoding it', async () => {
  const huge = writeFictionBook().replace(
    '</FictionBook>',
    `<binary id="x">${'A'.repeat(50 * 1024 * 1024)}</binary></FictionBook>`,
  );
  expect(await findRefusal(Buffer.from(huge))).toBe('parser too_large');
});

test('detects a zip of one FictionBook, but not a zip of several', async () => {
  const entry = (name: string) => ({ name, content: makeFictionBook(), method: 'deflate' as const });
  const one = makeZip([entry('a.fb2'), { name: 'readme.txt', content: 'x' }]);
  expect(await scanBytes(one)).toMatchObject({ format: 'fbz', metadata: { title: 'Night Train' } });
  expect((await makeEpubOf(one)).content.epub?.toc?.length).toBe(4);
  expect(await scanBytes(makeZip([entry('a.fb2'), entry('b.fb2')]))).toMatchObject({ format: 'cbz' });
});

test('refuses a zip whose FictionBook unpacks to more than its declared size', async () => {
  const packed = deflateRawSync(makeFictionBook());
  const zip = makeZip([
    { name: 'a.fb2', content: packed, method: 8, declared: { sizeBytes: 10, packedBytes: packed.length } },
  ]);
  expect((await scanBytes(zip)).faults).not.toEqual([]);
});

test('resolves a link to an empty section to the next text', async () => {
  const rest =
    '<body name="notes"><section id="n1"/></body><body name="comments"><section><p>x</p></section></body>';
  const made = await makeEpubOf(
    makeFictionBook({ body: '<section><p>One <a l:href="#n1">1</a></p></section>', rest }),
  );
  expect(listDeadLinks(made)).toEqual([]);
  expect(Object.values(made.files).join()).toContain('<a href="0003.xhtml">1</a>');
});
