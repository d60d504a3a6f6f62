import { expect, test } from 'vitest';
import { findRefusal, listDeadLinks, makeEpubOf, scanBytes } from '../../../../server/test/made-epub.ts';
import { makeImage } from '../../../../server/test/makers/images.ts';
import {
  makeJointMobi,
  makeKf8,
  makeMobi,
  makePalm,
  makePalmDoc,
  packPalmDoc,
  toPlace,
} from '../../../../server/test/makers/texts/mobi.ts';
import { be16, be32 } from '../../../../server/test/makers/texts/mobi-index.ts';
import { createHuffUnpacker } from './file/huff.ts';
import { unpackPalmDoc } from './file/unpack.ts';

const png = () => makeImage({ width: 20, height: 30, format: 'png' });
const html = (body: string) => `<html><body>${body}</body></html>`;
const part = (...fragments: string[]) => ({
  before: '<html><head></head><body>',
  fragments,
  after: '</body></html>',
});
const textOf = async (bytes: Uint8Array) =>
  Object.entries((await makeEpubOf(bytes)).files)
    .filter(([name]) => name.startsWith('text/'))
    .map(([, content]) => /<body>([\s\S]*)<\/body>/.exec(content)?.[1])
    .join('\n');

test('reads metadata from the header without reading the text', async () => {
  const exth = [
    [100, 'Abe, Ada'],
    [100, 'Bo Bee'],
    [101, 'Rail Press'],
    [103, '<p>A <b>journey</b>.</p>'],
    [104, '978-0-306-40615-7'],
    [105, 'Trains'],
    [106, '2004-05-01'],
    [503, 'Night Train'],
    [504, 'B00ABCDEF1'],
    [524, 'en-GB'],
    [527, 'rtl'],
  ] as const;
  const { format, metadata, faults, pageCount } = await scanBytes(
    makeMobi(html('<p>x'), { exth, title: 'Other' }),
  );
  expect([format, faults, pageCount]).toEqual(['mobi', [], 1]);
  expect(metadata).toEqual({
    source: 'mobi',
    title: 'Night Train',
    authors: [
      { name: 'Ada Abe', role: 'author', sortName: 'Abe, Ada' },
      { name: 'Bo Bee', role: 'author' },
    ],
    publisher: 'Rail Press',
    summary: 'A journey.',
    isbns: ['9780306406157'],
    subjects: ['Trains'],
    identifiers: [{ scheme: 'asin', value: 'B00ABCDEF1' }],
    language: 'en-GB',
    readingDirection: 'rtl',
    releaseDate: '2004-05-01',
    year: 2004,
    month: 5,
    day: 1,
  });
});

test('reads the title and the numeric language of a book without EXTH', async () => {
  const bytes = makeMobi(html('<p>x'), { title: 'Nachtzug', fields: { 92: 0x407, 128: 0 } });
  expect((await scanBytes(bytes)).metadata).toMatchObject({ title: 'Nachtzug', language: 'de' });
});

test('splits MOBI 6 into documents at page breaks, with links, images and table of contents', async () => {
  const body = '<h2>One</h2><p>a <img recindex="00001">';
  const text = html(`${body}<mbp:pagebreak/><h2>Two</h2><p><a filepos=0000000012>up</a>`);
  const made = await makeEpubOf(
    makeMobi(text, { resources: [await png()], toc: [['Second', text.indexOf('<h2>Two')]] }),
  );
  expect(made.files['text/0001.xhtml']).toContain('<img alt="" src="../images/0001.png"/>');
  expect(made.files['text/0002.xhtml']).toContain('<a href="0001.xhtml#p12">up</a>');
  expect(made.files['text/0001.xhtml']).toContain('<a id="p12"></a>');
  expect(made.content.epub?.toc).toMatchObject([{ title: 'Second', name: 'text/0002.xhtml' }]);
});

test('reads the table of contents from the contents page if there is no index, otherwise from the headings', async () => {
  const chapters = '<mbp:pagebreak/><h1>A</h1><p>a<mbp:pagebreak/><h1>B</h1><p>b';
  expect((await makeEpubOf(makeMobi(html(chapters)))).content.epub?.toc).toMatchObject([
    { title: 'A' },
    { title: 'B' },
  ]);
  const place = (position: number) => String(position).padStart(10, '0');
  const write = (toc: number, a: number) =>
    `<html><head><guide><reference type="toc" title="T" filepos=${place(toc)} /></guide></head><body>` +
    `<p>x<mbp:pagebreak/><p><a filepos=${place(a)}>The <i>A</i></a>${chapters}`;
  const first = write(0, 0);
  const text = write(first.indexOf('<mbp'), first.indexOf('<h1>A'));
  expect((await makeEpubOf(makeMobi(text))).content.epub?.toc).toMatchObject([
    { title: 'The A', name: 'text/0003.xhtml' },
  ]);
});

test('assembles KF8 from skeletons and fragments, with style sheets and links', async () => {
  const link = toPlace(2, 3);
  const bytes = makeKf8({
    resources: [await png()],
    styles: ['p { background: url(kindle:embed:0001?mime=image/png) }'],
    parts: [
      {
        ...part('<p>a</p>', `<p><a href="${link}">b</a></p>`),
        before: '<html><head><link href="kindle:flow:0001?mime=text/css" rel="stylesheet"/></head><body>',
      },
      part('ab <p>c</p>'),
    ],
    toc: [
      ['First', 0, 0],
      ['Second', 2, 3],
    ],
  });
  const { files, content } = await makeEpubOf(bytes);
  expect(files['text/0001.xhtml']).toContain('<p>a</p><p><a href="0002.xhtml#');
  expect(files['text/0001.xhtml']).toContain('href="../styles/0001.css"');
  expect(files['styles/0001.css']).toBe('p { background: url(../images/0001.png) }');
  const fragment = content.epub?.toc?.[1]?.fragment;
  expect(files['text/0002.xhtml']).toContain(`ab <a id="${fragment}"></a><p>c</p>`);
  expect((await scanBytes(bytes)).format).toBe('azw3');
});

test('reads the KF8 part of a joint file with the images of the MOBI 6 part, or MOBI 6 if KF8 is damaged', async () => {
  const spec = {
    resources: [await png()],
    parts: [part('<p>new <img src="kindle:embed:0001?mime=image/png"/></p>')],
  };
  const joint = makeJointMobi(html('<p>old'), spec);
  expect(await scanBytes(joint)).toMatchObject({ format: 'mobi', faults: [] });
  expect(await textOf(joint)).toContain('<p>new <img alt="" src="../images/0001.png"/></p>');
  const broken = Buffer.from(joint);
  broken.write('XXXX', joint.indexOf('INDX', joint.indexOf('BOUNDARY')));
  expect(await textOf(broken)).toContain('<p>old</p>');
});

test('splits plain text of PalmDOC into chapters', async () => {
  const bytes = makePalmDoc('A Palm Text\n\nChapter 1\n\nIt was caf\xe9.\n\nChapter 2\n\nIt ended.\n');
  expect((await scanBytes(bytes)).metadata).toMatchObject({ title: 'A Palm Text' });
  const { content } = await makeEpubOf(bytes);
  expect(content.epub?.toc).toMatchObject([{ title: 'Chapter 1' }, { title: 'Chapter 2' }]);
  expect(await textOf(bytes)).toContain('<p>It was café.</p>');
});

test('reads metadata and cover of a protected book, and reports its protection', async () => {
  const spec = {
    exth: [
      [503, 'Secret'],
      [201, 0],
    ] as const,
    resources: [await png()],
  };
  for (const bytes of [
    makeMobi(html('<p>x'), { ...spec, encryption: 2 }),
    makeMobi(html('<p>x'), { ...spec, fields: { 168: 1_000, 172: 1 } }),
    makeKf8({ ...spec, encryption: 1, parts: [part('x')] }),
  ]) {
    const { metadata, faults, content, pageCount } = await scanBytes(bytes);
    expect(faults.map(({ kind, reason }) => [kind, reason])).toEqual([['parser', 'encrypted']]);
    expect([metadata?.title, content?.cover, pageCount]).toEqual(['Secret', { resource: 0 }, 0]);
    expect(await findRefusal(bytes)).toBe('parser encrypted');
  }
  // A list of keys alone does not protect the book.
  expect((await scanBytes(makeMobi(html('<p>x'), { exth: [[209, 'keys']] }))).faults).toEqual([]);
});

test('reads windows-1252 and UTF-8 as declared by the header', async () => {
  expect(await textOf(makeMobi(html('<p>“é”')))).toContain('“é”');
  const bytes = Buffer.from(html('<p>\x93\xe9\x94'), 'latin1');
  expect(await textOf(makeMobi(bytes, { encoding: 1252 }))).toContain('“é”');
});

test('removes trailing entries of records', async () => {
  const trailing = Buffer.concat([Buffer.from('<p>text\0'), Buffer.from('xx\x83', 'latin1')]);
  const bytes = makeMobi(trailing, { compression: 'none', fields: { 240: 3 } });
  expect(await textOf(bytes)).toBe('<p>text</p>');
});

test('removes scripts and external references of a book', async () => {
  const bytes = makeKf8({
    parts: [
      part(
        '<script>alert(1)</script><p onclick="x()" style="background: url(http://x/y)">a</p><iframe src="http://x"></iframe>' +
          '<a href="javascript:alert(1)">b</a><img src="http://x/y.png"/><form><input/></form>' +
          '<object data="x"></object><svg><script>alert(1)</script></svg>',
      ),
    ],
  });
  expect(await textOf(bytes)).not.toMatch(/script|onclick|iframe|<img|<form|<object|<svg/);
});

const record0 = (change: (record: Buffer) => void) => (records: Buffer[]) => {
  const [first = Buffer.alloc(0), ...rest] = records;
  change(first);
  return [first, ...rest];
};

test.each<[string, () => Buffer]>([
  ['no records', () => makePalm([])],
  [
    'records that overlap',
    () => {
      const bytes = makeMobi(html('<p>x'));
      bytes.writeUInt32BE(10, 78);
      return bytes;
    },
  ],
  [
    'records past its end',
    () => {
      const bytes = makeMobi(html('<p>x'));
      for (let i = 0; i < 2; i++) bytes.writeUInt32BE(0x7fffffff, 78 + i * 8);
      return bytes;
    },
  ],
  [
    '65,535 missing records',
    () => {
      const bytes = makeMobi(html('<p>x'));
      bytes.writeUInt16BE(65_535, 76);
      return bytes;
    },
  ],
  ['a truncated header', () => makePalm([Buffer.alloc(8)])],
  [
    'an unknown compression',
    () => makeMobi(html('x'), { records: record0((bytes) => bytes.writeUInt16BE(7, 0)) }),
  ],
])('reports a book with %s as damaged', async (_, make) => {
  const { faults, pageCount } = await scanBytes(make());
  expect([faults.map(({ kind, reason }) => [kind, reason]), pageCount]).toEqual([[['parser', 'damaged']], 0]);
});

test('stops reading an EXTH that declares 30 million values of length zero', async () => {
  const bytes = makeMobi(html('<p>x'), {
    records: record0((record) => {
      const at = record.indexOf('EXTH');
      record.writeUInt32BE(30_000_000, at + 8);
    }),
    exth: [[503, 'Title']],
  });
  expect(await scanBytes(bytes)).toMatchObject({ metadata: { title: 'Title' }, faults: [] });
});

test('counts pages of the real text if the header declares 4 GB', async () => {
  const { pageCount } = await scanBytes(makeMobi(html('<p>x'), { fields: { 4: 0xffffffff } }));
  expect(pageCount).toBeLessThan(10);
});

test('ignores an index that declares a billion entries', async () => {
  const bytes = makeMobi(html('<h1>A</h1><p>x'), { toc: [['A', 5]] });
  const index = bytes.lastIndexOf('INDX');
  bytes.writeUInt32BE(1_000_000_000, index + 24);
  bytes.writeUInt32BE(1_000_000_000, bytes.indexOf('INDX') + 52);
  expect((await makeEpubOf(bytes)).content.epub?.toc?.length).toBeGreaterThan(0);
});

test('unpacks PalmDOC, and refuses references before the beginning', () => {
  const text = Buffer.from('The train, the train and the train again: \u00e9\u00e8 '.repeat(50));
  expect(unpackPalmDoc(packPalmDoc(text)).equals(text)).toBe(true);
  expect(() => unpackPalmDoc(Buffer.of(0x80, 0x08))).toThrow('refers to data before its start');
});

/** Makes a code in which each byte denotes the phrase of its number, counted from the last. */
function makeHuff(phrases: readonly { bytes: Uint8Array; isUnpacked: boolean }[]): Buffer[] {
  const codes = Buffer.concat(Array.from({ length: 256 }, () => be32((0xff * 256 + 0x88) >>> 0)));
  const huff = Buffer.concat([
    ...[Buffer.from('HUFF'), be32(24), be32(24), be32(24 + 1024), be32(0), be32(0)],
    ...[codes, Buffer.alloc(256)],
  ]);
  let at = phrases.length * 2;
  const offsets = phrases.map(({ bytes }) => {
    const offset = at;
    at += 2 + bytes.length;
    return be16(offset);
  });
  const slices = phrases.map(({ bytes, isUnpacked }) =>
    Buffer.concat([be16(bytes.length | (isUnpacked ? 0x8000 : 0)), bytes]),
  );
  const cdic = [Buffer.from('CDIC'), be32(16), be32(phrases.length), be32(8), ...offsets, ...slices];
  return [huff, Buffer.concat(cdic)];
}

test('unpacks HUFF/CDIC with nested phrases, and refuses a phrase that refers to itself', () => {
  const phrases = Array.from({ length: 256 }, (_, i) => ({ bytes: Buffer.of(255 - i), isUnpacked: true }));
  phrases[255 - 1] = { bytes: Buffer.from('ab'), isUnpacked: false };
  const records = makeHuff(phrases);
  const unpack = createHuffUnpacker((i) => records[i] ?? Buffer.alloc(0), records.length);
  expect(Buffer.from(unpack(Buffer.from('x\x01y\x01'))).toString()).toBe('xabyab');
  phrases[255 - 1] = { bytes: Buffer.of(1), isUnpacked: false };
  const loop = makeHuff(phrases);
  const hang = createHuffUnpacker((i) => loop[i] ?? Buffer.alloc(0), loop.length);
  expect(() => hang(Buffer.of(1))).toThrow('refers to itself');
});

test('refuses phrases that double each other 40 times', () => {
  const phrases = Array.from({ length: 256 }, (_, i) => ({ bytes: Buffer.of(255 - i), isUnpacked: true }));
  for (let i = 1; i < 30; i++) phrases[255 - i] = { bytes: Buffer.of(i + 1, i + 1), isUnpacked: false };
  phrases[255 - 30] = { bytes: Buffer.alloc(10_000, 'x'), isUnpacked: true };
  const bomb = makeHuff(phrases);
  const unpack = createHuffUnpacker((i) => bomb[i] ?? Buffer.alloc(0), bomb.length);
  expect(() => unpack(Buffer.of(1))).toThrow('too large');
});

/** A book with a blank page before each chapter: its links and its table of contents lead to the blank page. */
function makeWithBlankPages(chapters: number) {
  const place = (position: number) => String(position).padStart(10, '0');
  const write = (starts: readonly number[]) => {
    let text = '<html><head><title>Title</title></head><body>';
    const made: number[] = [];
    for (let i = 0; i < chapters; i++) {
      made.push(text.length);
      const link = `<a filepos=${place(starts[(i + 1) % chapters] ?? 0)}>next</a>`;
      text += `<mbp:pagebreak/><p>&nbsp;</p>\n<mbp:pagebreak/><h2>Chapter ${i + 1}</h2><p>Text. ${link}</p>`;
    }
    return { text: `${text}<mbp:pagebreak/><p> </p></body></html>`, starts: made };
  };
  const { text, starts } = write(write([]).starts);
  return { text, starts };
}

test('resolves links to a blank page, which is not in the EPUB, to the following text', async () => {
  const { text, starts } = makeWithBlankPages(5);
  const toc = starts.map((start, i) => [`Chapter ${i + 1}`, start + (i % 2) * 20] as const);
  const made = await makeEpubOf(makeMobi(text, { toc }));
  expect(made.content.epub?.toc?.map(({ title }) => title)).toEqual(toc.map(([title]) => title));
  expect(listDeadLinks(made)).toEqual([]);
  expect(made.files['text/0003.xhtml']).toContain('<a href="0005.xhtml">next</a>');
  expect(made.content.epub?.spine.map(({ name }) => name)).toEqual(
    [3, 5, 7, 9, 11].map((number) => `text/${String(number).padStart(4, '0')}.xhtml`),
  );
});

test('resolves links beyond the end of the text to the last document, and omits links to unknown ids', async () => {
  const text = html('<p>a <a filepos=0000009999>end</a> <a href="#no">x</a><mbp:pagebreak/><p>b');
  const made = await makeEpubOf(makeMobi(text, { toc: [['End', 5_000]] }));
  expect(listDeadLinks(made)).toEqual([]);
  expect(made.files['text/0001.xhtml']).toContain('<a href="0002.xhtml">end</a> <a>x</a>');
  expect(made.content.epub?.toc).toMatchObject([{ title: 'End', name: 'text/0002.xhtml' }]);
});

test('keeps the text of a dictionary, which is in an mbp:frameset', async () => {
  const entry = (word: string) =>
    `<idx:entry><idx:orth value="${word}"><b>${word}</b></idx:orth> noun<hr></idx:entry>`;
  const frames = `<mbp:frameset><mbp:slave-frame display="bottom"/>${entry('abbey')}${entry('abbot')}</mbp:frameset>`;
  expect(await textOf(makeMobi(html(frames)))).toBe('<b>abbey</b> noun<hr/><b>abbot</b> noun<hr/>');
});
