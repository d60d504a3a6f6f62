import { expect, test } from 'vitest';
import { anEpub, type EpubParts, page } from '../../../../server/test/makers/epub.ts';
import { defaultLimits } from '../../limits.ts';
import { readEpub } from '../read.ts';
import { readPageContent } from './page-content.ts';

const images = { 'OEBPS/1.jpg': 'x', 'OEBPS/2.jpg': 'x' };
const pictures =
  '<item id="i1" href="1.jpg" media-type="image/jpeg"/><item id="i2" href="2.jpg" media-type="image/jpeg"/>';
const chapters = `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
  <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>`;

/** Returns the page images of a book of two chapters with these bodies. */
function pagesOf(first: string, second: string, parts: EpubParts = {}): string[] | undefined {
  const files = { ...images, 'OEBPS/c1.xhtml': page(first), 'OEBPS/text/c2.xhtml': page(second) };
  return readEpub(anEpub({ manifest: chapters + pictures, ...parts, files }), defaultLimits).structure
    .pageImages;
}

const second =
  '<svg viewBox="0 0 1 1"><image xlink:href="../2.jpg" xmlns:xlink="http://www.w3.org/1999/xlink"/></svg>';

test('treats a book whose pages each show one image as a book of pages', () => {
  expect(pagesOf('<div><a href="#"><img src="1.jpg" alt="some words"/></a></div>', second)).toEqual([
    'OEBPS/1.jpg',
    'OEBPS/2.jpg',
  ]);
  // Converters for e-readers repeat the image for their panel view.
  expect(pagesOf('<img src="1.jpg"/><div><img src="1.jpg"/></div>', second)).toHaveLength(2);
});

test('treats a book whose spine consists of images as a book of pages with fixed layout', () => {
  const archive = anEpub({
    manifest: pictures,
    spine: '<itemref idref="i2"/><itemref idref="i1"/>',
    files: images,
  });
  const { structure } = readEpub(archive, defaultLimits);
  expect(structure.pageImages).toEqual(['OEBPS/2.jpg', 'OEBPS/1.jpg']);
  expect(structure.layout).toBe('fixed');
});

test.each([
  ['text', '<img src="1.jpg"/><p>words</p>'],
  ['a second image', '<img src="1.jpg"/><img src="2.jpg"/>'],
  ['no image', '<div/>'],
  ['a drawing over it', '<svg><image href="1.jpg"/><path d="M0 0"/></svg>'],
  ['a player', '<img src="1.jpg"/><audio src="a.mp3"/>'],
  ['a missing image', '<img src="gone.jpg"/>'],
  ['an image from the web', '<img src="https://example.org/1.jpg"/>'],
  ['an image in a data URL', '<img src="data:image/png;base64,AAAA"/>'],
])('treats a book that has a page with %s as an ordinary book', (_, body) => {
  expect(pagesOf(body, second)).toBe(undefined);
});

test('ignores spine items outside the reading order', () => {
  const parts = { spine: '<itemref idref="c1"/><itemref idref="c2" linear="no"/>' };
  expect(pagesOf('<img src="1.jpg"/>', '<p>notes</p>', parts)).toEqual(['OEBPS/1.jpg']);
});

test('finds the images of a page that is HTML but not XML', () => {
  const read = (html: string) => readPageContent(Buffer.from(html), defaultLimits);
  const html = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>x</title></head><body><br>
    <img class=a src='1.jpg'><IMG alt="" SRC="2.jpg"></body></html>`;
  expect(read(html)).toEqual({ images: ['1.jpg', '2.jpg'], hasMore: false });
  expect(read('<p>words <br><img src="1.jpg">')).toEqual({ images: ['1.jpg'], hasMore: true });
  expect(read(`<!DOCTYPE html [<!ENTITY x "y">]><p/>`)).toEqual({ images: [], hasMore: true });
  expect(read(`<p>${'<img src="1.jpg'.repeat(1000)}`).images).toEqual([]);
});
