import { beforeAll, expect, test } from 'vitest';
import { type CorpusFile, corpusPath, hasCorpus, readCorpus } from '../../../server/test/corpus.ts';
import { faultOf } from '../../../server/test/faults.ts';
import { fc } from '../../../server/test/harness/property.ts';
import { makePdf } from '../../../server/test/makers/pdf.ts';
import { FormatError, settle } from '../error.ts';
import { defaultLimits as limits } from '../limits.ts';
import type { EmbeddedMetadata } from '../metadata.ts';
import { bytesSource, openFileSource } from '../source.ts';
import { checkPdf, editPdf, type PdfEdit } from './edit.ts';
import { fitsPdf, type PdfField, pdfFieldNames } from './edit-fields.ts';
import { toEmbeddedMetadata } from './embedded.ts';
import { createPdfEngine, type PdfEngine } from './engine.ts';
import { toPdfMetadata } from './metadata.ts';
import { parseXmp } from './xmp.ts';

const modifiedAt = new Date(Date.UTC(2026, 1, 3, 4, 5, 6));
let engine: PdfEngine;
beforeAll(async () => {
  engine = await createPdfEngine();
});

const metadata: EmbeddedMetadata = {
  source: 'pdf',
  title: 'The (new) day \\ Ночь 夜',
  authors: [
    { name: 'Ann A. Author', role: 'author' },
    { name: 'Ben & Sons, Ltd.', role: 'author' },
  ],
  summary: 'All of it <&> "more"',
  subjects: ['Sea, deep', 'Ships'],
};
const all: PdfEdit = { metadata, fields: pdfFieldNames, modifiedAt };

function edit(before: Uint8Array, change: PdfEdit = all): Buffer {
  return Buffer.concat(
    editPdf(engine, bytesSource(before), change, limits).map((part) =>
      part instanceof Uint8Array ? part : before.subarray(part.offset, part.offset + part.length),
    ),
  );
}

function read(bytes: Uint8Array) {
  const document = engine.open(bytesSource(bytes), limits);
  try {
    const packet = document.xmp();
    const said = toEmbeddedMetadata(toPdfMetadata(document.info(), packet ? parseXmp(packet) : new Map()));
    return { said, pageCount: document.pageCount, info: new Map(document.infoTexts()), packet };
  } finally {
    document.close();
  }
}

const check = (before: Uint8Array, after: Uint8Array) =>
  checkPdf(engine, bytesSource(before), bytesSource(after), limits);

const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
 <r:Description r:about="uuid:7" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:p="http://ns.adobe.com/pdf/1.3/" p:Producer="Kept" p:Keywords="old">
  <d:title><r:Alt><r:li xml:lang="x-default">Old</r:li><r:li xml:lang="de">Alt</r:li></r:Alt></d:title>
  <d:publisher><r:Bag><r:li>House</r:li></r:Bag></d:publisher>
 </r:Description>
</r:RDF></x:xmpmeta>
<?xpacket end="w"?>`;

/** Builds a PDF with cross-references in a stream, like newer writers. */
function makeStreamed(): Buffer {
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>>',
    '<</Title(Old)/Mine(kept \\(unchanged\\))/Trapped/True>>',
  ];
  let file = '%PDF-1.7\n';
  const offsets = bodies.map((body, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const at = file.length;
  const rows = Buffer.concat(
    [[0, 0, 255], ...[...offsets, at].map((offset) => [1, offset, 0])].map(
      ([type = 0, offset = 0, last = 0]) => {
        const row = Buffer.alloc(4);
        row.writeUInt8(type, 0);
        row.writeUInt16BE(offset, 1);
        row.writeUInt8(last, 3);
        return row;
      },
    ),
  );
  const head = `5 0 obj\n<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Info 4 0 R/ID[(a\\)b)<00ff>]/Length ${rows.length}>>stream\n`;
  return Buffer.concat([
    Buffer.from(file + head, 'latin1'),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF`),
  ]);
}

const made: [string, () => Buffer][] = [
  ['without metadata', () => makePdf({ pages: [{}, {}] })],
  ['with a dictionary', () => makePdf({ info: { Title: 'Old', Producer: 'Kept', Keywords: 'old' } })],
  ['with an XMP packet', () => makePdf({ info: { Title: 'Old' }, xmp: packet })],
  ['with cross-references in a stream', makeStreamed],
];

test.each(made)('writes metadata into a document %s and keeps every byte', (_, make) => {
  const before = make();
  const after = edit(before);
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  const { said, pageCount } = read(after);
  expect(said).toMatchObject({ ...metadata, authors: metadata.authors });
  expect(pageCount).toBe(read(before).pageCount);
  check(before, after);
  // Writes fewer values over the first result, which removes fields.
  const less = edit(after, {
    ...all,
    metadata: { source: 'pdf', title: 'Less', authors: [{ name: 'Ann', role: 'author' }] },
  });
  expect(read(less).said).toEqual({
    ...read(after).said,
    title: 'Less',
    authors: [{ name: 'Ann', role: 'author' }],
    summary: undefined,
    subjects: undefined,
  });
});

test.each<[PdfField, Partial<EmbeddedMetadata>, boolean]>([
  ['title', { title: 'A, b; c' }, true],
  ['authors', { authors: [{ name: 'Ann', role: 'author' }] }, true],
  ['authors', { authors: [{ name: 'Ann', role: 'translator' }] }, false],
  ['authors', { authors: [{ name: 'von Neumann, John von', role: 'author' }] }, false],
  ['authors', { authors: ['A, b', 'C & d'].map((name) => ({ name, role: 'author' as const })) }, true],
  ['subjects', { subjects: ['a; b', 'c'] }, false],
  ['subjects', {}, true],
])('knows whether a PDF can store %s %j', (field, said, fits) => {
  expect(fitsPdf(field, { source: 'pdf', ...said })).toBe(fits);
});

test('keeps other entries of dictionary and packet', () => {
  const streamed = read(edit(makeStreamed(), { ...all, fields: ['title'] })).info;
  expect(Object.fromEntries(streamed)).toEqual({
    Title: metadata.title,
    Mine: 'kept (unchanged)',
    Trapped: 'True',
    ModDate: 'D:20260203040506Z',
  });
  const { said, packet: written } = read(edit(makePdf({ xmp: packet })));
  expect(said?.publisher).toBe('House');
  const text = Buffer.from(written ?? []).toString();
  for (const kept of ['p:Producer="Kept"', '<d:publisher><r:Bag><r:li>House</r:li>', 'r:about="uuid:7"'])
    expect(text).toContain(kept);
  for (const gone of ['>Old<', '>Alt<', 'p:Keywords=']) expect(text).not.toContain(gone);
  expect(text.match(/ModifyDate/g)?.length).toBe(2);
});

test.each([
  ['encrypted', makePdf({ password: 'secret' }), 'parser encrypted'],
  ['truncated', makePdf().subarray(0, -40), 'parser malformed'],
  ['after other bytes', Buffer.concat([Buffer.from('junk\n'), makePdf()]), 'parser malformed'],
  ['no PDF', Buffer.from('a text'), 'parser malformed'],
])('refuses a document that is %s', (_, bytes, fault) => {
  expect(faultOf(() => edit(bytes))).toBe(fault);
});

test('reads back any written text, and throws a typed error for a damaged file', () => {
  const before = makePdf({ info: { Title: 'Old' } });
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(text, (title) => {
      const { info } = read(edit(before, { ...all, fields: ['title'], metadata: { source: 'pdf', title } }));
      const clean = title.normalize('NFC').trim();
      expect((info.get('Title') ?? '').normalize('NFC')).toBe(clean);
    }),
    { numRuns: 200 },
  );
  const whole = makePdf({ info: { Title: 'Old' }, xmp: packet });
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const damaged = Buffer.from(whole);
      damaged[at] = byte;
      const after = settle(() => edit(damaged));
      if (!(after instanceof FormatError))
        expect(after.subarray(0, damaged.length).equals(damaged)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const documents: CorpusFile[] = hasCorpus ? readCorpus().filter(({ path }) => /\.pdf$/i.test(path)) : [];
const maxBytes = 64 * 1024 * 1024;

test.skipIf(!hasCorpus)(
  'writes or refuses every PDF of the corpus without changing other facts',
  { timeout: 300_000 },
  () => {
    let written = 0;
    for (const file of documents) {
      const source = openFileSource(corpusPath(file));
      try {
        if (source.size > maxBytes) continue;
        const before = Buffer.from(source.read(0, source.size));
        const after = settle(() => edit(before));
        if (!engine.isUsable()) throw new Error(`The engine crashed while writing ${file.path}`);
        if (after instanceof FormatError) continue;
        written++;
        check(before, after);
        const said = read(after).said;
        expect([file.path, said?.title, said?.summary]).toEqual([
          file.path,
          metadata.title,
          metadata.summary,
        ]);
      } finally {
        source.close();
      }
    }
    expect(written).toBeGreaterThan(5);
  },
);
