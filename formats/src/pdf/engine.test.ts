import { beforeAll, expect, test } from 'vitest';
import { makePdf } from '../../../server/test/makers/pdf.ts';
import { isWhite, readColor } from '../../../server/test/pixels.ts';
import { defaultLimits } from '../limits.ts';
import { bytesSource } from '../source.ts';
import { createPdfEngine, type PdfEngine } from './engine.ts';
import { renderToJpeg } from './jpeg.ts';

let engine: PdfEngine;

beforeAll(async () => {
  engine = await createPdfEngine();
});

const open = (spec?: Parameters<typeof makePdf>[0]) => engine.open(bytesSource(makePdf(spec)));
const isBlue = ([red = 255, green = 255, blue = 0]: number[]) => red < 60 && green < 60 && blue > 150;

test('returns the displayed size of pages: rotated, with corners in any order, never without area', () => {
  const document = open({
    pages: [
      { width: 300, height: 400 },
      { width: 300, height: 400, rotate: 90 },
      { width: 300, height: 400, rotate: 180 },
      { mediaBox: '200 300 50 120' },
      { mediaBox: '10 10 10 10' },
      { mediaBox: '0 0 99999999 5' },
      { mediaBox: '0 0 100 100]/CropBox[200 200 300 300' },
    ],
  });
  expect(document.pageCount).toBe(7);
  const sizes = document.pageSizes().map(({ widthPt, heightPt }) => [widthPt, heightPt]);
  expect(sizes.slice(0, 5)).toEqual([
    [300, 400],
    [400, 300],
    [300, 400],
    [150, 180],
    [612, 792],
  ]);
  expect(Math.max(...sizes.flat())).toBeLessThanOrEqual(1_000_000);
  expect(document.pageSize(1)).toEqual({ widthPt: 400, heightPt: 300 });
  for (const index of [-1, 7, 0.5]) {
    expect(() => document.pageSize(index)).toThrow(RangeError);
    expect(() => document.renderPage(index, { width: 10 })).toThrow(RangeError);
  }
  document.close();
});

test('renders a page in the requested size, upright, on white', async () => {
  const document = open({ pages: [{}, { rotate: 90 }] });
  const page = document.renderPage(0, { width: 75 });
  expect(page).toMatchObject({ width: 75, height: 100 });
  expect(page.pixels.length).toBe(75 * 100 * 3);
  const jpeg = await renderToJpeg(document, 0, { maxWidth: 90, maxHeight: 90 });
  expect(jpeg).toMatchObject({ width: 68, height: 90 });
  expect(isBlue(await readColor(jpeg.bytes, { x: 0.2, y: 0.5 }))).toBe(true);
  expect(isWhite(await readColor(jpeg.bytes, { x: 0.8, y: 0.5 }))).toBe(true);
  const turned = await renderToJpeg(document, 1, { width: 101 });
  expect(isBlue(await readColor(turned.bytes, { x: 0.5, y: 0.2 }))).toBe(true);
  expect(isWhite(await readColor(turned.bytes, { x: 0.5, y: 0.8 }))).toBe(true);
  document.close();
});

test('renders a page that makes the memory grow', async () => {
  const fresh = await createPdfEngine();
  const before = fresh.memoryBytes();
  const document = fresh.open(bytesSource(makePdf({ info: { Title: 'Large' } })));
  const { pixels, width, height } = document.renderPage(0, { width: 3000 });
  expect(fresh.memoryBytes()).toBeGreaterThan(before);
  const middle = (height >> 1) * width * 3;
  expect(isBlue([...pixels.subarray(middle, middle + 3)])).toBe(true);
  expect([...pixels.subarray(-3)]).toEqual([255, 255, 255]);
  expect(document.info().title).toBe('Large');
});

test('applies quality and background', async () => {
  const document = open({ pages: [{ content: '' }] });
  const black = document.renderPage(0, { width: 3, background: 0x102030 });
  expect([...black.pixels.subarray(0, 3)]).toEqual([0x10, 0x20, 0x30]);
  const drawn = open();
  const [low, high] = await Promise.all(
    [20, 95].map((quality) => renderToJpeg(drawn, 0, { width: 900, quality })),
  );
  expect(low?.bytes.length).toBeLessThan(high?.bytes.length ?? 0);
  document.close();
  drawn.close();
});

test('reads the information dictionary in ASCII, UTF-16 and PDFDocEncoding', () => {
  const document = open({
    version: '1.4',
    info: {
      Title: 'Ein (gutes) Büch – 本',
      Author: 'Jane Doe',
      Subject: Buffer.from('(caf\xe9 \x80 \x92)', 'latin1'),
      Keywords: '',
      CreationDate: 'D:2023',
      Trapped: Buffer.from('/True'),
    },
  });
  expect(document.info()).toEqual({
    title: 'Ein (gutes) Büch – 本',
    author: 'Jane Doe',
    subject: 'café • ™',
    creationDate: 'D:2023',
    trapped: 'True',
  });
  expect(document.version).toBe('1.4');
  expect(document.isEncrypted).toBe(false);
  document.close();
});

test('omits texts beyond the limit and control characters, and replaces lone surrogates', () => {
  const title = Buffer.from('<feff0041000000420007d8000043>');
  const bytes = makePdf({ info: { Title: title, Author: 'x'.repeat(200) } });
  const document = engine.open(bytesSource(bytes), { ...defaultLimits, maxTextLength: 100 });
  expect(document.info()).toMatchObject({ title: 'AB\ufffdC', author: undefined });
  document.close();
});

test('returns the raw XMP packet', () => {
  const xmp = '<?xpacket begin="" id="x"?><x>application/pdf é</x><?xpacket end="w"?>';
  const document = open({ xmp });
  expect(Buffer.from(document.xmp() ?? []).toString()).toContain('application/pdf é');
  expect(open().xmp()).toBeUndefined();
  document.close();
});

test('returns the outline in reading order with its target pages', () => {
  const document = open({ pages: [{}, {}], outline: ['One', 'Zwei – 二', 'Nowhere'] });
  expect(document.outline()).toEqual([
    { title: 'One', level: 0, pageIndex: 0 },
    { title: 'Zwei – 二', level: 0, pageIndex: 1 },
    { title: 'Nowhere', level: 0, pageIndex: undefined },
  ]);
  expect(open().outline()).toEqual([]);
  const outside = makePdf({ outline: ['Far'] })
    .toString('latin1')
    .replace(/Dest\[\d+ 0 R/, 'Dest[99999');
  expect(engine.open(bytesSource(Buffer.from(outside, 'latin1'))).outline()).toMatchObject([
    { pageIndex: undefined },
  ]);
  document.close();
});

test('stops in a cyclic outline', () => {
  const text = makePdf({ outline: ['AA', 'BB'] }).toString('latin1');
  // The previous sibling of the second item also becomes its next sibling and its child.
  const cyclic = text.replace(
    /\(BB\)\/Parent (\d+ 0 R)\/Prev (\d+ 0 R)/,
    '(BB)/Parent $1/Next $2/First $2/Last $2',
  );
  expect(cyclic).not.toBe(text);
  const document = engine.open(bytesSource(Buffer.from(cyclic, 'latin1')));
  expect(document.outline().map(({ title }) => title)).toEqual(['AA', 'BB']);
  document.close();
});

test('opens several documents concurrently, and rejects calls to a closed one', () => {
  const documents = Array.from({ length: 30 }, (_, i) => open({ pages: [{ width: 100 + i }] }));
  for (const [i, document] of documents.entries()) expect(document.pageSize(0).widthPt).toBe(100 + i);
  const [first, ...others] = documents;
  first?.close();
  first?.close();
  expect(() => first?.pageSize(0)).toThrow('closed');
  for (const [i, document] of others.entries())
    expect(document.renderPage(0, { width: 5 }).width, String(i)).toBe(5);
  for (const document of others) document.close();
});

test('refuses other files, damaged, empty and too long documents with a reason', () => {
  const refused = (bytes: Buffer, limits = defaultLimits) =>
    expect(() => engine.open(bytesSource(bytes), limits));
  const parser = (reason: string) => expect.objectContaining({ name: 'FormatError', kind: 'parser', reason });
  refused(Buffer.alloc(0)).toThrow(parser('damaged'));
  refused(Buffer.from('this is text')).toThrow(parser('damaged'));
  refused(makePdf().subarray(0, 60)).toThrow(parser('damaged'));
  refused(makePdf({ pages: [] })).toThrow(expect.objectContaining({ kind: 'zero_pages' }));
  const unreachable = makePdf()
    .toString('latin1')
    .replace(/Count 1\/Kids\[\d+/, 'Count 0/Kids[9');
  refused(Buffer.from(unreachable, 'latin1')).toThrow(parser('damaged'));
  refused(makePdf({ pages: [{}, {}, {}] }), { ...defaultLimits, maxPages: 2 }).toThrow(parser('too_large'));
  const unread = { size: 5 * 1024 ** 3, read: () => new Uint8Array(0) };
  expect(() => engine.open(unread)).toThrow(parser('too_large'));
  expect(engine.isUsable()).toBe(true);
});

test('reports a missing page as damaged if the source is readable', () => {
  const bytes = makePdf({ pages: [{}, {}] })
    .toString('latin1')
    .replace(/(Kids\[\d+ 0 R )\d+/, '$199');
  const document = engine.open(bytesSource(Buffer.from(bytes, 'latin1')));
  expect(document.renderPage(0, { width: 5 }).width).toBe(5);
  expect(() => document.renderPage(1, { width: 5 })).toThrow(
    expect.objectContaining({ kind: 'pdf_rendering', reason: 'damaged' }),
  );
  document.close();
});

test('keeps other documents usable if a source fails while a page is rendered', () => {
  const bytes = makePdf();
  let hasEnded = false;
  const document = engine.open({
    size: bytes.length,
    read: (offset, length) => {
      if (hasEnded) throw new Error('gone');
      return bytes.subarray(offset, offset + length);
    },
  });
  hasEnded = true;
  document.renderPage(0, { width: 10 });
  document.close();
  expect(open().renderPage(0, { width: 10 }).width).toBe(10);
});

test('crashes the engine with an error if a page exceeds the memory limit, and a new engine works', async () => {
  const small = await createPdfEngine({ maxMemoryBytes: 32 * 1024 * 1024 });
  const document = small.open(
    bytesSource(makePdf({ pages: [{ content: '0 0 m 1 1 l S '.repeat(300_000) }] })),
  );
  expect(() => document.renderPage(0, { width: 10 })).toThrow(
    expect.objectContaining({ kind: 'pdf_rendering', reason: 'too_large' }),
  );
  expect(small.isUsable()).toBe(false);
  expect(small.memoryBytes()).toBeLessThanOrEqual(32 * 1024 * 1024);
  expect(() => document.pageSize(0)).toThrow(expect.objectContaining({ reason: 'crashed' }));
  expect(() => small.open(bytesSource(makePdf()))).toThrow(
    expect.objectContaining({ kind: 'parser', reason: 'crashed' }),
  );
  document.close();
  expect(open().pageCount).toBe(1);
});

test('does not run scripts and actions of a document', () => {
  const catalog = '/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>';
  expect(open({ catalog }).renderPage(0, { width: 10 })).toMatchObject({ width: 10 });
});
