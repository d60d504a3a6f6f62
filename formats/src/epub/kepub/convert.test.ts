import { expect, test } from 'vitest';
import { corpusPath, hasCorpus, readCorpus } from '../../../../server/test/corpus.ts';
import { faultOf } from '../../../../server/test/faults.ts';
import { makeEpub } from '../../../../server/test/makers/books.ts';
import { packageXml, page } from '../../../../server/test/makers/epub.ts';
import { readArchiveIndex } from '../../archive/open.ts';
import { readEntryNow } from '../../archive/read.ts';
import { readEpubBook } from '../../book/epub.ts';
import { FormatError } from '../../error.ts';
import { defaultLimits as limits } from '../../limits.ts';
import { type ByteSource, bytesSource, openFileSource } from '../../source.ts';
import { readXml } from '../../xml/read.ts';
import { convertToKepub } from './convert.ts';
import { markCover } from './cover.ts';

function open(source: ByteSource) {
  const archive = { source, limits, index: readArchiveIndex(source, limits, 'zip') };
  const text = (name: string) => {
    const entry = archive.index.entries.find((one) => one.name === name);
    return entry ? Buffer.from(readEntryNow(archive, entry)).toString() : undefined;
  };
  return { names: archive.index.entries.map(({ name }) => name), text, book: readEpubBook(archive) };
}
const convert = (bytes: Buffer) => convertToKepub(bytesSource(bytes), limits);

test('marks sentences in chapters, keeps everything else, and is deterministic', async () => {
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
  const epub = makeEpub({
    metadata: '<dc:title>A</dc:title><meta name="cover" content="pic"/>',
    manifest:
      '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/><item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>' +
      '<item id="pic" href="a%20b.png" media-type="image/png"/>',
    files: { 'OEBPS/a b.png': picture, 'OEBPS/notes.xhtml': page('<p>Unlisted. Text.</p>') },
  });
  const kepub = (await convert(epub)) as Buffer;
  expect(kepub.equals((await convert(epub)) as Buffer)).toBe(true);
  expect(kepub.subarray(30, 58).toString()).toBe('mimetypeapplication/epub+zip');
  const before = open(bytesSource(epub));
  const after = open(bytesSource(kepub));
  expect(new Set(after.names)).toEqual(new Set(before.names));
  expect(after.text('OEBPS/c1.xhtml')).toContain('<p><span class="koboSpan" id="kobo.1.1">One.</span></p>');
  for (const name of ['OEBPS/notes.xhtml', 'OEBPS/nav.xhtml', 'OEBPS/a b.png', 'META-INF/container.xml'])
    expect([name, after.text(name)]).toEqual([name, before.text(name)]);
  expect(after.text('OEBPS/content.opf')).toBe(
    before
      .text('OEBPS/content.opf')
      ?.replace('media-type="image/png"/>', 'media-type="image/png" properties="cover-image"/>'),
  );
  expect(after.book.faults).toEqual([]);
  expect(after.book.content?.epub?.spine.map(({ name }) => name)).toEqual(
    before.book.content?.epub?.spine.map(({ name }) => name),
  );
  // A KEPUB is not converted again.
  expect(await convert(kepub)).toBeUndefined();
});

test('does not convert fixed layouts, and refuses files that are not EPUBs', async () => {
  const fixed = '<dc:title>A</dc:title><meta property="rendition:layout">pre-paginated</meta>';
  expect(await convert(makeEpub({ metadata: fixed }))).toBeUndefined();
  const opf = { 'META-INF/container.xml': undefined, 'OEBPS/content.opf': undefined };
  await expect(convert(makeEpub({ files: opf }))).rejects.toThrow(FormatError);
});

test('converts documents to UTF-8 and updates their declaration', async () => {
  const text = '<?xml version="1.0" encoding="ISO-8859-1"?><html><body><p>Café</p></body></html>';
  const epub = makeEpub({ files: { 'OEBPS/c1.xhtml': Buffer.from(text, 'latin1') } });
  const chapter = open(bytesSource((await convert(epub)) as Buffer)).text('OEBPS/c1.xhtml');
  expect(chapter).toMatch(/^<\?xml version="1.0" encoding="utf-8"\?>.*>Café<\/span>/);
});

test('keeps existing attributes of the cover', () => {
  const opf = packageXml({ manifest: '<opf:item id="a" properties="svg" href="a.png"/>' });
  expect(markCover(opf, 'OEBPS/content.opf', 'OEBPS/a.png')).toBe(
    opf.replace('properties="svg"', 'properties="cover-image svg"'),
  );
  const said = packageXml({ manifest: '<item id="a" properties="cover-image" href="a.png"/>' });
  expect(markCover(said, 'OEBPS/content.opf', 'OEBPS/a.png')).toBeUndefined();
});

test.skipIf(!hasCorpus)('keeps the text of all EPUBs of the corpus', { timeout: 120_000 }, async () => {
  let converted = 0;
  for (const file of readCorpus().filter(({ path }) => path.endsWith('.epub'))) {
    const source = openFileSource(corpusPath(file));
    try {
      const kepub = await convertToKepub(source, limits).catch((error: unknown) => {
        if (error instanceof FormatError) return undefined;
        throw error;
      });
      if (!kepub) continue;
      converted += 1;
      const before = open(source);
      const after = open(bytesSource(kepub));
      expect([file.path, after.book.faults]).toEqual([file.path, before.book.faults]);
      for (const { name } of after.book.content?.epub?.spine ?? []) {
        const isXml = (text = '') =>
          faultOf(() => readXml(Buffer.from(text), limits, { open() {}, close() {}, text() {} }));
        expect([name, isXml(after.text(name))]).toEqual([name, isXml(before.text(name))]);
      }
    } finally {
      source.close();
    }
  }
  expect(converted).toBeGreaterThan(2);
});
