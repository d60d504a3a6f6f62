import { expect, test } from 'vitest';
import { memoryArchive } from '../../../server/test/epub-archive.ts';
import {
  anEpub,
  containerXml,
  type EpubParts,
  epubFiles,
  packageXml,
  page,
} from '../../../server/test/makers/epub.ts';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { readEpubPackage } from './package.ts';
import { listPositions } from './positions.ts';
import { type Epub, readEpub } from './read.ts';
import { countPositions, typeOf } from './structure.ts';

const read = (parts: EpubParts = {}): Epub => readEpub(anEpub(parts), defaultLimits);

/** Returns kind and reason of the error for a refused book. */
function faultOf(parts: EpubParts): string | undefined {
  try {
    read(parts);
  } catch (error) {
    if (error instanceof FormatError) return [error.kind, error.reason].filter(Boolean).join(' ');
    throw error;
  }
  return undefined;
}

test('reads a small book whose structure survives storage', () => {
  const { structure, opf, opfName } = read();
  expect(opfName).toBe('OEBPS/content.opf');
  expect(opf.titles).toEqual([{ text: 'A Book' }]);
  expect(structure).toEqual({
    layout: 'reflowable',
    spine: [{ name: 'OEBPS/c1.xhtml' }, { name: 'OEBPS/text/c2.xhtml' }],
    resources: [{ name: 'OEBPS/nav.xhtml' }],
    nav: 'OEBPS/nav.xhtml',
    toc: [
      { title: 'One', name: 'OEBPS/c1.xhtml' },
      { title: 'Two', name: 'OEBPS/text/c2.xhtml', fragment: 'x' },
    ],
  });
  expect(JSON.parse(JSON.stringify(structure))).toEqual(structure);
});

test.each<[string, EpubParts]>([
  ['a mimetype that is wrong', { files: { mimetype: 'text/plain' } }],
  ['no mimetype', { files: { mimetype: undefined } }],
  [
    'a container in another case',
    { files: { 'META-INF/container.xml': undefined, 'meta-inf/Container.XML': containerXml } },
  ],
  [
    'a package path in another case',
    { files: { 'META-INF/container.xml': containerXml.replace('OEBPS/content', 'oebps/Content') } },
  ],
  [
    'a package path with backslashes and percent-encoding',
    { files: { 'META-INF/container.xml': containerXml.replace('OEBPS/content', 'OEBPS\\c%6Fntent') } },
  ],
  [
    'a rootfile of another type before the package',
    {
      files: {
        'META-INF/container.xml': containerXml.replace(
          '<rootfiles>',
          '<rootfiles><rootfile full-path="x.pdf" media-type="application/pdf"/>',
        ),
      },
    },
  ],
  ['a rights file that protects nothing', { files: { 'META-INF/rights.xml': '<rights/>' } }],
  ['no container', { files: { 'META-INF/container.xml': undefined } }],
  ['a container without a path', { files: { 'META-INF/container.xml': '<container/>' } }],
  [
    'a container that names a missing package',
    { files: { 'META-INF/container.xml': containerXml.replace('OEBPS/content.opf', 'gone.opf') } },
  ],
  [
    'a container that names a file outside the archive',
    { files: { 'META-INF/container.xml': containerXml.replace('OEBPS/content.opf', '../../../etc/passwd') } },
  ],
  [
    'a container that names a missing package before the real one',
    {
      files: {
        'META-INF/container.xml': containerXml.replace(
          '<rootfiles>',
          '<rootfiles><rootfile full-path="gone.opf" media-type="application/oebps-package+xml"/>',
        ),
        'other.opf': packageXml({ spine: '' }),
      },
    },
  ],
  [
    'no container and a second package whose pages are missing',
    { files: { 'META-INF/container.xml': undefined, 'backup/old.opf': packageXml() } },
  ],
])('reads a book with %s', (_, parts) => {
  expect(faultOf(parts)).toBe(undefined);
});

const encryption = (algorithm: string) => `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
  xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/>
  <enc:CipherData><enc:CipherReference URI="OEBPS/font.otf"/></enc:CipherData></enc:EncryptedData></encryption>`;

test.each<[string, string, EpubParts]>([
  [
    'no container and two complete packages',
    'parser missing_container',
    { files: { 'META-INF/container.xml': undefined, 'OEBPS/other.opf': packageXml() } },
  ],
  [
    'entities in the container',
    'parser doctype',
    { files: { 'META-INF/container.xml': '<!DOCTYPE c [<!ENTITY x "y">]><c>&x;</c>' } },
  ],
  ['no package', 'parser missing_package', { files: { 'OEBPS/content.opf': undefined } }],
  ['an empty package', 'zero_pages', { files: { 'OEBPS/content.opf': '<package>' } }],
  [
    'entities in the package',
    'metadata doctype',
    { files: { 'OEBPS/content.opf': '<!DOCTYPE c [<!ENTITY x "y">]><package>&x;&y;</package>' } },
  ],
  ['an empty spine', 'zero_pages', { spine: '' }],
  ['a spine of missing items', 'page_extraction missing_items', { spine: '<itemref idref="gone"/>' }],
  [
    'a spine that leads outside',
    'page_extraction missing_items',
    { manifest: '<item id="c1" href="../../etc/passwd"/>', spine: '<itemref idref="c1"/>' },
  ],
  ['a licence', 'parser encrypted', { files: { 'META-INF/license.lcpl': '{}' } }],
  ['an iTunes signature', 'parser encrypted', { files: { 'META-INF/sinf.xml': '<x/>' } }],
  [
    'encrypted content',
    'parser encrypted',
    { files: { 'META-INF/encryption.xml': encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc') } },
  ],
  [
    'a malformed encryption list',
    'parser malformed',
    { files: { 'META-INF/encryption.xml': '<encryption>' } },
  ],
])('refuses a book with %s as %s', (_, fault, parts) => {
  expect(faultOf(parts)).toBe(fault);
});

test('reads malformed container and package, and reports both as errors of metadata', () => {
  const container = containerXml.replace('</rootfiles>', '');
  const opf = packageXml().replace(
    'A Book</dc:title>',
    'Caf&eacute; <3 You &amp; me<dc:creator>Ann</dc:creator>',
  );
  const archive = anEpub({ files: { 'META-INF/container.xml': container, 'OEBPS/content.opf': opf } });
  const epub = readEpubPackage(archive, defaultLimits);
  expect(epub.opf).toMatchObject({
    titles: [{ text: 'Café <3 You & me' }],
    people: [{ name: 'Ann' }],
    spine: [{ item: { name: 'OEBPS/c1.xhtml' } }, { item: { name: 'OEBPS/text/c2.xhtml' } }],
  });
  expect(epub.faults.map(({ kind, reason, entry }) => [kind, reason, entry])).toEqual([
    ['metadata', 'malformed', 'META-INF/container.xml'],
    ['metadata', 'malformed', 'OEBPS/content.opf'],
  ]);
});

test('reads the metadata of a protected book', () => {
  const archive = anEpub({ files: { 'META-INF/license.lcpl': '{}' } });
  expect(readEpubPackage(archive, defaultLimits).opf.titles[0]?.text).toBe('A Book');
});

test('stores obfuscated fonts with the identifiers of their keys', () => {
  const metadata = `<dc:title>T</dc:title><dc:identifier id="uid">my book</dc:identifier>
    <dc:identifier>urn:uuid:6a1a5d1e-0000-4000-8000-000000000001</dc:identifier>`;
  const files = {
    'OEBPS/font.otf': 'x',
    'META-INF/encryption.xml': encryption('http://ns.adobe.com/pdf/enc#RC'),
  };
  expect(read({ metadata, files }).structure.fonts).toEqual({
    identifier: 'my book',
    adobeIdentifier: 'urn:uuid:6a1a5d1e-0000-4000-8000-000000000001',
    obfuscated: { 'OEBPS/font.otf': 'adobe' },
  });
});

test('skips missing spine items, numbers repeated ones, and marks nonlinear items', () => {
  const { structure } = read({
    spine:
      '<itemref idref="gone"/><itemref idref="c2" linear="no"/><itemref idref="c1"/><itemref idref="c1" linear="no"/><itemref idref="c1"/>',
  });
  expect(structure.spine).toEqual([
    { name: 'OEBPS/text/c2.xhtml', linear: false },
    { name: 'OEBPS/c1.xhtml' },
    { name: 'OEBPS/c1.xhtml', again: 2, linear: false },
    { name: 'OEBPS/c1.xhtml', again: 3 },
  ]);
  expect(countPositions(structure)).toBe(2);
  expect(listPositions(structure).positions.map(({ href }) => href)).toEqual([
    'resources/OEBPS/c1.xhtml',
    'resources/OEBPS/c1.xhtml?again=3',
  ]);
  expect(structure.itemrefs).toEqual([{}, { item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }]);
});

test('keeps the itemrefs of a package that repeats files or lists parts of them', () => {
  const manifest = `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
    <item id="p1" href="c1.xhtml#part" media-type="application/xhtml+xml"/>`;
  const spine = '<itemref idref="c1"/><itemref idref="p1"/><itemref idref="gone"/>';
  expect(read({ manifest, spine }).structure).toMatchObject({
    spine: [{ name: 'OEBPS/c1.xhtml' }],
    itemrefs: [{ item: 0 }, { item: 0, fragment: 'part' }, {}],
  });
  expect(read({}).structure.itemrefs).toBeUndefined();
});

test('uses the declared type of a resource and finds only resources of the book', () => {
  const manifest = `<item id="c1" href="c1.xhtml" media-type="text/html" properties="scripted svg svg"/>
    <item id="c2" href="text/c2.xhtml" media-type="nonsense"/><item id="p" href="p" media-type="image/jpg"/>`;
  const { structure } = read({ manifest, files: { 'OEBPS/p': 'x' } });
  const named = (name: string) =>
    [...structure.spine, ...structure.resources].find((resource) => resource.name === name);
  expect(named('OEBPS/c1.xhtml')).toEqual({
    name: 'OEBPS/c1.xhtml',
    type: 'text/html',
    contains: ['js', 'svg'],
  });
  expect(named('OEBPS/text/c2.xhtml')).toEqual({ name: 'OEBPS/text/c2.xhtml' });
  expect(typeOf(named('OEBPS/p') ?? { name: '' })).toBe('image/jpeg');
  expect(named('META-INF/container.xml')).toBe(undefined);
});

test('counts one position per 1,024 packed bytes of a reflowable resource and one per fixed resource, within a limit', () => {
  const bytes = (count: number) => new Uint8Array(count).fill(32);
  const files = { 'OEBPS/c1.xhtml': bytes(1025), 'OEBPS/text/c2.xhtml': bytes(10_240) };
  const fixed = '<meta property="rendition:layout">pre-paginated</meta>';
  const positions = (parts: EpubParts) =>
    read({ ...parts, files }).structure.spine.map((item) => item.positions ?? 1);
  expect(positions({})).toEqual([2, 10]);
  expect(positions({ metadata: fixed })).toEqual([1, 1]);
  const mixed = '<itemref idref="c1" properties="rendition:layout-reflowable"/><itemref idref="c2"/>';
  expect(positions({ metadata: fixed, spine: mixed })).toEqual([2, 1]);
  const limited = readEpub(anEpub({ files }), { ...defaultLimits, maxPages: 5 });
  expect(countPositions(limited.structure)).toBe(5);
});

const layoutOf = (parts: EpubParts) => read(parts).structure.layout;
const appleOptions = (value: string) =>
  `<display_options><platform name="*"><option name="fixed-layout">${value}</option></platform></display_options>`;
const appleName = 'META-INF/com.apple.ibooks.display-options.xml';

test('determines fixed layout from the package, otherwise from Amazon’s or Apple’s extensions', () => {
  expect(layoutOf({ metadata: '<meta property="rendition:layout">pre-paginated</meta>' })).toBe('fixed');
  expect(layoutOf({ metadata: '<meta name="fixed-layout" content="true"/>' })).toBe('fixed');
  expect(layoutOf({ files: { [appleName]: appleOptions('true') } })).toBe('fixed');
  expect(layoutOf({ files: { [appleName]: appleOptions('false') } })).toBe('reflowable');
  expect(layoutOf({ files: { [appleName]: '<broken' } })).toBe('reflowable');
  const stated = '<meta property="rendition:layout">reflowable</meta>';
  expect(layoutOf({ metadata: stated, files: { [appleName]: appleOptions('true') } })).toBe('reflowable');
});

test('keeps overrides of single pages, spread positions and the direction, and applies the first of two overrides', () => {
  const { structure } = read({
    metadata:
      '<meta property="rendition:layout">pre-paginated</meta><meta property="rendition:spread">portrait</meta>',
    spineAttributes: 'page-progression-direction="rtl"',
    spine: `<itemref idref="c1" properties="rendition:layout-reflowable rendition:layout-pre-paginated page-spread-left"/>
      <itemref idref="c2" properties="rendition:page-spread-center"/>`,
  });
  expect(structure).toMatchObject({ layout: 'fixed', progression: 'rtl', spread: 'both' });
  expect(structure.spine).toEqual([
    { name: 'OEBPS/c1.xhtml', page: 'left', layout: 'reflowable' },
    { name: 'OEBPS/text/c2.xhtml', page: 'center' },
  ]);
});

test('reads a book of 10,000 chapters', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => `i${i}`);
  const files = epubFiles({
    manifest: ids
      .map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`)
      .join(''),
    spine: ids.map((id) => `<itemref idref="${id}"/>`).join(''),
  });
  for (const id of ids) files.push([`OEBPS/${id}.xhtml`, 'x']);
  expect(readEpub(memoryArchive(files), defaultLimits).structure.spine).toHaveLength(10_000);
});

test('matches names that differ in Unicode normalization', () => {
  const manifest = '<item id="c1" href="e\u0301.xhtml" media-type="application/xhtml+xml"/>';
  const { structure } = read({
    manifest,
    spine: '<itemref idref="c1"/>',
    files: { 'OEBPS/\u00e9.xhtml': page('x') },
  });
  expect(structure.spine).toEqual([{ name: 'OEBPS/\u00e9.xhtml' }]);
});

test('does not read a given package again', () => {
  const archive = anEpub({
    files: { 'OEBPS/content.opf': packageXml({ metadata: '<dc:title>Once</dc:title>' }) },
  });
  const epub = readEpubPackage(archive, defaultLimits);
  expect(readEpub(archive, defaultLimits, epub).opf).toBe(epub.opf);
});
