import { expect, test } from 'vitest';
import { listDeadLinks, makeEpubOf, scanBytes } from '../../../../server/test/made-epub.ts';
import { packageXml } from '../../../../server/test/makers/epub.ts';
import { makeImage } from '../../../../server/test/makers/images.ts';
import { makeZip } from '../../../../server/test/makers/zip.ts';

const page = (body: string) => `<html><head><meta charset="utf-8"></head><body>${body}</body></html>`;

test('converts pages of a zip with links and images, and removes scripts', async () => {
  const zip = makeZip([
    { name: 'index.html', content: page('<h1>One</h1><a href="b.html#x">b</a><img src="i/1.png">') },
    { name: 'b.html', content: page('<p id="x">two<script>alert(1)</script>') },
    { name: 'i/1.png', content: await makeImage({ width: 4, height: 4, format: 'png' }) },
  ]);
  expect((await scanBytes(zip, 'a.zip')).format).toBe('htmlz');
  const { files, content } = await makeEpubOf(zip, 'a.zip');
  expect(files['text/0001.xhtml']).toContain(
    '<a href="0002.xhtml#x">b</a><img alt="" src="../images/0001.png"/>',
  );
  expect(files['text/0002.xhtml']).toContain('<p id="x">two</p>');
  expect(content.epub?.toc).toMatchObject([{ title: 'One' }]);
});

test('keeps a style sheet without its external references', async () => {
  const zip = makeZip([
    { name: 'index.html', content: page('<p class="a" style="color: red">x') },
    { name: 'style.css', content: '@import "http://x/"; .a { background: url(http://x/); color: blue }' },
  ]);
  const { files } = await makeEpubOf(zip, 'a.htmlz');
  expect(files['styles/1.css']).not.toMatch(/http/);
  expect(files['text/0001.xhtml']).toContain('<p class="a" style="color: red">');
});

test.each([
  ['an escaped url()', String.raw`.a { background: u\rl(http://x/y); color: blue }`],
  ['an escaped url() in hexadecimal', String.raw`.a { background: \75\72\6c (http://x/y); color: blue }`],
  ['image-set() of a string', `.a { background: image-set('http://x/y' 1x); color: blue }`],
  ['a custom property', '.a { --b: url(http://x/y); background: var(--b); color: blue }'],
  ['an escaped @import', String.raw`@\69mport 'http://x/y'; .a { color: blue }`],
  ['an @import with a comment', `@import/**/'http://x/y'; .a { color: blue }`],
  ['a font', '@font-face { font-family: b; src: url(http://x/y) } .a { color: blue }'],
  ['src()', `@font-face { font-family: b; src: src('http://x/y') } .a { color: blue }`],
  ['a cursor', `.a { cursor: image-set('http://x/y' 1x), auto; color: blue }`],
  ['a nested rule', '.a { color: blue; & b { background: url(http://x/y) } }'],
])('removes external references of %s in a style sheet and in an attribute', async (_, css) => {
  const style = css.replaceAll('"', "'").replace(/^.*?\{(.*)\}[^}]*$/s, '$1');
  const zip = makeZip([
    { name: 'index.html', content: page(`<p class="a" style="${style}">x`) },
    { name: 'style.css', content: css },
  ]);
  const { files } = await makeEpubOf(zip, 'a.htmlz');
  for (const file of ['styles/1.css', 'text/0001.xhtml']) {
    expect(files[file]).not.toMatch(/x\/y/);
  }
  expect(files['styles/1.css']).toContain('.a { color: blue }');
});

test('treats a comic with an additional page as a comic', async () => {
  const picture = await makeImage({ width: 4, height: 4 });
  const zip = makeZip([
    { name: '1.jpg', content: picture },
    { name: '2.jpg', content: picture },
    { name: 'credits.html', content: page('made by') },
  ]);
  expect((await scanBytes(zip, 'a.cbz')).format).toBe('cbz');
});

test('treats a comic in folders with a note as a comic, and long pages as a book', async () => {
  const picture = await makeImage({ width: 4, height: 4 });
  const pictures = ['1', '2', '3'].map((name) => ({ name: `Saga/Chapter 1/${name}.jpg`, content: picture }));
  const beside = (name: string, words = 1) => ({ name, content: page('made by us '.repeat(words)) });
  const formatOf = async (...pages: { name: string; content: string }[]) =>
    (await scanBytes(makeZip([...pages, ...pictures]), 'a.zip')).format;
  expect(await formatOf(beside('credits.html'))).toBe('cbz');
  expect(await formatOf(beside('Saga/credits.html'))).toBe('cbz');
  expect(await formatOf(beside('Saga/story.html', 5_000))).toBe('htmlz');
  expect(await formatOf(beside('Saga/index.html'))).toBe('htmlz');
  expect(await formatOf(...[1, 2, 3].map((n) => beside(`Saga/${n}.html`)))).toBe('htmlz');
});

test('reads a book in a single folder of a zip, with cover and metadata', async () => {
  const zip = makeZip([
    { name: '__MACOSX/Book/._index.html', content: 'x' },
    { name: 'Book/a.html', content: page('<p>second') },
    { name: 'Book/index.html', content: page('<p>first<img src="i/1.png">') },
    { name: 'Book/i/1.png', content: await makeImage({ width: 4, height: 4, format: 'png' }) },
    { name: 'Book/cover.jpg', content: await makeImage({ width: 4, height: 4 }) },
    { name: 'Book/metadata.opf', content: packageXml({ metadata: '<dc:title>Packed</dc:title>' }) },
  ]);
  const scanned = await scanBytes(zip, 'a.zip');
  expect(scanned).toMatchObject({ format: 'htmlz', metadata: { title: 'Packed' }, content: { cover: {} } });
  const { files } = await makeEpubOf(zip, 'a.zip');
  expect(files['text/0001.xhtml']).toMatch(/<p>first<img alt="" src="\.\.\/images\/\d+\.png"/);
  expect(files['text/0002.xhtml']).toContain('<p>second');
});

test('removes links to files outside the archive and to missing targets', async () => {
  const zip = makeZip([
    {
      name: 'index.html',
      content: page('<a href="../../../etc/passwd">a</a><img src="../../x.png"><a href="#no">b</a>'),
    },
  ]);
  expect((await makeEpubOf(zip, 'a.htmlz')).files['text/0001.xhtml']).not.toMatch(/passwd|<img/);
});

test('resolves links to a page without content, or to an unknown id, to the next text', async () => {
  const zip = makeZip([
    { name: 'index.html', content: page('<h1>One</h1><a href="b.html#x">b</a> <a href="c.html#no">c</a>') },
    { name: 'b.html', content: page('<p id="x"> </p>') },
    { name: 'c.html', content: page('<p>three <a href="d.html">d</a>') },
    { name: 'd.html', content: page('') },
  ]);
  const made = await makeEpubOf(zip, 'a.zip');
  expect(made.files['text/0001.xhtml']).toContain('<a href="0003.xhtml">b</a> <a href="0003.xhtml">c</a>');
  expect(listDeadLinks(made)).toEqual([]);
});

test('reads a TXTZ without metadata.opf', async () => {
  const zip = makeZip([{ name: 'index.txt', content: 'Chapter 1\n\nThe train leaves.\n' }]);
  expect((await scanBytes(zip, 'Train.txtz')).format).toBe('txtz');
  expect((await scanBytes(zip, 'Train.zip')).format).toBe('cbz');
  expect((await makeEpubOf(zip, 'Train.txtz')).files['text/0001.xhtml']).toContain('The train leaves.');
});
