import { expect, test } from 'vitest';
import { anEpub, type EpubParts, page } from '../../../../server/test/makers/epub.ts';
import { defaultLimits } from '../../limits.ts';
import { readEpub } from '../read.ts';

const images = { 'OEBPS/a.jpg': 'x'.repeat(10), 'OEBPS/b.png': 'x'.repeat(99), 'OEBPS/front-cover.gif': 'x' };
const chapter = '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>';
const pictures = `<item id="a" href="a.jpg" media-type="image/jpg"/><item id="b" href="b.png" media-type="image/png"/>`;

/** Returns the cover of a book with the images a and b, which only the given parts reference. */
function coverOf({ manifest = '', files, ...parts }: EpubParts): string | undefined {
  const archive = anEpub({
    spine: '<itemref idref="c1"/>',
    ...parts,
    manifest: chapter + pictures + manifest,
    files: { ...images, ...files },
  });
  return readEpub(archive, defaultLimits).structure.cover;
}

const called = '<item id="x" href="front-cover.gif" media-type="image/gif"/>';
const meta = (content: string) => `<dc:title>T</dc:title><meta name="cover" content="${content}"/>`;

test('prefers the property to the meta, the meta to the guide, and the guide to a name', () => {
  const marked = '<item id="m" href="a.jpg" media-type="image/jpeg" properties="cover-image"/>';
  const guide = '<guide><reference type="cover" href="wrap.xhtml"/></guide>';
  const files = { 'OEBPS/wrap.xhtml': page('<svg><image href="a.jpg"/></svg>') };
  expect(coverOf({ manifest: marked + called, metadata: meta('b'), afterSpine: guide, files })).toBe(
    'OEBPS/a.jpg',
  );
  expect(coverOf({ manifest: called, metadata: meta('b'), afterSpine: guide, files })).toBe('OEBPS/b.png');
  expect(coverOf({ manifest: called, afterSpine: guide, files })).toBe('OEBPS/a.jpg');
  expect(coverOf({ manifest: called })).toBe('OEBPS/front-cover.gif');
});

test('accepts an id, an address, or a page with an image in the meta', () => {
  const files = { 'OEBPS/c1.xhtml': page('<p>x</p><img src="b.png"/><img src="a.jpg"/>') };
  expect(coverOf({ metadata: meta('b') })).toBe('OEBPS/b.png');
  expect(coverOf({ metadata: meta('b.png') })).toBe('OEBPS/b.png');
  expect(coverOf({ metadata: meta('c1'), files })).toBe('OEBPS/b.png');
  expect(coverOf({ metadata: meta('gone'), manifest: called })).toBe('OEBPS/front-cover.gif');
});

test('falls back to the first image of the first page, then to the largest of the next pages', () => {
  const first = { 'OEBPS/c1.xhtml': page('<img src="a.jpg"/><img src="b.png"/>') };
  expect(coverOf({ files: first })).toBe('OEBPS/a.jpg');
  const manifest = '<item id="c2" href="c2.xhtml" media-type="application/xhtml+xml"/>';
  const spine = '<itemref idref="c1"/><itemref idref="c2"/>';
  const second = { 'OEBPS/c2.xhtml': page('<img src="a.jpg"/><img src="b.png"/>') };
  expect(coverOf({ manifest, spine, files: second })).toBe('OEBPS/b.png');
  expect(coverOf({})).toBe(undefined);
});

test('rejects covers outside the archive, missing covers and undisplayable covers', () => {
  const item = (href: string, type = 'image/png') =>
    `<item id="m" href="${href}" media-type="${type}" properties="cover-image"/>`;
  expect(coverOf({ manifest: item('/etc/hostname') })).toBe(undefined);
  expect(coverOf({ manifest: item('gone.png') })).toBe(undefined);
  expect(
    coverOf({ manifest: item('p.psd', 'image/vnd.adobe.photoshop'), files: { 'OEBPS/p.psd': 'x' } }),
  ).toBe(undefined);
});

test('uses an SVG that is marked as the cover, or the bitmap in an SVG that is only the first page', () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="b.png"/></svg>';
  const files = { 'OEBPS/s.svg': svg };
  const item = (properties: string) =>
    `<item id="s" href="s.svg" media-type="image/svg+xml" properties="${properties}"/>`;
  expect(coverOf({ manifest: item('cover-image'), files })).toBe('OEBPS/s.svg');
  expect(coverOf({ manifest: item(''), spine: '<itemref idref="s"/>', files })).toBe('OEBPS/b.png');
});
