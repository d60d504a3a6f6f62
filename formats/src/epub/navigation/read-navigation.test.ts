import { expect, test } from 'vitest';
import { anEpub, type EpubParts, page } from '../../../../server/test/makers/epub.ts';
import { defaultLimits } from '../../limits.ts';
import { readEpub } from '../read.ts';

const read = (parts: EpubParts, limits = defaultLimits) => readEpub(anEpub(parts), limits).structure;
const nav = (body: string): EpubParts => ({ files: { 'OEBPS/nav.xhtml': page(body) } });
const ncx = (inner: string): EpubParts => ({
  manifest: `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
    <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`,
  spineAttributes: 'toc="ncx"',
  files: {
    'OEBPS/toc.ncx': `<?xml version="1.0"?><!DOCTYPE ncx PUBLIC "-//NISO//DTD ncx 2005-1//EN"
      "http://www.daisy.org/z3986/2005/ncx-2005-1.dtd"><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/">${inner}</ncx>`,
  },
});
const point = (title: string, src: string, inner = '') =>
  `<navPoint><navLabel><text>${title}</text></navLabel><content src="${src}"/>${inner}</navPoint>`;

test('reads contents, landmarks and page list of a navigation document, with headings and entities', () => {
  const structure = read(
    nav(`<nav epub:type="toc other"><h1>x</h1><ol>
      <li><span>Part&nbsp;I</span><ol><li><a href="c1.xhtml#a">Caf&eacute;<br/><i>One</i></a></li></ol></li>
      <li><a href="text/c2.xhtml"><img src="x.png" alt="Two"/></a></li>
      <li><a href="https://example.org/">Elsewhere</a></li><li><a href="gone.xhtml">Gone</a></li></ol></nav>
      <nav epub:type="landmarks"><ol><li><a epub:type="bodymatter" href="c1.xhtml">Start</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="c1.xhtml#p1">1</a></li></ol></nav>`),
  );
  expect(structure.toc).toEqual([
    { title: 'Part I', children: [{ title: 'Café One', name: 'OEBPS/c1.xhtml', fragment: 'a' }] },
    { title: 'Two', name: 'OEBPS/text/c2.xhtml' },
  ]);
  expect(structure.landmarks).toEqual([{ title: 'Start', name: 'OEBPS/c1.xhtml' }]);
  expect(structure.pageList).toEqual([{ title: '1', name: 'OEBPS/c1.xhtml', fragment: 'p1' }]);
});

test('builds the contents from headings if the declared NCX is missing', () => {
  const parts = ncx('');
  const files = {
    ...parts.files,
    'OEBPS/toc.ncx': undefined,
    'OEBPS/c1.xhtml': page('<h1>1<br/>Start</h1>'),
  };
  expect(read({ ...parts, files }).toc).toEqual([{ title: '1 Start', name: 'OEBPS/c1.xhtml' }]);
});

test('reads a nav without a type as the contents', () => {
  expect(read(nav('<nav><ol><li><a href="c1.xhtml">One</a></li></ol></nav>')).toc).toEqual([
    { title: 'One', name: 'OEBPS/c1.xhtml' },
  ]);
});

test('reads contents and pages from an NCX, and the first landmark of each kind from the guide', () => {
  const parts =
    ncx(`<navMap>${point('One', 'c1.xhtml', point('One.A', 'c1.xhtml#a'))}${point('Two', 'text/c2.xhtml')}</navMap>
    <pageList><pageTarget><navLabel><text>5</text></navLabel><content src="c1.xhtml#p5"/></pageTarget></pageList>`);
  const afterSpine = `<guide><reference type="text" title="Begin" href="c1.xhtml"/><reference type="text" href="text/c2.xhtml"/>
    <reference type="toc" href="c1.xhtml#toc"/><reference type="cover" href="gone.xhtml"/></guide>`;
  const structure = read({ ...parts, version: '2.0', afterSpine });
  expect(structure.toc).toEqual([
    {
      title: 'One',
      name: 'OEBPS/c1.xhtml',
      children: [{ title: 'One.A', name: 'OEBPS/c1.xhtml', fragment: 'a' }],
    },
    { title: 'Two', name: 'OEBPS/text/c2.xhtml' },
  ]);
  expect(structure.pageList).toEqual([{ title: '5', name: 'OEBPS/c1.xhtml', fragment: 'p5' }]);
  expect(structure.landmarks).toEqual([
    { title: 'Begin', name: 'OEBPS/c1.xhtml' },
    { title: 'toc', name: 'OEBPS/c1.xhtml', fragment: 'toc' },
  ]);
});

test('falls back from a malformed navigation document to the NCX, and reads a book without either', () => {
  const good = ncx(`<navMap>${point('One', 'c1.xhtml')}</navMap>`);
  const manifest = `${good.manifest}<item id="nav" href="nav.xhtml" properties="nav"/>`;
  const files = { ...good.files, 'OEBPS/nav.xhtml': '<html><nav>' };
  expect(read({ ...good, manifest, files }).toc).toEqual([{ title: 'One', name: 'OEBPS/c1.xhtml' }]);
  expect(read(ncx('<navMap><navPoint>')).toc).toBe(undefined);
});

test('reads a navigation that links to itself as a plain list', () => {
  const parts = ncx(`<navMap>${point('Me', 'toc.ncx')}${point('Me again', 'toc.ncx#x')}</navMap>`);
  expect(read(parts).toc).toEqual([
    { title: 'Me', name: 'OEBPS/toc.ncx' },
    { title: 'Me again', name: 'OEBPS/toc.ncx', fragment: 'x' },
  ]);
});

test('limits depth and number of entries', () => {
  const deep = (depth: number): string => point('x', 'c1.xhtml', depth === 0 ? '' : deep(depth - 1));
  expect(read(ncx(`<navMap>${deep(100)}</navMap>`)).toc).toBe(undefined);
  const wide = ncx(`<navMap>${point('x', 'c1.xhtml').repeat(50)}</navMap>`);
  expect(read(wide, { ...defaultLimits, maxPages: 10 }).toc).toHaveLength(10);
  const list = nav(`<nav epub:type="toc"><ol>${'<li><a href="c1.xhtml">x</a></li>'.repeat(50)}</ol></nav>`);
  expect(read(list, { ...defaultLimits, maxPages: 10 }).toc).toHaveLength(10);
});

test('adds the page list of the NCX to a navigation document without one', () => {
  const { spineAttributes, files } = ncx(`<navMap>${point('Old', 'c1.xhtml')}</navMap>
    <pageList><pageTarget><navLabel><text>xii</text></navLabel><content src="c1.xhtml#p"/></pageTarget></pageList>`);
  const manifest = `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
    <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
    <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
    <item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`;
  const structure = read({ manifest, ...(spineAttributes && { spineAttributes }), ...(files && { files }) });
  expect(structure.pageList).toEqual([{ title: 'xii', name: 'OEBPS/c1.xhtml', fragment: 'p' }]);
  expect(structure.toc?.map(({ title }) => title)).toEqual(['One', 'Two']);
});

const titlesOf = (parts: EpubParts) => read(parts).toc?.map(({ title }) => title);

test.each<[string, EpubParts]>([
  [
    'entities and a stray "<"',
    ncx(`<navMap>${point('Caf&eacute; < One', 'c1.xhtml')}${point('Two', 'c1.xhtml')}</navMap>`),
  ],
  [
    'unclosed points',
    ncx(
      `<navMap>${point('Café < One', 'c1.xhtml').replace('</navPoint>', '')}${point('Two', 'c1.xhtml')}</navMap>`,
    ),
  ],
  [
    'a cut end',
    ncx(
      `<navMap>${point('Café &lt; One', 'c1.xhtml')}${point('Two', 'c1.xhtml').replace('</navPoint>', '')}<navPoint><navLa`,
    ),
  ],
])('reads an NCX with %s', (_, parts) => {
  const cut = String(parts.files?.['OEBPS/toc.ncx']).replace(/<navLa<\/ncx>$/, '<navLa');
  expect(titlesOf({ ...parts, files: { 'OEBPS/toc.ncx': cut } })).toEqual(['Café < One', 'Two']);
});

test('reads a navigation document that is HTML', () => {
  const html = `<html><head><meta charset="utf-8"><title>x</title><body><nav epub:type=toc><ol>
    <li><a href="c1.xhtml">One&nbsp;<br>A</a><li><a href=text/c2.xhtml>Two</ol></nav>`;
  expect(read({ files: { 'OEBPS/nav.xhtml': html } }).toc).toEqual([
    { title: 'One A', name: 'OEBPS/c1.xhtml' },
    { title: 'Two', name: 'OEBPS/text/c2.xhtml' },
  ]);
});

test('replaces a damaged table of contents by the first heading of each page', () => {
  const files = {
    'OEBPS/nav.xhtml': page('<nav epub:type="toc"><ol><li>'),
    'OEBPS/c1.xhtml': page('<div><h2>One<br>A</h2></div><h1>Later</h1>'),
    'OEBPS/text/c2.xhtml': page('<p>No heading.</p>'),
  };
  expect(read({ files }).toc).toEqual([{ title: 'One A', name: 'OEBPS/c1.xhtml' }]);
});
