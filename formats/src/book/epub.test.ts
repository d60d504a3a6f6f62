import { expect, test } from 'vitest';
import { scanBytes } from '../../../server/test/made-epub.ts';
import { type EpubParts, epubFiles, packageXml } from '../../../server/test/makers/epub.ts';
import { makeZip } from '../../../server/test/makers/zip.ts';

const scan = (parts: EpubParts, folder = '') =>
  scanBytes(makeZip(epubFiles(parts).map(([name, content]) => ({ name: folder + name, content }))));

const noMarks = { mimetype: undefined, 'META-INF/container.xml': undefined };

test.each<[string, EpubParts, string?]>([
  ['without a container', { files: { 'META-INF/container.xml': undefined } }],
  ['without a container and a mimetype', { files: noMarks }],
  ['in a folder', {}, 'A Book/'],
  ['in a folder, without a container and a mimetype', { files: noMarks }, 'A Book/'],
])('reads an EPUB %s', async (_, parts, folder) => {
  const { format, metadata, faults, content } = await scan(parts, folder);
  expect([format, metadata?.title, faults]).toEqual(['epub', 'A Book', []]);
  expect(content?.epub?.spine).toHaveLength(2);
});

test('lists the errors of repaired documents with a book that is readable', async () => {
  const opf = packageXml().replace('A Book</dc:title>', 'Caf&eacute;');
  const { pageCount, metadata, faults } = await scan({
    files: { 'OEBPS/content.opf': opf, 'OEBPS/nav.xhtml': '<html><nav>' },
  });
  expect([pageCount, metadata?.title]).toEqual([2, 'Café']);
  expect(faults.map(({ kind, entry }) => [kind, entry])).toEqual([
    ['metadata', 'OEBPS/content.opf'],
    ['metadata', 'OEBPS/nav.xhtml'],
  ]);
});

test('reads a comic with the sidecar of calibre as a comic', async () => {
  const files = [
    { name: 'metadata.opf', content: packageXml() },
    { name: '001.png', content: 'x' },
  ];
  expect((await scanBytes(makeZip(files))).format).toBe('cbz');
});
