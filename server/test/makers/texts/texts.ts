// A valid book of every text format except EPUB, with its expected metadata and content.

import { makeImage } from '../images.ts';
import { makeZip } from '../zip.ts';
import { makeFictionBook } from './fb2.ts';
import { makeKf8, makeMobi, toPlace } from './mobi.ts';

export interface MadeText {
  /** File name. */
  name: string;
  bytes: Buffer;
  /** Expected metadata. */
  metadata: object;
  hasCover: boolean;
  /** Titles of the table of contents. */
  chapters: readonly string[];
  /** Words that the text contains. */
  words: readonly string[];
}

export async function makeTexts(): Promise<Record<string, MadeText>> {
  const cover = await makeImage({ width: 60, height: 90, format: 'png' });
  const fictionBook = makeFictionBook({ cover });
  const fb2 = {
    metadata: { title: 'Night Train', series: 'Rails', number: 2, language: 'en', releaseDate: '2004-05-01' },
    hasCover: true,
    chapters: ['Departure', 'Arrival', 'Notes'],
    words: ['<em>train</em> leaves.', 'On time.'],
  };
  return {
    mobi: makeNovel(cover),
    azw3: makeNewNovel(cover),
    ...makeMarked(),
    ...makeZipped(cover),
    fb2: { ...fb2, name: 'Train.fb2', bytes: fictionBook },
    fbz: {
      ...fb2,
      name: 'Zipped.fb2.zip',
      bytes: makeZip([{ name: 'Zipped.fb2', content: fictionBook, method: 'deflate' }]),
    },
  };
}

/** A novel in MOBI 6 with a cover, two chapters and an image. */
function makeNovel(cover: Uint8Array): MadeText {
  const first = '<html><head><guide></guide></head><body><mbp:pagebreak/>';
  const chapter = '<h1>Departure</h1><p width="2em">The <i>train</i> leaves. <img recindex="00001"><br>';
  const link = '<a filepos=0000000060>back</a><script>alert(1)</script><p onclick="x()">Late';
  const second = '<mbp:pagebreak/><h1>Arrival</h1><p>On <b>time</b>.</body></html>';
  const html = first + chapter + link + second;
  return {
    name: 'Train.mobi',
    bytes: makeMobi(html, {
      exth: [...exth, [201, 0]],
      resources: [cover],
      toc: [
        ['Departure', html.indexOf('<h1>Departure')],
        ['Arrival', html.indexOf('<h1>Arrival')],
      ],
    }),
    metadata: { title: 'Night Train', language: 'en', releaseDate: '2004-05-01', isbns: ['9780306406157'] },
    hasCover: true,
    chapters: ['Departure', 'Arrival'],
    words: ['<i>train</i> leaves.', '<b>time</b>.'],
  };
}

const exth = [
  [100, 'Abe, Ada'],
  [104, '9780306406157'],
  [106, '2004-05-01T00:00:00'],
  [503, 'Night Train'],
  [524, 'en'],
] as const;

/** The same novel in KF8 with a style sheet. */
function makeNewNovel(cover: Uint8Array): MadeText {
  const head =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title>' +
    '<link rel="stylesheet" type="text/css" href="kindle:flow:0001?mime=text/css"/></head><body>';
  const one =
    `<h1 class="c">Departure</h1><p>The <i>train</i> leaves. <a href="${toPlace(1, 0)}">on</a></p>` +
    '<img src="kindle:embed:0001?mime=image/png" onerror="x()"/><script>alert(1)</script>';
  const two = '<h1>Arrival</h1><p style="color: red">On <b>time</b>.</p>';
  const after = '</body></html>';
  return {
    ...makeNovel(cover),
    name: 'Train.azw3',
    bytes: makeKf8({
      exth: [...exth, [201, 0]],
      resources: [cover],
      styles: ['.c { color: blue }'],
      parts: [
        { before: head, fragments: [one], after },
        { before: head, fragments: [two], after },
      ],
      toc: [
        ['Departure', 0, 0],
        ['Arrival', 1, 0],
      ],
    }),
  };
}

const markdown = `---
title: Night Train
author: [Ada Abe]
date: 2004-05-01
lang: en
---

# Departure

The *train* leaves.<script>alert(1)</script> [x](javascript:alert(1))

# Arrival

On **time**.
`;
const plain = `The Project Gutenberg eBook of Night Train

Title: Night Train
Author: Ada Abe
Language: English

Chapter 1

The train
leaves. <script>

Chapter 2

On time.
`;

function makeMarked(): Record<string, MadeText> {
  const facts = { title: 'Night Train', language: 'en' };
  const chapters = ['Departure', 'Arrival'];
  const words = ['<em>train</em> leaves.', '<strong>time</strong>.'];
  return {
    md: {
      name: 'Train.md',
      bytes: Buffer.from(markdown),
      hasCover: false,
      chapters,
      words,
      metadata: { ...facts, releaseDate: '2004-05-01' },
    },
    txt: {
      name: 'Train.txt',
      bytes: Buffer.from(plain),
      hasCover: false,
      metadata: facts,
      chapters: ['Chapter 1', 'Chapter 2'],
      words: ['<p>The train leaves. &lt;', 'On time.'],
    },
  };
}

const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>Night Train</dc:title><dc:creator>Ada Abe</dc:creator><dc:language>en</dc:language></metadata></package>`;

/** Zipped text formats as calibre writes them. */
function makeZipped(cover: Uint8Array): Record<string, MadeText> {
  const html =
    '<html><head><title>t</title><link rel="stylesheet" href="style.css"></head><body><h1 id="a">Departure</h1>' +
    '<p>The <i>train</i> leaves. <img src="images/1.png" onerror="x()"><script>alert(1)</script><h1>Arrival</h1>' +
    '<p>On <b>time</b>, <a href="#a">back</a>.</body></html>';
  const beside = [
    { name: 'metadata.opf', content: opf },
    { name: 'cover.png', content: cover },
  ];
  const known = { metadata: { title: 'Night Train', language: 'en' }, hasCover: true };
  return {
    htmlz: {
      ...known,
      name: 'Train.htmlz',
      chapters: ['Departure', 'Arrival'],
      words: ['<i>train</i> leaves.', '<b>time</b>,'],
      bytes: makeZip([
        { name: 'index.html', content: html, method: 'deflate' },
        { name: 'style.css', content: 'p { color: blue; background: url(http://x/) }' },
        { name: 'images/1.png', content: cover },
        ...beside,
      ]),
    },
    txtz: {
      ...known,
      name: 'Train.txtz',
      chapters: ['Chapter 1'],
      words: ['<p>The train leaves.</p>'],
      bytes: makeZip([{ name: 'index.txt', content: 'Chapter 1\n\nThe train\nleaves.\n' }, ...beside]),
    },
  };
}
