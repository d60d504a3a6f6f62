// Opens damaged documents. The engine reads or refuses them. A crashed engine is replaced, as in the server.
import { expect, test } from 'vitest';
import { makePdf } from '../../../server/test/makers/pdf.ts';
import { mutate, seededRandom } from '../../../server/test/mutations.ts';
import { FormatError } from '../error.ts';
import { bytesSource } from '../source.ts';
import { createPdfEngine, type PdfEngine } from './engine.ts';
import { toPdfMetadata } from './metadata.ts';
import { parseXmp } from './xmp.ts';

const xmp = `<?xpacket begin="" id="x"?><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><r:Description
  xmlns:d="http://purl.org/dc/elements/1.1/"><d:format>application/pdf</d:format></r:Description></r:RDF><?xpacket end="w"?>`;
const seed = makePdf({
  pages: [{}, { rotate: 90, content: '/F1 12 Tf BT (x) Tj ET' }],
  info: { Title: 'Tïtle', Author: 'A; B', CreationDate: "D:20230306180657+01'00'" },
  outline: ['One', 'Two'],
  xmp,
});

/** Bytes that remain intact: without a valid header PDFium does not read the rest. */
const HEADER_BYTES = 16;

/** Uses a document like the server. */
function use(engine: PdfEngine, bytes: Buffer): void {
  const document = engine.open(bytesSource(bytes));
  try {
    toPdfMetadata(document.info(), parseXmp(document.xmp() ?? bytes.subarray(0, 0)));
    document.outline();
    for (const { widthPt, heightPt } of document.pageSizes()) expect(widthPt > 0 && heightPt > 0).toBe(true);
    const { pixels, width, height } = document.renderPage(0, { maxWidth: 30, maxHeight: 30 });
    expect(pixels.length).toBe(width * height * 3);
  } finally {
    document.close();
  }
}

test('reads or refuses 3,000 damaged documents', async () => {
  const random = seededRandom(20_261_122);
  let engine = await createPdfEngine();
  let used = 0;
  for (let round = 0; round < 3000; round++) {
    try {
      use(
        engine,
        Buffer.concat([seed.subarray(0, HEADER_BYTES), mutate(seed.subarray(HEADER_BYTES), random)]),
      );
      used++;
    } catch (error) {
      expect(error).toBeInstanceOf(FormatError);
    }
    if (!engine.isUsable()) engine = await createPdfEngine();
  }
  expect(used).toBeGreaterThan(1000);
});
