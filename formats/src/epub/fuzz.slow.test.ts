// Feeds EPUBs with damaged container, package, navigation or pages to the reader: each gives a book or a
// FormatError within a time limit.
import { expect, test } from 'vitest';
import { longDocuments, mutateDocument } from '../../../server/test/document-mutations.ts';
import { memoryArchive } from '../../../server/test/epub-archive.ts';
import { epubFiles, page } from '../../../server/test/makers/epub.ts';
import { seededRandom } from '../../../server/test/mutations.ts';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { toEmbeddedMetadata } from '../opf/embedded.ts';
import { listPositions } from './positions.ts';
import { readEpub } from './read.ts';
import { toManifest } from './web-publication/manifest.ts';

const files = epubFiles({
  metadata: `<dc:title id="t">T</dc:title><meta refines="#t" property="title-type">main</meta>
    <dc:creator id="a" opf:role="aut">A</dc:creator><meta refines="#a" property="role">ill</meta>
    <meta property="belongs-to-collection" id="s">S</meta><meta refines="#s" property="group-position">1.5</meta>
    <dc:identifier id="uid">urn:isbn:9780306406157</dc:identifier><dc:date>2012-02-03</dc:date>
    <dc:description>&lt;p&gt;x&lt;/p&gt;</dc:description><meta name="cover" content="c1"/>`,
  manifest: `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
    <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
    <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/><item id="i" href="1.jpg" media-type="image/jpeg"/>`,
  spineAttributes: 'toc="ncx" page-progression-direction="rtl"',
  afterSpine: '<guide><reference type="cover" title="C" href="c1.xhtml#x"/></guide>',
  files: {
    'OEBPS/1.jpg': 'x',
    'OEBPS/c1.xhtml': page('<img src="1.jpg"/>'),
    'OEBPS/text/c2.xhtml': page('<svg><image href="../1.jpg"/></svg>'),
    'OEBPS/toc.ncx': `<ncx><navMap><navPoint><navLabel><text>A</text></navLabel><content src="c1.xhtml"/>
      <navPoint><navLabel><text>B</text></navLabel><content src="text/c2.xhtml#b"/></navPoint></navPoint></navMap></ncx>`,
    'META-INF/encryption.xml': `<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
      <CipherData><CipherReference URI="OEBPS/1.jpg"/></CipherData></EncryptedData></encryption>`,
  },
});

/** Reads a book and everything derived from it. Returns false if it is refused. */
function readAll(entries: readonly (readonly [string, string | Uint8Array])[]): boolean {
  try {
    const { opf, structure } = readEpub(memoryArchive(entries), defaultLimits);
    const metadata = toEmbeddedMetadata(opf);
    const options = { selfHref: 'https://a/', metadata, fallbackTitle: 'x' };
    const names = new Set(entries.map(([name]) => name));
    for (const { name } of [...structure.spine, ...structure.resources]) expect(names).toContain(name);
    JSON.stringify([toManifest(structure, options), listPositions(structure), structure]);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

const documents = files
  .filter(([name]) => name !== 'mimetype' && name !== 'OEBPS/1.jpg')
  .map(([name]) => name);

test('reads or refuses 4,000 books with one damaged document, and never names a missing entry', () => {
  const random = seededRandom(20_261_122);
  let read = 0;
  for (let round = 0; round < 4000; round++) {
    const damaged = documents[round % documents.length];
    const entries = files.map(([name, content]) =>
      name === damaged
        ? ([name, mutateDocument(String(content), random)] as const)
        : ([name, content] as const),
    );
    if (readAll(entries)) read += 1;
  }
  // Most errors in navigation and pages do not affect the rest of the book.
  expect(read).toBeGreaterThan(2000);
});

test('reads or refuses documents with one very long part within the time limit', () => {
  for (const long of longDocuments(100_000)) {
    for (const damaged of documents) {
      readAll(files.map(([name, content]) => [name, name === damaged ? long : content] as const));
    }
  }
});
