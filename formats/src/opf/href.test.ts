import { expect, test } from 'vitest';
import { encodeEntryName, resolveHref } from './href.ts';

test.each([
  ['c1.xhtml', { name: 'OEBPS/c1.xhtml' }],
  ['./text/c1.xhtml', { name: 'OEBPS/text/c1.xhtml' }],
  ['../images/a b.jpg', { name: 'images/a b.jpg' }],
  ['a%20b.xhtml#p%C3%A9', { name: 'OEBPS/a b.xhtml', encodedName: 'OEBPS/a%20b.xhtml', fragment: 'pé' }],
  ['50%.xhtml', { name: 'OEBPS/50%.xhtml' }],
  ['日本.xhtml', { name: 'OEBPS/日本.xhtml' }],
  ['text\\c1.xhtml', { name: 'OEBPS/text/c1.xhtml' }],
  ['c1.xhtml?v=2#x', { name: 'OEBPS/c1.xhtml', fragment: 'x' }],
  ['#x', { name: 'OEBPS/content.opf', fragment: 'x' }],
  ['c1.xhtml#', { name: 'OEBPS/c1.xhtml' }],
  [' c1.xhtml ', { name: 'OEBPS/c1.xhtml' }],
  ['/META-INF/x.xml', { name: 'META-INF/x.xml' }],
])('resolves %s to an entry', (href, target) => {
  expect(resolveHref(href, 'OEBPS/content.opf')).toEqual(target);
});

test.each([
  ['../../../../etc/passwd', 'etc/passwd'],
  ['/etc/hostname', 'etc/hostname'],
  ['%2e%2e/%2e%2e/etc/passwd', 'etc/passwd'],
  ['..%2f..%2fetc/passwd', 'etc/passwd'],
  ['..\\..\\etc\\passwd', 'etc/passwd'],
  ['a/../../../b', 'b'],
])('keeps %s inside the archive', (href, name) => {
  expect(resolveHref(href, 'OEBPS/content.opf')?.name).toBe(name);
});

test.each([
  'http://example.org/c1.xhtml',
  'file:///etc/passwd',
  'FILE:/etc/passwd',
  'data:text/html,x',
  'C:\\windows\\x',
  '//example.org/x',
  'a%00b',
  '..',
  'x'.repeat(5000),
])('rejects %s', (href) => {
  expect(resolveHref(href, 'content.opf')).toBe(undefined);
});

test('converts an entry name to an address and back', () => {
  for (const name of ['OEBPS/c1.xhtml', 'a b/ü#?%&.xhtml', '日本/本.xhtml']) {
    const address = encodeEntryName(name);
    expect(address).toMatch(/^[\w./%~-]+$/);
    expect(resolveHref(address, '')?.name).toBe(name);
  }
  expect(encodeEntryName('\ud800')).toBe('%EF%BF%BD');
});
