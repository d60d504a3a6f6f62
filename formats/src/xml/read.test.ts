import { expect, test } from 'vitest';
import { FormatError } from '../error.ts';
import { defaultLimits } from '../limits.ts';
import { attribute, attributeOf, descendants, elements, parseXml, textOf } from './tree.ts';

const bytes = (text: string) => Buffer.from(text);
const text = (document: string | Uint8Array) =>
  textOf(parseXml(typeof document === 'string' ? bytes(document) : document, defaultLimits));

/** Returns the reason for which a document is refused. */
function reasonFor(document: string, limits = defaultLimits): string | undefined {
  try {
    parseXml(bytes(document), limits);
  } catch (error) {
    if (error instanceof FormatError) return error.reason;
    throw error;
  }
  return undefined;
}

test.each([
  ['an internal subset', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an empty internal subset', '<!DOCTYPE a []><a/>'],
  [
    'an internal subset after an external identifier',
    '<!DOCTYPE a SYSTEM "x" [<!ENTITY % y SYSTEM "z"> %y;]><a/>',
  ],
])('refuses a document type with %s', (_, document) => {
  expect(reasonFor(document)).toBe('doctype');
});

test.each([
  ['<!DOCTYPE package PUBLIC "+//ISBN 0-9673008-1-9//DTD OEB 1.2 Package//EN" "http://x/oeb.dtd"><a>b</a>'],
  ["<!DOCTYPE ncx PUBLIC '-//NISO//DTD ncx 2005-1//EN' 'http://x/[ncx].dtd'><a>b</a>"],
  ['<!DOCTYPE html><a>b</a>'],
  ['<!DOCTYPE r SYSTEM "http://127.0.0.1:9/evil.dtd" ><a>b</a>'],
])('ignores a document type without an internal subset: %s', (document) => {
  expect(text(document)).toBe('b');
});

test.each([
  ['an undeclared entity', '<a>&nbsp;</a>'],
  ['the name of an object member as entity', '<a>&constructor;</a>'],
  ['an unclosed tag', '<a><b></a>'],
  ['two roots', '<a/><b/>'],
  ['no root', 'hello'],
  ['nothing', ''],
])('refuses %s as malformed', (_, document) => {
  expect(reasonFor(document)).toBe('malformed');
});

test('limits size, depth and number of elements', () => {
  const limits = { ...defaultLimits, maxDocumentBytes: 1000, maxXmlDepth: 5, maxXmlElements: 50 };
  expect(reasonFor(`<a>${' '.repeat(1000)}</a>`, limits)).toBe('too_large');
  expect(reasonFor(`<a>${'<b/>'.repeat(49)}</a>`, limits)).toBe(undefined);
  expect(reasonFor(`<a>${'<b/>'.repeat(50)}</a>`, limits)).toBe('too_large');
  expect(reasonFor('<a><a><a><a><a/></a></a></a></a>', limits)).toBe(undefined);
  expect(reasonFor('<a><a><a><a><a><a/></a></a></a></a></a>', limits)).toBe('too_deep');
});

test('reads the five entities and numeric references, and HTML entities only if enabled', () => {
  expect(text('<a>&lt;&amp;&gt;&quot;&apos;&#233;&#x1F4D6;</a>')).toBe('<&>"\'é📖');
  const page = bytes('<!DOCTYPE html><p>caf&eacute;&nbsp;&mdash;</p>');
  expect(textOf(parseXml(page, defaultLimits, { htmlEntities: true }))).toBe('café\u00a0—');
});

test('repairs a bare &, forbidden characters, and space before the declaration', () => {
  expect(text('<a>Simon & Schuster &amp; Co, AT&T</a>')).toBe('Simon & Schuster & Co, AT&T');
  expect(text('<a>x\u000by\u0000&#0;&#x1F;&#xD83D;z</a>')).toBe('xyz');
  expect(text('\n <?xml version="1.0"?><a>b</a>\u0000\n')).toBe('b');
  expect(text('<a><![CDATA[a & b]]></a>')).toBe('a & b');
});

const cafe = '<?xml version="1.0" encoding="ENC"?><a>Café “½”</a>';
const latin = (document: string) =>
  Buffer.from(
    document.replace(/[“”]/g, (q) => (q === '“' ? '\x93' : '\x94')),
    'latin1',
  );
const utf16be = (document: string) => Buffer.from(document, 'utf16le').swap16();

test.each<[string, Uint8Array]>([
  ['UTF-8', bytes(cafe.replace('ENC', 'UTF-8'))],
  ['UTF-8 with a byte order mark', bytes(`\ufeff${cafe.replace('ENC', 'utf-8')}`)],
  ['UTF-8 that claims to be ISO-8859-1', bytes(cafe.replace('ENC', 'ISO-8859-1'))],
  ['UTF-8 that claims to be UTF-16', bytes(cafe.replace('ENC', 'UTF-16'))],
  ['UTF-8 that claims an unknown encoding', bytes(cafe.replace('ENC', 'x-klingon'))],
  [
    'UTF-16 with a byte order mark, little endian',
    Buffer.from(`\ufeff${cafe.replace('ENC', 'utf-16')}`, 'utf16le'),
  ],
  ['UTF-16 with a byte order mark, big endian', utf16be(`\ufeff${cafe.replace('ENC', 'utf-16')}`)],
  ['UTF-16 without a byte order mark', Buffer.from(cafe.replace('ENC', 'utf-16'), 'utf16le')],
  ['UTF-16 without a byte order mark, big endian', utf16be(cafe.replace('ENC', 'utf-16'))],
  ['windows-1252', latin(cafe.replace('ENC', 'windows-1252'))],
  ['windows-1252 that claims to be ISO-8859-1', latin(cafe.replace('ENC', 'ISO-8859-1'))],
  ['windows-1252 that claims to be UTF-8', latin(cafe.replace('ENC', 'UTF-8'))],
  ['windows-1252 that claims nothing', latin(cafe.replace(/<\?.*\?>/, ''))],
])('reads %s', (_, document) => {
  expect(text(document)).toBe('Café “½”');
});

test('reads Shift-JIS as declared, and loses one character per broken byte in UTF-8', () => {
  const shiftJis = Buffer.concat([
    bytes('<?xml version="1.0" encoding="Shift_JIS"?><a>'),
    Buffer.from([0x93, 0xfa, 0x96, 0x7b]),
    bytes('</a>'),
  ]);
  expect(text(shiftJis)).toBe('日本');
  const broken = Buffer.concat([bytes('<a>日本語'), Buffer.from([0xe6]), bytes('</a>')]);
  expect(text(broken)).toBe('日本語\ufffd');
});

test('resolves names against declared and undeclared namespaces', () => {
  const root = parseXml(
    bytes(
      '<r xmlns="urn:r" xmlns:x="urn:x" xml:lang="fr"><x:a x:b="1" c="2"/><y:a/><z xmlns="" xmlns:x="urn:y"><x:a/></z></r>',
    ),
    defaultLimits,
  );
  expect(descendants(root, 'a').map((element) => element.namespace)).toEqual(['urn:x', '', 'urn:y']);
  expect(elements(root).map((element) => element.name)).toEqual(['a', 'a', 'z']);
  const [first = root] = elements(root);
  expect(attributeOf(first, 'urn:x', 'b')).toBe('1');
  expect(attributeOf(first, 'urn:r', 'b')).toBe(undefined);
  expect([attribute(first, 'b'), attribute(first, 'c'), attribute(first, 'd')]).toEqual([
    '1',
    '2',
    undefined,
  ]);
  expect(attributeOf(root, 'http://www.w3.org/XML/1998/namespace', 'lang')).toBe('fr');
});

test('returns the text of an element and its descendants in order', () => {
  expect(text('<a>1<b>2<c>3</c>4</b><!-- x --><![CDATA[5]]><?p q?>6</a>')).toBe('123456');
});
